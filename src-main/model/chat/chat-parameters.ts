import type { JsonObject } from '../../../src-shared/base/json.ts'
import type { ModelRequest } from '../../../src-shared/model/message.ts'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'
import type { Refused } from '../wire.ts'

/** A Chat Completions request without messages and tools. Only set parameters are sent: many models refuse others. */
export function chatParameters(
  profile: ModelProfile,
  model: string,
  request: ModelRequest,
  refused: Refused,
): JsonObject {
  const temperature = request.temperature ?? profile.temperature
  const choice = request.tools.length === 0 ? 'auto' : request.toolChoice
  return {
    model,
    stream: true,
    ...(refused.has('stream_options') ? {} : { stream_options: { include_usage: true } }),
    ...(temperature === null || refused.has('temperature') ? {} : { temperature }),
    ...(profile.maxOutputTokens === null ? {} : { [limitName(profile, refused)]: profile.maxOutputTokens }),
    ...(profile.reasoningEffort === null ? {} : { reasoning_effort: profile.reasoningEffort }),
    // The client also ends the text at these, so a server that refuses them can still be used.
    ...(request.stop.length === 0 || refused.has('stop') ? {} : { stop: request.stop }),
    ...(choice === 'auto' ? {} : { tool_choice: encodeChoice(choice) }),
  }
}

function encodeChoice(choice: Exclude<ModelRequest['toolChoice'], 'auto'>) {
  return choice === 'none' ? 'none' : { type: 'function', function: { name: choice.tool } }
}

// OpenAI's newer models know only the long name, most other servers only the short one.
function limitName(profile: ModelProfile, refused: Refused): string {
  if (refused.has('max_tokens')) return 'max_completion_tokens'
  if (refused.has('max_completion_tokens')) return 'max_tokens'
  return profile.preset === 'openai' ? 'max_completion_tokens' : 'max_tokens'
}

const canDo: readonly string[] = ['stream_options', 'max_tokens', 'max_completion_tokens', 'stop', 'temperature']
const refusal =
  /unsupported|not supported|not support|unknown|unrecognized|unexpected|not permitted|extra|invalid|additional/i

/** The optional parameter that a server's error text refuses; null if there is none. */
export function refusedChatParameter(words: string, parameters: JsonObject): string | null {
  if (!refusal.test(words)) return null
  const named = canDo.filter((name) => Object.hasOwn(parameters, name) && names(words, name))
  return named[0] ?? null
}

function names(words: string, parameter: string): boolean {
  return new RegExp(`['"\`.\\s]${parameter}['"\`.,:\\s]`).test(` ${words} `)
}
