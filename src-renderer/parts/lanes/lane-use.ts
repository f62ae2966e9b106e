import type { LaneSetUp } from '../../../src-shared/comparison/comparison.ts'
import type { Settings } from '../../../src-shared/settings/settings.ts'
import type { Preset } from '../../../src-shared/strategy/preset.ts'
import { profileFor, unwrapConversation } from '../../../src-shared/strategy/resolve-choice.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { isChoice, type StrategyPick } from '../../../src-shared/strategy/strategy-pick.ts'

/** How new conversations of the project can start with a lane's setup: with a plain pick, or with a preset saved for it. */
export type LaneUse =
  | { readonly kind: 'pick'; readonly pick: StrategyPick }
  | { readonly kind: 'preset'; readonly preset: Preset }

/**
 * Returns a pick if strategy and options suffice. If the lane's models differ from the settings' defaults, a preset stores them.
 * @param name of the preset
 */
export function laneUse(
  lane: Pick<LaneSetUp, 'strategy' | 'roles'> & { readonly choice: StrategyChoice },
  settings: Pick<Settings, 'roles' | 'defaultProfile'>,
  name: string,
): LaneUse {
  const { strategy, roles } = lane
  const ownModels = Object.entries(roles).filter(([role, id]) => id !== profileFor(role, {}, settings, () => true))
  // `auto` rules choose for each message, which a preset can't store.
  const isRuled = !isChoice(strategy) && 'auto' in strategy
  if (ownModels.length === 0 || isRuled) return { kind: 'pick', pick: strategy }
  const preset = {
    name: name.slice(0, 80),
    about: 'From a comparison',
    strategy: unwrapConversation(lane.choice),
    roles,
  }
  return { kind: 'preset', preset }
}
