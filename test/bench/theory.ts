import { measuredOverHttp, type Theory } from '../kit/family/theory.ts'
import { planTheory, reflectionTheory, retryTheory } from '../kit/family/theory-family.ts'
import { annealingTheory, bestOfNTheory } from '../kit/family/theory-files.ts'
import { openScriptedServer, type ScriptedServer } from '../kit/model-server/scripted-model-server.ts'
import type { Bench } from './bench.ts'

/** Enough for an interval of about ± 3 %. */
const runs = 1000
/**
 * All models' answers follow from it, so that the figures are the same on any machine. With another seed, about one row
 * in twenty is outside its interval.
 */
const seed = 1_000_000

const keen = { wrong: 0.4, approvesRight: 0.95, refusesWrong: 0.9 }
const dull = { wrong: 0.5, approvesRight: 0.6, refusesWrong: 0.55 }
/** Worse than chance: often rejects right answers and approves wrong ones. */
const perverse = { wrong: 0.3, approvesRight: 0.2, refusesWrong: 0.3 }
const land = { costs: [5, 6, 2, 8, 4, 0, 9, 7], proposals: 12, temperature: 3, cooling: 0.85 }
const theories: readonly Theory[] = [
  retryTheory(1, { wrong: 0.5 }),
  retryTheory(3, { wrong: 0.8 }),
  reflectionTheory(1, dull),
  reflectionTheory(3, keen),
  reflectionTheory(3, perverse),
  planTheory(0, dull),
  planTheory(2, keen),
  annealingTheory(land, 5),
  annealingTheory({ ...land, temperature: 6, cooling: 0.95 }, 5),
  bestOfNTheory(3, 0.6),
  bestOfNTheory(5, 0.8),
]

export const theoryBench: Bench = {
  about: 'how often strategies succeed with a model and a judge of known accuracy over HTTP, beside what theory says',
  run: async () => {
    const server = await openScriptedServer()
    console.log(`  predicted  measured  95 % interval   inside   (${runs} runs each)`)
    let good = true
    for (const [at, theory] of theories.entries()) good = (await isInside(theory, seed * (at + 1), server)) && good
    await server.close()
    return good
  },
}

async function isInside(theory: Theory, from: number, server: ScriptedServer): Promise<boolean> {
  const { rate, ...interval } = await measuredOverHttp(theory, runs, from, server)
  const inside = theory.predicted >= interval.from && theory.predicted <= interval.to
  const [predicted, found, low, high] = [theory.predicted, rate, interval.from, interval.to].map((each) =>
    each.toFixed(3),
  )
  console.log(`  ${predicted}      ${found}     ${low} to ${high}  ${inside ? 'yes' : 'NO '}      ${theory.name}`)
  return inside
}
