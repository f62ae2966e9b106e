import type { JsonObject } from '../../../src-shared/base/json.ts'
import type { ModelRequest } from '../../../src-shared/model/message.ts'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'
import type { ParameterRow } from '../refusals/parameter-rows.ts'
import { outputLimit, samplingParameters, sentParameters, toolChoiceOf } from '../requests/own-parameters.ts'
import type { Refused } from '../wire.ts'

/** Requests encrypted reasoning, which can be sent back without being stored at the provider. */
export const encryptedReasoning = 'reasoning.encrypted_content'

/** A Responses request without messages and tools. Nothing is stored at the provider. */
export function responsesParameters(
  profile: ModelProfile,
  model: string,
  request: ModelRequest,
  refused: Refused,
): JsonObject {
  const choice = toolChoiceOf(request)
  const limit = outputLimit(profile, request)
  const reasoning = {
    ...(profile.reasoningEffort === null ? {} : { effort: profile.reasoningEffort }),
    ...(refused.has('reasoning.summary') ? {} : { summary: 'auto' }),
  }
  const parameters = {
    model,
    stream: true,
    store: false,
    include: [encryptedReasoning],
    ...(Object.keys(reasoning).length === 0 ? {} : { reasoning }),
    ...samplingParameters(profile, request),
    ...(limit === null ? {} : { max_output_tokens: limit }),
    ...(choice === 'auto' ? {} : { tool_choice: encodeChoice(choice) }),
  }
  return sentParameters(profile, parameters, refused, [])
}

function encodeChoice(choice: Exclude<ModelRequest['toolChoice'], 'auto'>) {
  return choice === 'none' ? 'none' : { type: 'function', name: choice.tool }
}

export const responsesRows: readonly ParameterRow[] = [
  // Items of another key or model can't be decrypted: then all are left out.
  {
    term: 'include',
    said: /encrypted[ _]content|items are not persisted/i,
    isSent: (parameters) => Object.hasOwn(parameters, 'include'),
  },
  {
    term: 'reasoning.summary',
    said: /reasoning.summar/i,
    isSent: ({ reasoning }) => typeof reasoning === 'object' && reasoning !== null && 'summary' in reasoning,
  },
]
