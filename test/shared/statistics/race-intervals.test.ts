import { expect, it } from 'vitest'
import { testAllAgainstAll } from '../../../src-shared/statistics/all-against-all.ts'
import { bettingInterval } from '../../../src-shared/statistics/betting-interval.ts'
import { seededChance, shuffled } from '../../../src-shared/statistics/chance.ts'
import { clusteredRateInterval } from '../../../src-shared/statistics/clustered-rate.ts'
import type { Interval } from '../../../src-shared/statistics/interval.ts'
import { wilsonInterval } from '../../../src-shared/statistics/wilson.ts'

/** RACE_WORLDS=1000 plays more. */
const worlds = Number(process.env['RACE_WORLDS'] ?? 150)
const alpha = 0.05

interface World {
  readonly lanes: number
  readonly tasks: number
  readonly repeats: number
  readonly rate: (lane: number, task: number) => number
}

/** Successes by lane and round, until each lane was dropped or all is done; undefined: it was not run. */
function race({ lanes, tasks, repeats, rate }: World, seed: number) {
  const chance = seededChance(77 + seed * 31)
  const test = testAllAgainstAll(lanes, tasks * repeats, alpha)
  const out = new Set<number>()
  const seen = Array.from({ length: lanes }, () => new Map<number, { task: number; success: boolean }>())
  let round = 0
  for (let repeat = 0; repeat < repeats; repeat++)
    for (const task of shuffled([...Array(tasks).keys()], chance)) {
      if (out.size === lanes - 1) return seen
      for (let lane = 0; lane < lanes; lane++) {
        const success = chance() < rate(lane, task)
        if (!out.has(lane)) seen[lane]?.set(round, { task, success })
        test.note(lane, round, out.has(lane) ? 'none' : success ? 'success' : 'failure')
      }
      round++
      for (const { worse } of test.claims) if (out.size < lanes - 1) out.add(worse)
    }
  return seen
}

const covers = (found: Interval | null, truth: number) =>
  found === null || (found.from <= truth + 1e-12 && truth <= found.to + 1e-12)

/** What the report says of them: 93 to 98 of 100, though a race ends by what it saw. */
it.each<[string, World]>([
  ['alike', { lanes: 4, tasks: 10, repeats: 10, rate: () => 0.5 }],
  ['from good to bad', { lanes: 16, tasks: 10, repeats: 10, rate: (lane) => 0.9 - (0.6 * lane) / 15 }],
  ['many tasks', { lanes: 8, tasks: 40, repeats: 3, rate: (lane) => 0.9 - (0.6 * lane) / 7 }],
  ['tasks unlike', { lanes: 8, tasks: 10, repeats: 10, rate: (_, task) => [0.1, 0.3, 0.5, 0.7, 0.9][task % 5] ?? 0 }],
])('after a race, intervals of single lanes nearly hold, and all differences do at once: %s', (_, world) => {
  const { lanes, tasks, rate } = world
  const held = { wilson: 0, clustered: 0, differences: 0 }
  for (let seed = 0; seed < worlds; seed++) {
    const seen = race(world, seed)
    const truth = (lane: number) =>
      Array.from({ length: tasks }, (__, task) => rate(lane, task)).reduce((a, b) => a + b) / tasks
    let isHeld = true
    for (const [lane, rounds] of seen.entries()) {
      const own = [...rounds.values()]
      const good = own.filter(({ success }) => success).length
      const byTask = [...new Set(own.map(({ task }) => task))].map((task) => own.filter((each) => each.task === task))
      const rates = byTask.map((each) => each.filter(({ success }) => success).length / each.length)
      held.wilson += Number(covers(wilsonInterval(good, own.length, alpha), truth(lane))) / lanes
      held.clustered += Number(covers(clusteredRateInterval(rates, own.length, alpha), truth(lane))) / lanes
      const pairs = [...rounds].flatMap(([round, { success }]) => {
        const first = seen[0]?.get(round)
        return first === undefined || lane === 0 ? [] : [Number(success) - Number(first.success)]
      })
      const counts = [-1, 0, 1].map((value) => ({ value, count: pairs.filter((each) => each === value).length }))
      if (lane > 0 && !covers(bettingInterval(counts, [-1, 1], alpha / (lanes - 1)), truth(lane) - truth(0)))
        isHeld = false
    }
    held.differences += Number(isHeld)
  }
  expect(held.wilson / worlds).toBeGreaterThan(0.91)
  expect(held.clustered / worlds).toBeGreaterThan(0.93)
  expect(held.differences / worlds).toBeGreaterThanOrEqual(0.95)
})
