import type { PresetProblem } from '../../../src-shared/strategy/preset.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import type { Strategies } from '../../strategy/registry.ts'

/**
 * What is wrong with a choice, with the registry's message, and in which field; null if a run can be started
 * with it. The innermost error is reported first: its wrappers can't be checked before.
 * @param field name of the choice's field in its parent, such as `strategy`
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
