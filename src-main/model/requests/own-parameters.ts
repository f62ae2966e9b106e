import type { JsonObject } from '../../../src-shared/base/json.ts'
import type { ModelRequest } from '../../../src-shared/model/message.ts'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'
import type { ParameterRow } from '../refusals/parameter-rows.ts'
import type { Refused } from '../wire.ts'

/** Fields of a request body that users can't replace: the answer could not be read. */
const fixed: ReadonlySet<string> = new Set(['stream', 'messages', 'input', 'system', 'tools'])

/** Temperature and top_p, which all APIs name alike, if they are set. */
export function samplingParameters(profile: ModelProfile, request: ModelRequest): JsonObject {
  const temperature = request.temperature ?? profile.temperature
  return {
    ...(temperature === null ? {} : { temperature }),
    ...(profile.topP === undefined ? {} : { top_p: profile.topP }),
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

/**
 * The parameters with the profile's own fields, which replace those of the same name, and without those that the
 * endpoint refuses.
 * @param rows of the API: what is sent in their place, it decides itself
 */
export function sentParameters(
  { extraBody = {} }: ModelProfile,
  parameters: JsonObject,
  refused: Refused,
  rows: readonly ParameterRow[],
): JsonObject {
  const own = Object.entries(extraBody).filter(([name]) => !fixed.has(name))
  const all = Object.entries({ ...parameters, ...Object.fromEntries(own) })
  const handled = new Set(rows.map(({ term }) => term))
  return Object.fromEntries(all.filter(([name]) => handled.has(name) || !refused.has(name)))
}
