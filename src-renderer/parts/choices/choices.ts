import type { Profiles } from '../../../src-shared/api/settings-requests.ts'
import type { ApprovalMode } from '../../../src-shared/model/tool.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { Settings } from '../../../src-shared/settings/settings.ts'
import type { PresetEntry } from '../../../src-shared/strategy/preset.ts'
import { outOfConversation, type Roles, resolvePick } from '../../../src-shared/strategy/resolve-choice.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import {
  mostSpecific,
  type PickDefaults,
  type PickScope,
  type StrategyPick,
} from '../../../src-shared/strategy/strategy-pick.ts'
import type { WorkMode } from '../../../src-shared/strategy/task.ts'
import type { Draft } from '../../stores/session/draft-store.ts'

/** With what the next message will be sent. */
export interface Choices {
  readonly pick: StrategyPick
  /** Whose word the pick is; `before`: it is as in the turn before. */
  readonly by: PickScope | 'before'
  /** The strategy that the pick resolves to; null for `auto`, and if a preset is missing. */
  readonly strategy: StrategyChoice | null
  /** Profile ids by role, as far as they are chosen for this conversation; `default` is there always. */
  readonly roles: Roles
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

/** The draft's own choices, else those of the turn before, else the defaults'. */
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
  const { pick, by } = pickFor(draft, before, settings, around)
  const preset = 'preset' in pick ? around.presets.find((each) => each.id === pick.preset)?.preset : undefined
  const { strategy, roles: wished } = resolvePick(pick, preset ?? null, draft.roles ?? {}, profiles)
  const chosen = Object.fromEntries(Object.entries(wished).filter(([, id]) => known(id)))
  return {
    pick,
    by,
    strategy,
    roles: { default: usual, ...chosen },
    approval: draft.approval ?? before?.approval ?? settings.approval,
    mode: draft.mode ?? before?.mode ?? 'act',
  }
}

/** A conversation that has no default of its own goes on as it did. */
function pickFor(
  draft: Draft,
  before: Run | null,
  settings: Settings,
  { defaults, pickedBefore }: PickSurroundings,
): Pick<Choices, 'pick' | 'by'> {
  const goesOn = draft.strategy === null && defaults.conversation === null && before !== null
  if (goesOn) return { pick: pickedBefore ?? outOfConversation(before.strategy), by: 'before' }
  return mostSpecific(draft.strategy, { ...defaults, settings: settings.strategy })
}
