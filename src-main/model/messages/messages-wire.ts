import { type EventStream, streamAnswer } from '../requests/stream-answer.ts'
import type { Wire } from '../wire.ts'
import { messagesReader } from './messages-events.ts'
import { messagesParameters, refusedMessagesParameter } from './messages-parameters.ts'
import { messagesText } from './messages-request.ts'

/** Anthropic's Messages API, streamed. */
export const messagesWire: Wire = {
  load: async () => {
    await load()
  },
  parameters: messagesParameters,
  body: messagesText,
  refusedParameter: refusedMessagesParameter,
  stream: async (connection, body, watch, take) => {
    const stream = loaded ?? (await load())
    await streamAnswer(stream, messagesReader(connection), connection, body, watch, take)
  },
}

const load = async () => {
  loaded ??= (await import('./messages-stream.ts')).messagesStream
  return loaded
}
let loaded: EventStream | null = null
