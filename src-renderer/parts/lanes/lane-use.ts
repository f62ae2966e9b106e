import type { LaneSetUp } from '../../../src-shared/comparison/comparison.ts'
import type { Settings } from '../../../src-shared/settings/settings.ts'
import type { Preset } from '../../../src-shared/strategy/preset.ts'
import { outOfConversation, profileFor } from '../../../src-shared/strategy/resolve-choice.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { isChoice, type StrategyPick } from '../../../src-shared/strategy/strategy-pick.ts'

/** How a project's new conversations begin like a lane: with a pick as it is, or with a preset that is saved for it. */
export type LaneUse =
  | { readonly kind: 'pick'; readonly pick: StrategyPick }
  | { readonly kind: 'preset'; readonly preset: Preset }

/**
 * A strategy with its options is a pick. If the lane has other models than new conversations have by themselves, a preset
 * carries them.
 * @param name of the preset
 */
export function laneUse(
  lane: Pick<LaneSetUp, 'strategy' | 'roles'> & { readonly choice: StrategyChoice },
  settings: Pick<Settings, 'roles' | 'defaultProfile'>,
  name: string,
): LaneUse {
  const { strategy, roles } = lane
  const ownModels = Object.entries(roles).filter(([role, id]) => id !== profileFor(role, {}, settings, () => true))
  // The rules of `auto` pick anew for each message: no preset can hold that.
  const isRuled = !isChoice(strategy) && 'auto' in strategy
  if (ownModels.length === 0 || isRuled) return { kind: 'pick', pick: strategy }
  const preset = {
    name: name.slice(0, 80),
    about: 'From a comparison',
    strategy: outOfConversation(lane.choice),
    roles,
  }
  return { kind: 'preset', preset }
}
