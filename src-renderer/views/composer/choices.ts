import type { Run } from '../../../src-shared/conversation.ts'
import type { Profiles } from '../../../src-shared/host-api.ts'
import type { Settings } from '../../../src-shared/settings.ts'
import type { StrategyChoice, StrategyInfo } from '../../../src-shared/strategy-info.ts'
import type { WorkMode } from '../../../src-shared/task.ts'
import type { ApprovalMode } from '../../../src-shared/tool.ts'
import type { Draft } from '../../stores/draft-store.ts'

/** With what the next message will be sent. */
export interface Choices {
  readonly strategy: StrategyChoice
  /** Profile ids by role, as far as they are chosen for this conversation; `default` is there always. */
  readonly roles: { readonly [role: string]: string }
  readonly approval: ApprovalMode
  readonly mode: WorkMode
}

type Profile = Profiles['profiles'][number]

/** The draft's own choices, else those of the turn before, else the settings'. */
export function choicesFor(
  draft: Draft,
  before: Run | null,
  settings: Settings,
  profiles: readonly Profile[],
): Choices {
  const known = (id: string | undefined) => profiles.some((each) => each.id === id)
  const earlier = before?.roles['default']?.profileId
  const usual = earlier !== undefined && known(earlier) ? earlier : settings.defaultProfile
  const chosen = Object.fromEntries(Object.entries(draft.roles ?? {}).filter(([, id]) => known(id)))
  return {
    strategy: draft.strategy ?? (before === null ? settings.strategy : withoutHistory(before.strategy)),
    roles: { default: usual, ...chosen },
    approval: draft.approval ?? before?.approval ?? settings.approval,
    mode: draft.mode ?? before?.mode ?? 'act',
  }
}

/** The host wraps every choice that does not say how in `conversation`; that is not for the user to choose. */
function withoutHistory(choice: StrategyChoice): StrategyChoice {
  return choice.name === 'conversation' && choice.inner !== undefined ? choice.inner : choice
}

/** The roles a choice asks models for, its inner strategies' included. */
export function rolesOf(choice: StrategyChoice, strategies: readonly StrategyInfo[]): StrategyInfo['roles'] {
  const own = strategies.find((each) => each.name === choice.name)?.roles ?? []
  const inner = choice.inner === undefined ? [] : rolesOf(choice.inner, strategies)
  return [...own, ...inner.filter((role) => own.every((each) => each.name !== role.name))]
}

/** Which profile a role gets, as the host binds it: the conversation's own word, the settings' role, the default. */
export function profileFor(role: string, choices: Choices, settings: Settings, profiles: readonly Profile[]): string {
  const own = choices.roles[role]
  const kept = settings.roles[role]
  if (own !== undefined) return own
  if (kept !== undefined && profiles.some((each) => each.id === kept)) return kept
  return choices.roles['default'] ?? settings.defaultProfile
}
