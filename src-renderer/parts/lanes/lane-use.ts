import { listed } from '../../../src-shared/base/format.ts'
import type { BoundLane, LaneSetUp } from '../../../src-shared/comparison/comparison.ts'
import { type LimitedThing, limitedThings, limitText } from '../../../src-shared/run/budget-text.ts'
import { baseProfileId, variationOf } from '../../../src-shared/settings/profile-variant.ts'
import type { Settings } from '../../../src-shared/settings/settings.ts'
import type { Preset } from '../../../src-shared/strategy/preset.ts'
import { profileFor, unwrapConversation } from '../../../src-shared/strategy/resolve-choice.ts'
import { isChoice, type StrategyPick } from '../../../src-shared/strategy/strategy-pick.ts'
import type { Budget } from '../../../src-shared/strategy/task.ts'

/**
 * How new conversations of the project can start with a lane's setup: with a plain pick, or with a preset saved for it.
 */
export type LaneUse =
  | { readonly kind: 'pick'; readonly pick: StrategyPick }
  | { readonly kind: 'preset'; readonly preset: Preset }

/**
 * Returns a pick if strategy and options suffice. If the lane's models differ from the settings' defaults, or have a
 * temperature or a reasoning effort of their own, a preset stores them.
 * @param name of the preset
 */
export function laneUse(
  lane: Pick<LaneSetUp, 'strategy' | 'roles' | 'temperature' | 'reasoningEffort'> & Pick<BoundLane, 'choice' | 'bound'>,
  settings: Pick<Settings, 'roles' | 'defaultProfile'>,
  name: string,
): LaneUse {
  const { strategy, roles } = lane
  const ownModels = Object.entries(roles).filter(([role, id]) => id !== profileFor(role, {}, settings, () => true))
  // `auto` rules choose for each message, which a preset can't store.
  const isRuled = !isChoice(strategy) && 'auto' in strategy
  const isVaried = lane.temperature !== null || lane.reasoningEffort !== null
  if ((ownModels.length === 0 && !isVaried) || isRuled) return { kind: 'pick', pick: strategy }
  const { temperature, reasoningEffort } = variationOf(lane.bound['default']?.profileId ?? '')
  const preset = {
    name: name.slice(0, 80),
    about: 'From a comparison',
    strategy: unwrapConversation(lane.choice),
    roles: 'preset' in strategy ? boundProfiles(lane.bound) : roles,
    ...(temperature !== null && { temperature }),
    ...(reasoningEffort !== null && { reasoningEffort }),
  }
  return { kind: 'preset', preset }
}

/** The models that a preset gave the lane, besides the lane's own. */
const boundProfiles = (bound: BoundLane['bound']) =>
  Object.fromEntries(Object.entries(bound).map(([role, { profileId }]) => [role, baseProfileId(profileId)]))

/**
 * The limits of a lane that new conversations don't have, as a sentence; undefined if there are none. Limits belong to
 * the settings: neither a pick nor a preset can raise what the user lets every run spend.
 */
export function leftOutLimits(lane: Budget, settings: Budget): string | undefined {
  const own = limitedThings.flatMap((name) => {
    const limit = lane[name] ?? null
    return limit === (settings[name] ?? null) ? [] : [limit === null ? noLimit[name] : limitText[name](limit)]
  })
  return own.length === 0 ? undefined : `Not its limits (${listed(own)}): set them in Settings, Limits.`
}

const noLimit: { readonly [L in LimitedThing]: string } = {
  steps: 'any number of steps',
  modelCalls: 'any number of model calls',
  toolCalls: 'any number of tool calls',
  tokens: 'any number of tokens',
  cost: 'any cost',
  bytes: 'any size of its log',
  wallMs: 'any time',
}
