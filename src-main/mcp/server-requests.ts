import { z } from 'zod'
import { jsonObject } from '../../src-shared/base/json.ts'
import type { Message } from '../../src-shared/model/message.ts'
import type { FormField, Question } from '../../src-shared/model/question.ts'
import { plainText } from '../tools/text/plain-text.ts'
import { visible, visibleName } from '../tools/text/visible.ts'
import { contentBlock, contentOf } from './contents.ts'

/** Limits for what a server asks for while a tool is called (T41). */
const [maxFields, maxOptions, maxMessages] = [20, 50, 40]
const [maxWords, maxText] = [300, 4000]
/** Characters of a request to a model. */
const maxPrompt = 60_000

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

/** Results as the protocol has them. Neither rejects. */
export interface ServerRequests {
  form(params: unknown): Promise<FormAnswer>
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

const sampling = z.looseObject({
  messages: z
    .array(
      z.looseObject({
        role: z.enum(['user', 'assistant']),
        content: z.union([contentBlock.transform((each) => [each]), z.array(contentBlock)]),
      }),
    )
    .min(1)
    .max(maxMessages),
  systemPrompt: z.string().optional().catch(undefined),
  temperature: z.number().min(0).max(2).optional().catch(undefined),
  stopSequences: z.array(z.string()).max(4).optional().catch(undefined),
})

/** What a server asks a model. */
export interface ModelAsk {
  readonly messages: readonly Message[]
  readonly temperature: number | null
  readonly stop: readonly string[]
}

/** A server's request to a model; null if it is none that can be sent. Only text is passed on. */
export function modelAsk(params: unknown): ModelAsk | null {
  const read = sampling.safeParse(params)
  if (!read.success) return null
  const { messages, systemPrompt, temperature, stopSequences = [] } = read.data
  const listed: Message[] = systemPrompt === undefined ? [] : [{ role: 'system', text: plainText(systemPrompt) }]
  for (const { role, content } of messages) {
    const text = content
      .map(contentOf)
      .map((each) => (each.kind === 'text' ? each.text : '[An image that is not passed on.]'))
      .join('\n')
    listed.push(role === 'user' ? { role, text } : { role: 'assistant', text, reasoning: '', toolCalls: [] })
  }
  const size = listed.reduce((sum, { text }) => sum + text.length, 0)
  return size > maxPrompt ? null : { messages: listed, temperature: temperature ?? null, stop: stopSequences }
}

export const allowModel = 'Allow once'

/** Whether the model may be asked, with what it is asked. */
export const modelQuestion = (server: string, { messages }: ModelAsk): Question => ({
  question: [
    `The MCP server ${visibleName(server)} asks your model. The answer is sent to the server, and counts for this run:`,
    ...messages.map(({ role, text }) => `${role}:\n${fenced(shown(text))}`),
  ].join('\n\n'),
  options: ['Deny', allowModel],
  freeText: false,
})

const shown = (text: string): string => {
  const clean = visible(plainText(text))
  return clean.length <= maxText ? clean : `${clean.slice(0, maxText)}… (${clean.length - maxText} more characters)`
}

/** So that a reader sees whose words they are. */
const quoted = (text: string): string => text.replace(/^/gm, '> ')

/** Text of a stranger in a question, which is shown as Markdown. */
function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`{3,}/g)].map(([found]) => found.length + 1)))
  return `${fence}\n${text}\n${fence}`
}
