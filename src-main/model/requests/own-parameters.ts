import type { JsonObject } from '../../../src-shared/base/json.ts'
import type { ModelRequest } from '../../../src-shared/model/message.ts'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'
import type { Refused } from '../wire.ts'

/** Fields of a request body that users can't replace: the answer could not be read. */
const fixed: ReadonlySet<string> = new Set(['stream', 'messages', 'input', 'system', 'tools'])

/** Temperature and top_p, which all APIs name alike, if they are set and the server has not refused them. */
export function samplingParameters(profile: ModelProfile, request: ModelRequest, refused: Refused): JsonObject {
  const temperature = request.temperature ?? profile.temperature
  return {
    ...(temperature === null || refused.has('temperature') ? {} : { temperature }),
    ...(profile.topP === undefined || refused.has('top_p') ? {} : { top_p: profile.topP }),
  }
}

/** Maximum tokens of the answer: the lower one of the profile's and the request's; null: neither has one. */
export function outputLimit(profile: ModelProfile, { maxOutputTokens }: ModelRequest): number | null {
  const limits = [profile.maxOutputTokens, maxOutputTokens ?? null].filter((each) => each !== null)
  return limits.length === 0 ? null : Math.min(...limits)
}

/** Without tools there is nothing to choose, and some servers refuse a choice. */
export const toolChoiceOf = ({ tools, toolChoice }: ModelRequest): ModelRequest['toolChoice'] =>
  tools.length === 0 ? 'auto' : toolChoice

/** The parameters with the profile's own fields, which replace those of the same name. */
export function withOwnParameters({ extraBody }: ModelProfile, parameters: JsonObject): JsonObject {
  if (extraBody === undefined) return parameters
  const own = Object.entries(extraBody).filter(([name]) => !fixed.has(name))
  return { ...parameters, ...Object.fromEntries(own) }
}

const refusal =
  /unsupported|not supported|not support|unknown|unrecognized|unexpected|not permitted|extra|invalid|additional/i

/**
 * The optional parameter that a server's error text refuses; null if there is none.
 * @param canDo the parameters that a request can do without
 */
export function refusedParameter(words: string, parameters: JsonObject, canDo: readonly string[]): string | null {
  if (!refusal.test(words)) return null
  const named = canDo.filter((name) => Object.hasOwn(parameters, name) && names(words, name))
  return named[0] ?? null
}

function names(words: string, parameter: string): boolean {
  return new RegExp(`['"\`.\\s]${parameter}['"\`.,:\\s]`).test(` ${words} `)
}
