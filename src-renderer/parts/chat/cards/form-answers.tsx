import { useState } from 'react'
import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import type { FormField, Question } from '../../../../src-shared/model/question.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { Field } from '../../../widgets/controls/field.tsx'
import { Select } from '../../../widgets/controls/select.tsx'
import { Switch } from '../../../widgets/controls/switch.tsx'
import { TextField } from '../../../widgets/controls/text-field.tsx'
import { useReply } from './question-frame.tsx'

interface Props {
  readonly runId: string
  readonly path: string
  readonly question: Question
  readonly form: readonly FormField[]
}

type Value = FormField['value']
type Values = { readonly [name: string]: Value }

/** The form of an MCP server: filled in and sent, or declined. */
export function FormAnswers({ runId, path, question, form }: Props) {
  const { sent, reply } = useReply(runId, path)
  const [values, setValues] = useState<Values>(() => Object.fromEntries(form.map(({ name, value }) => [name, value])))
  const missing = form.filter((field) => isMissing(field, values[field.name] ?? null))
  const [decline = ''] = question.options
  return (
    <form
      className="chat-form"
      aria-label="Form of an MCP server"
      onSubmit={(event) => {
        event.preventDefault()
        if (missing.length === 0) reply(formText(form, values))
      }}
    >
      {form.map((field) => (
        <OneField
          key={field.name}
          field={field}
          value={values[field.name] ?? null}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      <p className="chat-note">The server gets what you enter, and the log keeps it. Don’t enter passwords or keys.</p>
      <div className="chat-answers">
        <Button type="submit" look="primary" disabled={sent || missing.length > 0}>
          Send to the server
        </Button>
        <Button disabled={sent} onClick={() => reply(decline)}>
          {decline}
        </Button>
      </div>
    </form>
  )
}

const isMissing = ({ kind, required }: FormField, value: Value): boolean =>
  required && kind !== 'yes-no' && (value === null || value === '')

/** The answer: fields that are empty are left out, and a switch that was not touched is off. */
function formText(form: readonly FormField[], values: Values): string {
  const filled = form.flatMap(({ name, kind }) => {
    const value = values[name] ?? (kind === 'yes-no' ? false : null)
    return value === null || value === '' ? [] : [[name, value] as const]
  })
  return JSON.stringify(Object.fromEntries(filled))
}

interface FieldProps {
  readonly field: FormField
  readonly value: Value
  readonly onChange: (value: Value) => void
}

function OneField({ field, value, onChange }: FieldProps) {
  const { kind, title, description, required, options } = field
  const label = required ? title : `${title} (optional)`
  const hint = description === '' ? undefined : description
  switch (kind) {
    case 'text':
    case 'number':
    case 'integer':
      return (
        <TextField
          label={label}
          hint={hint}
          inputMode={kind === 'text' ? 'text' : 'decimal'}
          value={value === null ? '' : String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case 'yes-no':
      return <Switch label={title} hint={hint} checked={value === true} onChange={onChange} />
    case 'choice':
      return (
        <Field label={label} hint={hint}>
          {(ids) => (
            <Select
              {...ids}
              name={label}
              value={typeof value === 'string' ? value : ''}
              choices={[
                ...(value === null || !required ? [{ value: '', label: 'Choose' }] : []),
                ...options.map((each) => ({ value: each.value, label: each.title })),
              ]}
              onChange={onChange}
            />
          )}
        </Field>
      )
    case 'choices': {
      const chosen: readonly string[] = Array.isArray(value) ? value : []
      return (
        <fieldset className="chat-choices">
          <legend>{label}</legend>
          {options.map((each) => (
            <Switch
              key={each.value}
              label={each.title}
              checked={chosen.includes(each.value)}
              onChange={(on) =>
                onChange(
                  options.flatMap((one) => ((one === each ? on : chosen.includes(one.value)) ? [one.value] : [])),
                )
              }
            />
          ))}
        </fieldset>
      )
    }
    default:
      return assertNever(kind)
  }
}

/** What was entered, a line for each field; null if the form was declined. */
export function enteredText(form: readonly FormField[], answer: string): string | null {
  try {
    const values: unknown = JSON.parse(answer)
    if (typeof values !== 'object' || values === null) return null
    const entered = new Map<string, unknown>(Object.entries(values))
    return form
      .flatMap(({ name, title }) => (entered.has(name) ? [`${title}: ${shown(entered.get(name))}`] : []))
      .join('\n')
  } catch {
    return null
  }
}

const shown = (value: unknown): string => (value === true ? 'yes' : value === false ? 'no' : String(value))
