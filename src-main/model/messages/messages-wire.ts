import { streamedBy } from '../requests/stream-answer.ts'
import type { Wire } from '../wire.ts'
import { messagesReader } from './messages-events.ts'
import { messagesParameters, messagesRows } from './messages-parameters.ts'
import { messagesText } from './messages-request.ts'

const importStream = async () => (await import('./messages-stream.ts')).messagesStream

/** Anthropic's Messages API, streamed. */
export const messagesWire: Wire = {
  parameters: messagesParameters,
  body: messagesText,
  parameterRows: messagesRows,
  ...streamedBy(importStream, messagesReader),
}
