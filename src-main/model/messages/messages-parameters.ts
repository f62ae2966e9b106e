import type { JsonObject } from '../../../src-shared/base/json.ts'
import type { ModelRequest } from '../../../src-shared/model/message.ts'
import type { reasoningEfforts } from '../../../src-shared/model/reasoning-efforts.ts'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'
import type { ParameterRow } from '../refusals/parameter-rows.ts'
import { outputLimit, samplingParameters, sentParameters, toolChoiceOf } from '../requests/own-parameters.ts'
import type { Refused } from '../wire.ts'

/**
 * Maximum tokens of an answer if the profile sets no limit: the API requires one, and every current model allows this.
 */
const usualMaxTokens = 32_000
/** For a model that refuses more: no model has a lower limit. */
const lowestMaxTokens = 4096

/** A Messages request without messages and tools. */
export function messagesParameters(
  profile: ModelProfile,
  model: string,
  request: ModelRequest,
  refused: Refused,
): JsonObject {
  const choice = toolChoiceOf(request)
  const wanted = outputLimit(profile, request) ?? usualMaxTokens
  const limit = refused.has('max_tokens') ? Math.min(wanted, lowestMaxTokens) : wanted
  const parameters = {
    model,
    stream: true,
    max_tokens: limit,
    ...thinking(profile, limit, typeof choice === 'object', refused),
    ...samplingParameters(profile, request),
    ...(request.stop.length === 0 ? {} : { stop_sequences: request.stop }),
    ...(choice === 'auto'
      ? {}
      : { tool_choice: choice === 'none' ? { type: 'none' } : { type: 'tool', name: choice.tool } }),
  }
  return sentParameters(profile, parameters, refused, messagesRows)
}

type Effort = (typeof reasoningEfforts)[number]

/** The thinking budget, as a share of the answer's limit, for models that accept only a budget in tokens. */
const shares: { readonly [effort in Effort]: number } = {
  none: 0,
  minimal: 0.1,
  low: 0.2,
  medium: 0.4,
  high: 0.6,
  xhigh: 0.8,
  max: 0.9,
}
const minBudget = 1024

/** The parameters for thinking. It is off if a call is forced, since the API refuses both together. */
function thinking(
  { reasoningEffort: effort }: ModelProfile,
  limit: number,
  isForced: boolean,
  refused: Refused,
): JsonObject {
  if (refused.has('thinking')) return { thinking: { type: 'disabled' } }
  if (effort === null || refused.has('thinking.disabled')) return {}
  if (effort === 'none' || isForced) return { thinking: { type: 'disabled' } }
  const level = refused.has('output_config') ? {} : { output_config: { effort: effort === 'minimal' ? 'low' : effort } }
  if (!refused.has('adaptive')) return { thinking: { type: 'adaptive', display: 'summarized' }, ...level }
  const budget = Math.max(minBudget, Math.floor(limit * shares[effort]))
  if (budget >= limit) return { thinking: { type: 'disabled' } }
  return { thinking: { type: 'enabled', budget_tokens: budget } }
}

const thinkingOf = ({ thinking }: JsonObject): unknown =>
  typeof thinking === 'object' && thinking !== null ? Reflect.get(thinking, 'type') : null

export const messagesRows: readonly ParameterRow[] = [
  {
    term: 'max_tokens',
    said: /max_tokens: ?\d+ > ?\d+/,
    isSent: ({ max_tokens: limit }) => typeof limit === 'number' && limit > lowestMaxTokens,
  },
  { term: 'thinking.disabled', said: /thinking/i, isSent: (parameters) => thinkingOf(parameters) === 'disabled' },
  {
    term: 'adaptive',
    said: /thinking\.type|budget_tokens/i,
    isSent: (parameters) => thinkingOf(parameters) === 'adaptive',
  },
  {
    term: 'output_config',
    said: /effort/i,
    isSent: (parameters) => Object.hasOwn(parameters, 'output_config'),
  },
  // Signed thinking of another key or model, or thinking that a proxy changed: then all thinking is left out.
  { term: 'thinking', said: /thinking|signature/i, isSent: (parameters) => thinkingOf(parameters) !== 'disabled' },
]
