import { historyWrapper, isOrWraps } from '../../../src-shared/strategy/history-wrapper.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import type { Strategies } from '../../strategy/registry.ts'

/** Every run knows its branch's history: a choice that does not say how gets the wrapper that does. */
export function inConversation(choice: StrategyChoice): StrategyChoice {
  return isOrWraps(choice, historyWrapper) ? choice : { name: historyWrapper, options: {}, inner: choice }
}

/** The roles that a choice asks models for, and `default`, which is there always. */
export function rolesOf(choice: StrategyChoice, strategies: Strategies): string[] {
  const infos = strategies.infos()
  const roles = names(choice).flatMap((name) => infos.find((each) => each.name === name)?.roles ?? [])
  return [...new Set(['default', ...roles.map((role) => role.name)])]
}

const names = (choice: StrategyChoice): string[] => [
  choice.name,
  ...(choice.inner === undefined ? [] : names(choice.inner)),
]
