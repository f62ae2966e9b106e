import { streamedBy } from '../requests/stream-answer.ts'
import type { Wire } from '../wire.ts'
import { responsesReader } from './responses-events.ts'
import { responsesParameters, responsesRows } from './responses-parameters.ts'
import { responsesText } from './responses-request.ts'

const importStream = async () => (await import('../requests/open-ai-stream.ts')).openAiStream('/responses')

/** OpenAI's Responses API, streamed and without any state at the provider. */
export const responsesWire: Wire = {
  parameters: responsesParameters,
  body: responsesText,
  parameterRows: responsesRows,
  ...streamedBy(importStream, responsesReader),
}
