import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type Failure, failureFrom } from '../../../../src-shared/base/failure.ts'
import { type HookEntry, type HookEvent, hookEvents } from '../../../../src-shared/hooks/hook.ts'
import { ask } from '../../../host/host.ts'
import { Page } from '../../../parts/settings/page.tsx'
import styles from '../../../parts/settings/settings.module.css'
import { Button } from '../../../widgets/controls/button.tsx'
import { Field } from '../../../widgets/controls/field.tsx'
import { Select } from '../../../widgets/controls/select.tsx'
import { TextField } from '../../../widgets/controls/text-field.tsx'
import { cx } from '../../../widgets/cx.ts'
import { FailureAlert } from '../../../widgets/feedback/alert.tsx'
import { eventLabels, formOf, type HookForm, type HookProblems, readForm } from './hook-form.ts'
import { HookTestRow } from './hook-test-row.tsx'

interface Props {
  readonly entry: HookEntry
  readonly onDone: () => void
}

/** A hook and a test of it. One of the project's is shown, and changed in its file. */
export function HookEditor({ entry, onDone }: Props) {
  const { id, enabled, source } = entry
  const [form, setForm] = useState(() => formOf(entry.hook))
  const [problems, setProblems] = useState<HookProblems>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const isOwn = source === 'user'
  const read = readForm(form)
  const done = (work: Promise<unknown>) => work.then(onDone).catch((thrown: unknown) => setFailure(failureFrom(thrown)))
  const save = (event: FormEvent) => {
    event.preventDefault()
    setProblems(read.ok ? {} : read.problems)
    if (read.ok) void done(ask('hook-save', { hook: { id, enabled, hook: read.hook } }))
  }
  return (
    <Page
      title={id === '' ? 'New hook' : 'Hook'}
      {...(!isOwn && { text: 'It comes from the project’s .stratagem/hooks.json and is changed there.' })}
    >
      <form className={styles.editor} aria-label="Hook" onSubmit={save} noValidate>
        <fieldset className={cx(styles.editor, styles.fieldset)} disabled={!isOwn}>
          <HookFields form={form} problems={problems} onChange={(part) => setForm({ ...form, ...part })} />
        </fieldset>
        {failure !== null && <FailureAlert failure={failure} />}
        <HookTestRow event={form.event} hook={read.ok ? read.hook : null} />
        <div className={`${styles.actions} ${styles.last}`}>
          <Button look="quiet" icon={<ArrowLeft aria-hidden="true" />} onClick={onDone}>
            Back
          </Button>
          {isOwn && id !== '' && (
            <Button look="quiet" onClick={() => void done(ask('hook-remove', { id }))}>
              Delete
            </Button>
          )}
          <span className={styles.gap} />
          {isOwn && (
            <Button look="primary" type="submit">
              Save
            </Button>
          )}
        </div>
      </form>
    </Page>
  )
}

interface FieldsProps {
  readonly form: HookForm
  readonly problems: HookProblems
  readonly onChange: (part: Partial<HookForm>) => void
}

const commandHints: { readonly [event in HookEvent]: string } = {
  'before-tool':
    'Exit code 2 refuses the call, and what it prints tells the model why. It gets the call as JSON on its input.',
  'after-edit':
    'What it prints goes to the model with the result. $STRATAGEM_FILE is the file. It also runs for files that a command changed.',
  'run-end': 'Exit code 2 sends the run back to work on what it prints.',
}

function HookFields({ form, problems, onChange }: FieldsProps) {
  const { event } = form
  return (
    <>
      <div className={styles.pair}>
        <Field label="When">
          {(ids) => (
            <Select
              {...ids}
              wide
              name="When"
              value={event}
              choices={hookEvents.map((value) => ({ value, label: eventLabels[value] }))}
              onChange={(next) => onChange({ event: next })}
            />
          )}
        </Field>
        {event === 'before-tool' && (
          <TextField
            label="Tool"
            mono
            placeholder="*"
            value={form.tool}
            hint="Its name; * stands for any text"
            onChange={({ target }) => onChange({ tool: target.value })}
          />
        )}
      </div>
      {event !== 'run-end' && (
        <TextField
          label="Pattern"
          mono
          placeholder={event === 'after-edit' ? '*.ts' : 'git push *'}
          value={form.pattern}
          hint="As in approval rules: a glob of paths for edits, text with * for anything else. Empty: everything"
          onChange={({ target }) => onChange({ pattern: target.value })}
        />
      )}
      <TextField
        label="Command"
        mono
        spellCheck={false}
        placeholder={event === 'after-edit' ? 'npx prettier --write "$STRATAGEM_FILE"' : 'npm test'}
        value={form.command}
        problem={problems.command}
        hint={commandHints[event]}
        onChange={({ target }) => onChange({ command: target.value })}
      />
      <div className={styles.triple}>
        <TextField
          label="Time limit"
          inputMode="numeric"
          value={form.seconds}
          problem={problems.seconds}
          hint="Seconds"
          onChange={({ target }) => onChange({ seconds: target.value })}
        />
        {event !== 'after-edit' && (
          <Field label="If it fails">
            {(ids) => (
              <Select
                {...ids}
                wide
                name="If it fails"
                value={form.onFailure}
                choices={[
                  { value: 'continue', label: 'Continue' },
                  { value: 'refuse', label: event === 'run-end' ? 'Send the run back' : 'Refuse the call' },
                ]}
                onChange={(onFailure) => onChange({ onFailure })}
              />
            )}
          </Field>
        )}
        {event === 'run-end' && (
          <TextField
            label="Sends back at most"
            inputMode="numeric"
            value={form.sendBacks}
            problem={problems.sendBacks}
            hint="Times in a run"
            onChange={({ target }) => onChange({ sendBacks: target.value })}
          />
        )}
      </div>
    </>
  )
}
