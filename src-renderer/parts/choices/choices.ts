import type { Profiles } from '../../../src-shared/api/settings-requests.ts'
import type { ApprovalMode } from '../../../src-shared/model/tool.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { type ChosenStrategy, chooseStrategy } from '../../../src-shared/run/resolve-run.ts'
import { baseProfileId } from '../../../src-shared/settings/profile-variant.ts'
import type { Settings } from '../../../src-shared/settings/settings.ts'
import type { PresetEntry } from '../../../src-shared/strategy/preset.ts'
import { unwrapConversation } from '../../../src-shared/strategy/resolve-choice.ts'
import type { PickDefaults, StrategyPick } from '../../../src-shared/strategy/strategy-pick.ts'
import type { WorkMode } from '../../../src-shared/strategy/task.ts'
import type { Draft } from '../../stores/session/draft-store.ts'

/** The settings that the next message will be sent with. */
export interface Choices extends Pick<ChosenStrategy, 'pick' | 'strategy' | 'roles'> {
  /** Where the pick comes from; `before`: unchanged from the previous turn. */
  readonly by: ChosenStrategy['by'] | 'before'
  readonly approval: ApprovalMode
  readonly mode: WorkMode
}

type Profile = Profiles['profiles'][number]

/** What affects the strategy besides draft and settings. */
export interface PickContext {
  readonly defaults: Omit<PickDefaults, 'settings'>
  readonly presets: readonly PresetEntry[]
  /** What the previous run was requested with, if its log records it: a preset or `auto` is kept as such. */
  readonly pickedBefore: StrategyPick | null
}
const nothingSet: PickContext = {
  defaults: { conversation: null, project: null, source: null },
  presets: [],
  pickedBefore: null,
}

/** The draft's choices, else those of the previous turn, else the defaults. `roles` always has `default`. */
export function choicesFor(
  draft: Draft,
  before: Run | null,
  settings: Settings,
  profiles: readonly Profile[],
  around: PickContext = nothingSet,
): Choices {
  const known = (id: string) => profiles.some((each) => each.id === baseProfileId(id))
  // What a message, a lane or a preset changed of a model is not taken for the next message.
  const earlier = before === null ? undefined : baseProfileId(before.roles['default']?.profileId ?? '')
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

/** A conversation without a default of its own keeps the previous turn's strategy; null otherwise. */
function asBefore(before: Run | null, { defaults, pickedBefore }: PickContext): StrategyPick | null {
  if (defaults.conversation !== null || before === null) return null
  return pickedBefore ?? unwrapConversation(before.strategy)
}
