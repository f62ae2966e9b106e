import { expect, it } from 'vitest'
import { batchResults } from '../../../../src-main/trials/batch-results.ts'
import { openEarlyEnd } from '../../../../src-main/trials/early-end.ts'
import type { Batch, Certainty, Trial } from '../../../../src-shared/comparison/comparison-batch.ts'
import { laneLabelAt } from '../../../../src-shared/comparison/lane-label.ts'
import { lanesOut, openRace } from '../../../../src-shared/comparison/race/race.ts'
import { seededChance } from '../../../../src-shared/statistics/chance.ts'
import { madeBatch, madeResult } from '../../../kit/agent/sample-trials.ts'

/** WORD_WORLDS=1000 plays more. All by seed: the same each time. */
const worlds = Number(process.env['WORD_WORLDS'] ?? 80)
const alpha = 0.05
const tasks = 4
const parallel = 4

function planned(lanes: number, repeats: number, certainty: Certainty): { batch: Batch; trials: Trial[] } {
  const { lanes: ownLanes, tasks: ownTasks } = madeBatch()
  const labels = Array.from({ length: lanes }, (_, at) => laneLabelAt(at))
  const batch = madeBatch({
    lanes: labels.flatMap((label) => ownLanes.slice(0, 1).map((lane) => ({ ...lane, label }))),
    tasks: Array.from({ length: tasks }, (_, at) => `task ${at}`).flatMap((id) =>
      ownTasks.slice(0, 1).map((task) => ({ ...task, id })),
    ),
    repeats,
    certainty,
    state: 'running',
  })
  const rounds = Array.from({ length: repeats }, (_, repeat) => batch.tasks.map(({ id }) => ({ taskId: id, repeat })))
  const trials = rounds
    .flat()
    .flatMap((round) => labels.map((lane) => ({ ...round, lane })))
    .map((each, number): Trial => ({ ...each, number, runId: null, state: 'waiting', result: null, failure: null }))
  return { batch, trials }
}

/** Runs a plan as the app does: a few trials at a time, which end in any order, also once it is decided. */
function play({ batch, trials }: ReturnType<typeof planned>, rates: readonly number[], chance: () => number): Batch {
  const labels = batch.lanes.map(({ label }) => label)
  const end = openEarlyEnd(batch, trials)
  const race = batch.certainty.racing === true ? openRace(labels, alpha, trials) : null
  let out: NonNullable<Batch['out']> = []
  let isOver = false
  for (;;) {
    const open = trials.filter(({ state, lane }) => state === 'waiting' && !out.some((each) => each.lane === lane))
    const running = trials.filter(({ state }) => state === 'running')
    for (const { number } of isOver ? [] : open.slice(0, parallel - running.length)) put(number, { state: 'running' })
    const active = trials.filter(({ state }) => state === 'running')
    const trial = active[Math.floor(chance() * active.length)]
    if (trial === undefined) break
    const success = chance() < (rates[labels.indexOf(trial.lane)] ?? 0)
    put(trial.number, { state: 'done', result: madeResult({ success }) })
    const ended = trials[trial.number]
    if (ended === undefined) continue
    end.note(ended)
    if (race === null) isOver = end.isDecided()
    else {
      race.note(ended)
      out = lanesOut(labels.length, race.claims(), out)
      isOver = out.length === labels.length - 1
    }
  }
  if (race !== null) for (const { number, state } of trials) if (state === 'waiting') put(number, { state: 'saved' })
  return { ...batch, out }

  function put(number: number, change: Partial<Trial>) {
    const before = trials[number]
    if (before !== undefined) trials[number] = { ...before, ...change }
  }
}

it.each<[string, Partial<Certainty>]>([
  ['once the plan is done', {}],
  ['with an early end', { stopEarly: true }],
  ['in a race', { racing: true }],
])('words and intervals of success never disagree, and hold: %s', (_, more) => {
  const certainty = { alpha, margin: 0.1, stopEarly: false, ...more }
  let [held, said, apart, wrong] = [0, 0, 0, 0]
  for (let seed = 0; seed < worlds; seed++) {
    const chance = seededChance(seed * 7 + 3)
    const lanes = 2 + Math.floor(chance() * 4)
    const plan = planned(lanes, 5 + Math.floor(chance() * 12), certainty)
    // In every other world all lanes are alike.
    const usual = chance()
    const rates = Array.from({ length: lanes }, () => (seed % 2 === 0 ? usual : chance()))
    const batch = play(plan, rates, chance)
    let [isHeld, isWrong] = [true, false]
    const { paired } = batchResults(batch, plan.trials)
    if (certainty.stopEarly)
      expect(openEarlyEnd(batch, plan.trials).isDecided()).toBe(paired.every((each) => each.decidedAfter !== null))
    for (const [at, { difference, success, p }] of paired.entries()) {
      if (difference === null) continue
      const { from, to } = difference
      if (from === null || to === null) throw new Error('a difference of success has an interval')
      const what = `seed ${seed}: ${success}, ${from} to ${to}, p = ${p}`
      if (success === 'better') expect(from, what).toBeGreaterThanOrEqual(0)
      else if (success === 'worse') expect(to, what).toBeLessThanOrEqual(0)
      else expect(from <= 0 && to >= 0, what).toBe(true)
      const truth = (rates[at + 1] ?? 0) - (rates[0] ?? 0)
      if (truth < from - 1e-9 || truth > to + 1e-9) isHeld = false
      const isSaid = success === 'better' || success === 'worse'
      said += Number(isSaid)
      if ((success === 'better' && truth <= 0) || (success === 'worse' && truth >= 0)) isWrong = true
      apart += Number(isSaid && (from > 0 || to < 0))
    }
    held += Number(isHeld)
    wrong += Number(isWrong)
  }
  expect(wrong / (worlds / 2)).toBeLessThanOrEqual(alpha)
  expect(held / worlds).toBeGreaterThanOrEqual(0.95)
  expect(said).toBeGreaterThan(20)
  // An interval that ends at 0 is the exception.
  expect(apart / said).toBeGreaterThan(0.85)
})
