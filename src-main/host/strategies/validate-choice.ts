import type { PresetProblem } from '../../../src-shared/strategy/preset.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import type { Strategies } from '../../strategy/registry.ts'

/**
 * What is wrong with a choice, in the registry's words, and in which field; null if a run can be started
 * with it. The innermost fault is told first: what wraps it can't be judged before.
 * @param field of the choice in what holds it, such as `strategy`
 */
export function checkChoice(choice: StrategyChoice, strategies: Strategies, field = 'strategy'): PresetProblem | null {
  const below = choice.inner === undefined ? null : checkChoice(choice.inner, strategies, `${field}.inner`)
  if (below !== null) return below
  const built = strategies.build(choice)
  if (built.ok) return null
  const { kind, message, advice } = built.failure
  const part = kind === 'strategy-unknown' ? 'name' : /options/i.test(message) ? 'options' : 'inner'
  return { field: `${field}.${part}`, why: `${message} ${advice}` }
}
