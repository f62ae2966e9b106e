import { describe, expect, it } from 'vitest'
import { measured, type Theory } from '../kit/family/theory.ts'
import { planTheory, reflectionTheory, retryTheory } from '../kit/family/theory-family.ts'

const keen = { wrong: 0.4, approvesRight: 0.95, refusesWrong: 0.9 }
const dull = { wrong: 0.5, approvesRight: 0.6, refusesWrong: 0.55 }
/** Worse than a coin: refuses what is right, approves what is wrong. */
const perverse = { wrong: 0.3, approvesRight: 0.2, refusesWrong: 0.3 }
const odds = [keen, dull, perverse]

const theories: readonly Theory[] = [
  ...[0.1, 0.5, 0.8].flatMap((wrong) => [1, 3].map((retries) => retryTheory(retries, { wrong }))),
  ...odds.flatMap((each) => [1, 3].map((iterations) => reflectionTheory(iterations, each))),
  ...odds.flatMap((each) => [0, 2].map((revisions) => planTheory(revisions, each))),
]
const runs = 1500
const seed = 20_000

describe('what theory says', () => {
  it.each(theories)('holds for $name: the prediction is within the 95 % interval', (theory) => {
    const { from, to } = measured(theory, runs, seed)
    expect(theory.predicted).toBeGreaterThanOrEqual(from)
    expect(theory.predicted).toBeLessThanOrEqual(to)
  })

  it('would be found out where it is off by a twentieth', () => {
    for (const theory of [retryTheory(1, { wrong: 0.5 }), reflectionTheory(3, keen), planTheory(2, dull)]) {
      const { from, to } = measured(theory, runs, seed)
      expect(theory.predicted - 0.05).toBeLessThan(from)
      expect(theory.predicted + 0.05).toBeGreaterThan(to)
    }
  })

  it('says that a good critic is worth its calls, and a bad one is worse than none', () => {
    const rate = (theory: Theory) => measured(theory, runs, seed).rate
    expect(rate(reflectionTheory(3, keen))).toBeGreaterThan(1 - keen.wrong + 0.2)
    expect(rate(reflectionTheory(3, perverse))).toBeLessThan(1 - perverse.wrong)
  })
})
