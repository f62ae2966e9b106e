import type { StrategyChoice } from '../../../../src-shared/strategy/strategy-info.ts'

/** Every choice that says nothing else is wrapped in `conversation` by the host; that tells no two apart. */
export function ownChoice(choice: StrategyChoice): StrategyChoice {
  return choice.name === 'conversation' && choice.inner !== undefined ? choice.inner : choice
}
