import { measured, type Theory } from '../kit/theory.ts'
import { planTheory, reflectionTheory, retryTheory } from '../kit/theory-family.ts'
import { annealingTheory, bestOfNTheory } from '../kit/theory-files.ts'
import type { Bench } from './bench.ts'

/** Enough runs for an interval of some ± 3 %; the seed is fixed, so that the figures are the same on any machine. */
const runs = 1000
const seed = 60_000

const keen = { wrong: 0.4, approvesRight: 0.95, refusesWrong: 0.9 }
const dull = { wrong: 0.5, approvesRight: 0.6, refusesWrong: 0.55 }
const land = { costs: [5, 6, 2, 8, 4, 0, 9, 7], proposals: 12, temperature: 3, cooling: 0.85 }
const theories: readonly Theory[] = [
  retryTheory(1, { wrong: 0.5 }),
  retryTheory(3, { wrong: 0.8 }),
  reflectionTheory(1, dull),
  reflectionTheory(3, keen),
  planTheory(0, dull),
  planTheory(2, keen),
  annealingTheory(land, 5),
  bestOfNTheory(3, 0.6),
]

export const theoryBench: Bench = {
  about: 'how often strategies succeed with a model and a critic of known accuracy, beside what theory says',
  run: async () => {
    console.log('  predicted  measured  95 % interval   inside')
    return theories.map(printed).every((inside) => inside)
  },
}

function printed(theory: Theory): boolean {
  const { rate, from, to } = measured(theory, runs, seed)
  const inside = theory.predicted >= from && theory.predicted <= to
  const [predicted, found, low, high] = [theory.predicted, rate, from, to].map((each) => each.toFixed(3))
  console.log(`  ${predicted}      ${found}     ${low} to ${high}  ${inside ? 'yes' : 'NO '}     ${theory.name}`)
  return inside
}
