import type { Profiles } from '../../../src-shared/api/settings-requests.ts'
import type { ApprovalMode } from '../../../src-shared/model/tool.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { type ChosenStrategy, chooseStrategy } from '../../../src-shared/run/resolve-run.ts'
import type { Settings } from '../../../src-shared/settings/settings.ts'
import type { PresetEntry } from '../../../src-shared/strategy/preset.ts'
import { outOfConversation } from '../../../src-shared/strategy/resolve-choice.ts'
import type { PickDefaults, StrategyPick } from '../../../src-shared/strategy/strategy-pick.ts'
import type { WorkMode } from '../../../src-shared/strategy/task.ts'
import type { Draft } from '../../stores/session/draft-store.ts'

/** With what the next message will be sent. */
export interface Choices extends Pick<ChosenStrategy, 'pick' | 'strategy' | 'roles'> {
  /** Whose word the pick is; `before`: it is as in the turn before. */
  readonly by: ChosenStrategy['by'] | 'before'
  readonly approval: ApprovalMode
  readonly mode: WorkMode
}

type Profile = Profiles['profiles'][number]

/** What, besides draft and settings, affects the strategy. */
export interface PickSurroundings {
  readonly defaults: Omit<PickDefaults, 'settings'>
  readonly presets: readonly PresetEntry[]
  /** What the run before was asked for with, where its log says: a preset or `auto` is picked again. */
  readonly pickedBefore: StrategyPick | null
}
const nothingSet: PickSurroundings = {
  defaults: { conversation: null, project: null, source: null },
  presets: [],
  pickedBefore: null,
}

/** The draft's own choices, else those of the turn before, else the defaults'. `roles` always has `default`. */
export function choicesFor(
  draft: Draft,
  before: Run | null,
  settings: Settings,
  profiles: readonly Profile[],
  around: PickSurroundings = nothingSet,
): Choices {
  const known = (id: string | undefined) => profiles.some((each) => each.id === id)
  const earlier = before?.roles['default']?.profileId
  const usual = earlier !== undefined && known(earlier) ? earlier : settings.defaultProfile
  const same = draft.strategy === null ? asBefore(before, around) : null
  const request = { strategy: same ?? draft.strategy, roles: draft.roles ?? {} }
  const defaults = { ...around.defaults, settings: settings.strategy }
  const { presets } = around
  const { pick, by, strategy, roles } = chooseStrategy(request, {
    defaults,
    presets,
    profiles,
    strategies: [],
    auto: null,
  })
  const chosen = Object.fromEntries(Object.entries(roles).filter(([, id]) => known(id)))
  return {
    pick,
    by: same === null ? by : 'before',
    strategy,
    roles: { default: usual, ...chosen },
    approval: draft.approval ?? before?.approval ?? settings.approval,
    mode: draft.mode ?? before?.mode ?? 'act',
  }
}

/** A conversation that has no default of its own goes on as it did; null if it does not. */
function asBefore(before: Run | null, { defaults, pickedBefore }: PickSurroundings): StrategyPick | null {
  if (defaults.conversation !== null || before === null) return null
  return pickedBefore ?? outOfConversation(before.strategy)
}
