import type { JsonObject } from '../../../src-shared/base/json.ts'
import type { ModelRequest } from '../../../src-shared/model/message.ts'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'
import { takesSeed } from '../../../src-shared/settings/takes-seed.ts'
import type { ParameterRow } from '../refusals/parameter-rows.ts'
import { outputLimit, samplingParameters, sentParameters, toolChoiceOf } from '../requests/own-parameters.ts'
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
  const parameters = {
    model,
    stream: true,
    ...(refused.has('stream') ? {} : { stream_options: { include_usage: true } }),
    ...samplingParameters(profile, request),
    ...(profile.seed === undefined || !takesSeed(profile) ? {} : { seed: profile.seed }),
    ...(limit === null || refused.has(noOutputLimit) ? {} : { [limitName(profile, refused)]: limit }),
    ...(profile.reasoningEffort === null ? {} : { reasoning_effort: profile.reasoningEffort }),
    // The client also ends the text at these, so a server that refuses them can still be used.
    ...(request.stop.length === 0 ? {} : { stop: request.stop }),
    ...(choice === 'auto' ? {} : { tool_choice: encodeChoice(choice) }),
  }
  return sentParameters(profile, parameters, refused, [])
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

const noOutputLimit = 'no-output-limit'

export const chatRows: readonly ParameterRow[] = [
  {
    term: noOutputLimit,
    what: 'so high a limit of output tokens',
    // Of its name, without these words, there is another one.
    about:
      /max\w*[ _-]?(new|completion|output|generation)?[ _-]?tokens\b.{0,80}(too (large|high|big)|at most|less than|smaller|must be (<|in|between)|<=|exceed|greater than|maximum|valid range|out of range|cannot be (larger|more))|at most \d+ (completion|output) tokens/is,
    isSent: (parameters) =>
      Object.hasOwn(parameters, 'max_tokens') || Object.hasOwn(parameters, 'max_completion_tokens'),
  },
  { term: 'stop', said: /\bstop[ _]?sequences?\b/i },
  // The answer then comes as a whole. Source: OpenAI, “Your organization must be verified to stream this model.”
  { term: 'stream', said: /\bstreaming\b/i },
  {
    term: 'reasoning_effort',
    said: /\b(reasoning|thinking|effort)\b/i,
    isSent: (parameters) => Object.hasOwn(parameters, 'reasoning_effort'),
  },
]
