import { type AnswerReader, streamedBy } from '../requests/stream-answer.ts'
import type { Connection, ReplyPart, Wire } from '../wire.ts'
import { readChunk } from './chat-chunk.ts'
import { chatParameters, chatRows } from './chat-parameters.ts'
import { reasoningField, requestText } from './encode-request.ts'

const importStream = async () => (await import('../requests/open-ai-stream.ts')).openAiStream('/chat/completions')

/**
 * Providers that require the reasoning back with the tool calls that it led to. Source: their guides to thinking with
 * tools.
 */
const wantsReasoning: ReadonlySet<string> = new Set(['deepseek', 'moonshot'])

function readerFor({ profile }: Connection): AnswerReader {
  const read = wantsReasoning.has(profile.preset) ? (value: unknown) => withMark(readChunk(value)) : readChunk
  return { event: read, whole: read, done: [{ kind: 'done' }] }
}

const withMark = (parts: readonly ReplyPart[] | null): readonly ReplyPart[] | null =>
  parts?.some((part) => part.kind === 'finish')
    ? [...parts, { kind: 'extra', of: 'reasoning', extra: reasoningField }]
    : parts

/** The Chat Completions API, streamed. */
export const chatWire: Wire = {
  parameters: chatParameters,
  body: requestText,
  parameterRows: chatRows,
  ...streamedBy(importStream, readerFor),
}
