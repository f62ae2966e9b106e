import { z } from 'zod'
import { jsonObject } from '../../src-shared/base/json.ts'
import type { FormField, Question } from '../../src-shared/model/question.ts'
import { visibleName } from '../tools/text/visible.ts'
import { quoted, shown } from './stranger-text.ts'

/** Limits for what a server asks for while a tool is called (T41). */
const [maxFields, maxOptions] = [20, 50]
const [maxWords, maxText] = [300, 4000]

const words = z
  .string()
  .transform((text) => visibleName(text.slice(0, maxWords)))
  .catch('')
const titled = z.looseObject({ const: z.string().max(maxWords), title: words })
const choices = {
  enum: z.array(z.string().max(maxWords)).max(maxOptions).optional().catch(undefined),
  enumNames: z.array(words).optional().catch(undefined),
  oneOf: z.array(titled).max(maxOptions).optional().catch(undefined),
  anyOf: z.array(titled).max(maxOptions).optional().catch(undefined),
}
const property = z.looseObject({
  type: z.enum(['string', 'number', 'integer', 'boolean', 'array']),
  title: words,
  description: words,
  default: z
    .union([z.string().max(maxText), z.number(), z.boolean(), z.array(z.string())])
    .optional()
    .catch(undefined),
  items: z.looseObject(choices).optional().catch(undefined),
  ...choices,
})
const elicitation = z.looseObject({
  message: z.string(),
  requestedSchema: z.looseObject({
    properties: z.record(z.string().max(100), property).catch({}),
    required: z.array(z.string()).catch([]),
  }),
})

/** The answer to a form. */
export type FormAnswer =
  | { readonly action: 'accept'; readonly content: Record<string, string | number | boolean | string[]> }
  | { readonly action: 'decline' | 'cancel' }

/** Results as the protocol has them. None rejects. */
export interface ServerRequests {
  /** A form, or a page to open. */
  form(params: unknown): Promise<FormAnswer>
  /** The server says that a page is done with. */
  completed(params: unknown): void
  /** Null if it is denied, or the model failed. */
  model(params: unknown): Promise<ModelResult | null>
}
export interface ModelResult {
  readonly role: 'assistant'
  readonly content: { readonly type: 'text'; readonly text: string }
  readonly model: string
  readonly stopReason: string
}

const decline = 'Decline'

/** A server's form as a question to the user; null if it is none that can be shown. */
export function formQuestion(server: string, params: unknown): Question | null {
  const read = elicitation.safeParse(params)
  const properties = Object.entries(read.data?.requestedSchema.properties ?? {})
  if (!read.success || properties.length > maxFields) return null
  const { message, requestedSchema } = read.data
  return {
    question: `The MCP server ${visibleName(server)} asks:\n\n${quoted(shown(message))}`,
    options: [decline],
    freeText: true,
    form: properties.map(([name, each]) => fieldOf(name, each, requestedSchema.required.includes(name))),
  }
}

function fieldOf(name: string, each: z.infer<typeof property>, required: boolean): FormField {
  const options = optionsOf(each.type === 'array' ? (each.items ?? {}) : each)
  const kinds = { string: 'text', number: 'number', integer: 'integer', boolean: 'yes-no', array: 'choices' } as const
  return {
    name,
    title: each.title === '' ? visibleName(name) : each.title,
    description: each.description,
    kind: each.type === 'string' && options.length > 0 ? 'choice' : kinds[each.type],
    required,
    options,
    value: each.default ?? null,
  }
}

type Choices = Pick<z.infer<typeof property>, 'enum' | 'enumNames' | 'oneOf' | 'anyOf'>

function optionsOf({ enum: values = [], enumNames = [], oneOf, anyOf }: Partial<Choices>): FormField['options'] {
  const listed = oneOf ?? anyOf
  if (listed !== undefined) return listed.map((each) => ({ value: each.const, title: each.title || each.const }))
  return values.map((value, at) => ({ value, title: enumNames[at] || visibleName(value) }))
}

/** What the user's answer to a form says. Text in place of a form's only text field is its value. */
export function formAnswer({ form = [] }: Question, answer: string): FormAnswer {
  if (answer === decline) return { action: 'decline' }
  const values = formValues(form, answer)
  const content: Record<string, string | number | boolean | string[]> = {}
  for (const field of form) {
    const value = givenValue(field, values[field.name])
    if (value !== undefined) content[field.name] = value
    else if (field.required) return { action: 'cancel' }
  }
  return { action: 'accept', content }
}

function formValues(form: readonly FormField[], answer: string): Readonly<Record<string, unknown>> {
  try {
    return jsonObject.parse(JSON.parse(answer))
  } catch {
    const [only, ...others] = form
    return only !== undefined && others.length === 0 ? { [only.name]: answer } : {}
  }
}

function givenValue({ kind, options }: FormField, value: unknown): string | number | boolean | string[] | undefined {
  const isOption = (each: unknown) => options.some((option) => option.value === each)
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? value : undefined
    case 'number':
    case 'integer': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
      if (typeof number !== 'number' || !Number.isFinite(number)) return undefined
      return kind === 'integer' && !Number.isInteger(number) ? undefined : number
    }
    case 'yes-no':
      return typeof value === 'boolean' ? value : undefined
    case 'choice':
      return typeof value === 'string' && isOption(value) ? value : undefined
    case 'choices':
      return Array.isArray(value) && value.every(isOption) ? value.map(String) : undefined
  }
}
