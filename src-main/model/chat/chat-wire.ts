import { type AnswerReader, streamedBy } from '../requests/stream-answer.ts'
import type { Wire } from '../wire.ts'
import { readChunk } from './chat-chunk.ts'
import { chatParameters, chatRows } from './chat-parameters.ts'
import { requestText } from './encode-request.ts'

const importStream = async () => (await import('../requests/open-ai-stream.ts')).openAiStream('/chat/completions')

const readerFor = (): AnswerReader => ({ event: readChunk, whole: readChunk, done: [{ kind: 'done' }] })

/** The Chat Completions API, streamed. */
export const chatWire: Wire = {
  parameters: chatParameters,
  body: requestText,
  parameterRows: chatRows,
  ...streamedBy(importStream, readerFor),
}
