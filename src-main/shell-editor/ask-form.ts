import type { CreateElicitationRequest, CreateElicitationResponse, ElicitationSchema } from '@agentclientprotocol/sdk'
import { z } from 'zod'
import { assertNever } from '../../src-shared/base/assert-never.ts'
import type { FormField, Question } from '../../src-shared/model/question.ts'
import { askedLimit, unitText } from '../../src-shared/run/limit-question.ts'
import { questionText } from './ask-editor.ts'

type Property = NonNullable<ElicitationSchema['properties']>[string]

/** The fields of a question that is no form itself: one of its options, or the user's own words. */
const [optionField, wordsField] = ['answer', 'words'] as const

/** Questions that a form says more of than buttons can: forms of MCP servers, and those with an answer in words. */
export const isForm = ({ form, link, freeText }: Question): boolean =>
  form !== undefined || (freeText && link === undefined)

/** The question as a form of the editor (elicitation). */
export function formRequest(sessionId: string, toolCallId: string, asked: Question): CreateElicitationRequest {
  const { form } = asked
  const properties =
    form === undefined
      ? ownFields(asked)
      : Object.fromEntries(form.map((field): [string, Property] => [field.name, propertyOf(field)]))
  const required = (form ?? []).flatMap((field) => (field.required ? [field.name] : []))
  const requestedSchema: ElicitationSchema = { type: 'object', properties, required }
  return { mode: 'form', sessionId, toolCallId, message: questionText(asked), requestedSchema }
}

function ownFields({ options, limit, plan, openEnded }: Question): Record<string, Property> {
  const name = limit === undefined ? null : askedLimit(limit.name)
  const inWords = plan === undefined ? 'Or in your own words' : 'Or say what to change in the plan'
  const words = name === null ? inWords : `Or allow this many more ${unitText(name)}`
  const typed: Property = { type: 'string', title: options.length === 0 ? 'Answer' : words }
  if (options.length === 0) return { [wordsField]: typed }
  return {
    [optionField]: {
      type: 'string',
      title: 'Answer',
      enum: [...options],
      // No option of a model's question is known to be safe, so none is chosen in advance.
      ...(!openEnded && { default: options[0] ?? '' }),
    },
    [wordsField]: typed,
  }
}

function propertyOf({ kind, title, description, options, value }: FormField): Property {
  const named = { title, ...(description !== '' && { description }) }
  const titled = options.map((each) => ({ const: each.value, title: each.title }))
  switch (kind) {
    case 'text':
      return { type: 'string', ...named, ...(typeof value === 'string' && { default: value }) }
    case 'number':
    case 'integer':
      return { type: kind, ...named, ...(typeof value === 'number' && { default: value }) }
    case 'yes-no':
      return { type: 'boolean', ...named, ...(typeof value === 'boolean' && { default: value }) }
    case 'choice':
      return { type: 'string', ...named, oneOf: titled, ...(typeof value === 'string' && { default: value }) }
    case 'choices':
      return {
        type: 'array',
        ...named,
        items: { anyOf: titled },
        ...(Array.isArray(value) && { default: value.map(String) }),
      }
    default:
      return assertNever(kind)
  }
}

const accepted = z.object({ action: z.literal('accept'), content: z.record(z.string(), z.unknown()) })

/** What a filled form says; null if it was declined or closed, or is empty. */
export function formText({ form, options }: Question, response: CreateElicitationResponse): string | null {
  const read = accepted.safeParse(response)
  if (!read.success) return null
  const { content } = read.data
  if (form !== undefined) return JSON.stringify(content)
  const words = content[wordsField]
  if (typeof words === 'string' && words.trim() !== '') return words.trim()
  return options.find((option) => option === content[optionField]) ?? null
}
