import type { JsonObject } from '../../../src-shared/base/json.ts'
import type { ModelRequest } from '../../../src-shared/model/message.ts'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'
import {
  outputLimit,
  refusedParameter,
  samplingParameters,
  toolChoiceOf,
  withOwnParameters,
} from '../requests/own-parameters.ts'
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
  return withOwnParameters(profile, {
    model,
    stream: true,
    store: false,
    ...(refused.has('include') ? {} : { include: [encryptedReasoning] }),
    ...(Object.keys(reasoning).length === 0 || refused.has('reasoning') ? {} : { reasoning }),
    ...samplingParameters(profile, request, refused),
    ...(limit === null ? {} : { max_output_tokens: limit }),
    ...(choice === 'auto' ? {} : { tool_choice: encodeChoice(choice) }),
  })
}

function encodeChoice(choice: Exclude<ModelRequest['toolChoice'], 'auto'>) {
  return choice === 'none' ? 'none' : { type: 'function', name: choice.tool }
}

/** The optional parameter that a server's error text refuses; null if there is none. */
export function refusedResponsesParameter(words: string, parameters: JsonObject): string | null {
  // Items of another key or model can't be decrypted: then all are left out.
  if ('include' in parameters && /encrypted[ _]content|items are not persisted/i.test(words)) return 'include'
  if ('reasoning' in parameters && /reasoning summar|reasoning\.summary/i.test(words)) return 'reasoning.summary'
  return refusedParameter(words, parameters, ['include', 'reasoning', 'temperature', 'top_p'])
}
