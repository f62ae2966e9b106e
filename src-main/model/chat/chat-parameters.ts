import type { JsonObject } from '../../../src-shared/base/json.ts'
import type { ModelRequest } from '../../../src-shared/model/message.ts'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'
import { takesSeed } from '../../../src-shared/settings/takes-seed.ts'
import {
  outputLimit,
  refusedParameter,
  samplingParameters,
  toolChoiceOf,
  withOwnParameters,
} from '../requests/own-parameters.ts'
import { nullContent, refusesNullContent } from '../tolerance/null-content.ts'
import type { Refused } from '../wire.ts'

/** A Chat Completions request without messages and tools. Only set parameters are sent: many models refuse others. */
export function chatParameters(
  profile: ModelProfile,
  model: string,
  request: ModelRequest,
  refused: Refused,
): JsonObject {
  const choice = toolChoiceOf(request)
  const limit = outputLimit(profile, request)
  return withOwnParameters(profile, {
    model,
    stream: true,
    ...(refused.has('stream_options') ? {} : { stream_options: { include_usage: true } }),
    ...samplingParameters(profile, request, refused),
    ...(profile.seed === undefined || refused.has('seed') || !takesSeed(profile) ? {} : { seed: profile.seed }),
    ...(limit === null ? {} : { [limitName(profile, refused)]: limit }),
    ...(profile.reasoningEffort === null || refused.has('reasoning_effort')
      ? {}
      : { reasoning_effort: profile.reasoningEffort }),
    // The client also ends the text at these, so a server that refuses them can still be used.
    ...(request.stop.length === 0 || refused.has('stop') ? {} : { stop: request.stop }),
    ...(choice === 'auto' ? {} : { tool_choice: encodeChoice(choice) }),
  })
}

function encodeChoice(choice: Exclude<ModelRequest['toolChoice'], 'auto'>) {
  return choice === 'none' ? 'none' : { type: 'function', function: { name: choice.tool } }
}

// OpenAI's newer models accept only the long name, most other servers only the short one.
function limitName(profile: ModelProfile, refused: Refused): string {
  if (refused.has('max_tokens')) return 'max_completion_tokens'
  if (refused.has('max_completion_tokens')) return 'max_tokens'
  return profile.preset === 'openai' ? 'max_completion_tokens' : 'max_tokens'
}

const canDo = [
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'stop',
  'temperature',
  'top_p',
  'seed',
  'reasoning_effort',
] as const
export const refusedChatParameter = (words: string, parameters: JsonObject): string | null =>
  refusesNullContent(words) ? nullContent : refusedParameter(words, parameters, canDo)
