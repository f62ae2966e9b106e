import { z } from 'zod'
import { plainText } from '../../src-shared/base/plain-text.ts'
import type { Message } from '../../src-shared/model/message.ts'
import type { Question } from '../../src-shared/model/question.ts'
import { visibleName } from '../tools/text/visible.ts'
import { contentBlock, contentOf } from './contents.ts'
import { fenced, shown } from './stranger-text.ts'

/** Limits for what a server may ask of a model (T41): messages, and characters in all. */
const [maxMessages, maxPrompt] = [40, 60_000]
const [maxHints, maxHint] = [10, 100]

const priority = z.number().min(0).max(1).optional().catch(undefined)
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
  maxTokens: z.number().int().positive().optional().catch(undefined),
  stopSequences: z.array(z.string()).max(4).optional().catch(undefined),
  modelPreferences: z
    .looseObject({
      hints: z
        .array(z.looseObject({ name: z.string().trim().min(1).max(maxHint) }))
        .max(maxHints)
        .optional()
        .catch([]),
      costPriority: priority,
      speedPriority: priority,
      intelligencePriority: priority,
    })
    .optional()
    .catch(undefined),
})

/** What a server asks a model. Source: `sampling/createMessage` of the protocol. */
export interface ModelAsk {
  readonly messages: readonly Message[]
  readonly temperature: number | null
  readonly stop: readonly string[]
  readonly maxOutputTokens?: number
  readonly prefers: { readonly hints: readonly string[]; readonly isSmall: boolean }
}

/** A server's request to a model; null if it is none that can be sent. Only text is passed on. */
export function modelAsk(params: unknown): ModelAsk | null {
  const read = sampling.safeParse(params)
  if (!read.success) return null
  const { messages, systemPrompt, temperature, maxTokens, stopSequences = [], modelPreferences = {} } = read.data
  const listed: Message[] = systemPrompt === undefined ? [] : [{ role: 'system', text: plainText(systemPrompt) }]
  for (const { role, content } of messages) {
    const text = content
      .map(contentOf)
      .map((each) => (each.kind === 'text' ? each.text : '[An image that is not passed on.]'))
      .join('\n')
    listed.push(role === 'user' ? { role, text } : { role: 'assistant', text, reasoning: '', toolCalls: [] })
  }
  const size = listed.reduce((sum, { text }) => sum + text.length, 0)
  if (size > maxPrompt) return null
  const { hints = [], costPriority = 0, speedPriority = 0, intelligencePriority = 0 } = modelPreferences
  return {
    messages: listed,
    temperature: temperature ?? null,
    stop: stopSequences,
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    prefers: {
      hints: hints.map(({ name }) => name),
      isSmall: Math.max(costPriority, speedPriority) > intelligencePriority,
    },
  }
}

export const allowModel = 'Allow once'

/** Whether the model may be asked, with what it is asked. */
export const modelQuestion = (server: string, { messages, maxOutputTokens, prefers }: ModelAsk): Question => ({
  question: [
    `The MCP server ${visibleName(server)} asks your model. The answer is sent to the server, and counts for this run:`,
    ...messages.map(({ role, text }) => `${role}:\n${fenced(shown(text))}`),
    ...(maxOutputTokens === undefined ? [] : [`At most ${maxOutputTokens} tokens.`]),
    ...(prefers.hints.length === 0
      ? []
      : [`It would like a model like: ${prefers.hints.map(visibleName).join(', ')}.`]),
  ].join('\n\n'),
  options: ['Deny', allowModel],
  freeText: false,
})
