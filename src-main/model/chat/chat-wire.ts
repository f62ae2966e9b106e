import { type AnswerReader, type EventStream, streamAnswer } from '../requests/stream-answer.ts'
import type { Connection, ReplyPart, Wire } from '../wire.ts'
import { readChunk } from './chat-chunk.ts'
import { chatParameters, refusedChatParameter } from './chat-parameters.ts'
import { reasoningField, requestText } from './encode-request.ts'

/** The Chat Completions API, streamed. */
export const chatWire: Wire = {
  load: async () => {
    await load()
  },
  parameters: chatParameters,
  body: requestText,
  refusedParameter: refusedChatParameter,
  stream: async (connection, body, watch, take) => {
    const stream = loaded ?? (await load())
    await streamAnswer(stream, readerFor(connection), connection, body, watch, take)
  },
}

/**
 * The `openai` package would dominate the start-up time, so it is loaded with the first request; no later
 * request waits for it.
 */
const load = async () => {
  loaded ??= (await import('../requests/open-ai-stream.ts')).openAiStream('/chat/completions')
  return loaded
}
let loaded: EventStream | null = null

/** Providers that require the reasoning back with the tool calls that it led to. Source: their guides to thinking with tools. */
const wantsReasoning: ReadonlySet<string> = new Set(['deepseek', 'moonshot'])

function readerFor({ profile }: Connection): AnswerReader {
  const read = wantsReasoning.has(profile.preset) ? (value: unknown) => withMark(readChunk(value)) : readChunk
  return { event: read, whole: read }
}

const withMark = (parts: readonly ReplyPart[] | null): readonly ReplyPart[] | null =>
  parts?.some((part) => part.kind === 'finish')
    ? [...parts, { kind: 'extra', of: 'reasoning', extra: reasoningField }]
    : parts
