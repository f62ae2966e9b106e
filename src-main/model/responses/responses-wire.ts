import { type EventStream, streamAnswer } from '../requests/stream-answer.ts'
import type { Wire } from '../wire.ts'
import { responsesReader } from './responses-events.ts'
import { refusedResponsesParameter, responsesParameters } from './responses-parameters.ts'
import { responsesText } from './responses-request.ts'

/** OpenAI's Responses API, streamed and without any state at the provider. */
export const responsesWire: Wire = {
  load: async () => {
    await load()
  },
  parameters: responsesParameters,
  body: responsesText,
  refusedParameter: refusedResponsesParameter,
  stream: async (connection, body, watch, take) => {
    const stream = loaded ?? (await load())
    await streamAnswer(stream, responsesReader(connection), connection, body, watch, take)
  },
}

const load = async () => {
  loaded ??= (await import('../requests/open-ai-stream.ts')).openAiStream('/responses')
  return loaded
}
let loaded: EventStream | null = null
