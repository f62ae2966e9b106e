import { describe, expect, it } from 'vitest'
import { pairedDifference } from '../../../src-main/trials/statistics/paired-rates.ts'
import { bettingInterval } from '../../../src-shared/statistics/betting-interval.ts'
import { pairedBootstrap } from '../../../src-shared/statistics/bootstrap.ts'
import { seededChance } from '../../../src-shared/statistics/chance.ts'
import { clusteredRateInterval } from '../../../src-shared/statistics/clustered-rate.ts'
import type { Interval } from '../../../src-shared/statistics/interval.ts'
import { studentQuantile } from '../../../src-shared/statistics/quantiles.ts'
import { betAgainstAlike } from '../../../src-shared/statistics/sequential.ts'
import { wilsonInterval } from '../../../src-shared/statistics/wilson.ts'
import { sampleOf } from '../../kit/project/sample.ts'

/**
 * What is shown of many lanes: each lane’s own interval by itself, and all differences to the first lane at once.
 * All by seed: the same each time. LANE_WORLDS=1000 draws more.
 */
const worlds = Number(process.env['LANE_WORLDS'] ?? 200)
const alpha = 0.05
const covers = ({ from, to }: Interval, truth: number) => from <= truth + 1e-12 && truth <= to + 1e-12
const normal = (chance: () => number) => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
const logistic = (x: number) => 1 / (1 + Math.exp(-x))

interface World {
  readonly lanes: number
  readonly tasks: number
  readonly repeats: number
}

/** Lanes from good to bad, at tasks that differ. */
function play({ lanes, tasks, repeats }: World, seed: number) {
  const chance = seededChance(5 + seed * 17)
  const easier = Array.from({ length: tasks }, () => 0.8 * normal(chance))
  const rate = (lane: number, task: number) => logistic((easier[task] ?? 0) + 1.5 - (2 * lane) / lanes)
  const truth = (lane: number) => easier.reduce((sum, _, task) => sum + rate(lane, task), 0) / tasks
  const successes = Array.from({ length: lanes }, (_, lane) =>
    Array.from({ length: tasks * repeats }, (__, round) => chance() < rate(lane, round % tasks)),
  )
  return { truth, successes }
}

function pairsOf(one: readonly boolean[], other: readonly boolean[]) {
  const counts = { both: 0, onlyOne: 0, onlyOther: 0, neither: 0 }
  for (const [at, own] of one.entries()) {
    const others = other[at] ?? false
    counts[own ? (others ? 'both' : 'onlyOne') : others ? 'onlyOther' : 'neither']++
  }
  return counts
}

const always = ({ both, onlyOne, onlyOther, neither }: ReturnType<typeof pairsOf>, level: number) =>
  bettingInterval(
    [
      { value: 1, count: onlyOne },
      { value: 0, count: both + neither },
      { value: -1, count: onlyOther },
    ],
    [-1, 1],
    level,
  )

describe('a plan looked at once', () => {
  // Repeats of a task scatter less than independent trials, so that it is a little more where tasks differ.
  it.each<World>([
    { lanes: 8, tasks: 50, repeats: 2 },
    { lanes: 50, tasks: 20, repeats: 5 },
    { lanes: 200, tasks: 20, repeats: 1 },
  ])('$lanes lanes at $tasks tasks: each lane’s rate, and all differences at once', (world) => {
    const held = { rate: 0, differences: 0 }
    for (let seed = 0; seed < worlds; seed++) {
      const { truth, successes } = play(world, seed)
      const [first = []] = successes
      const level = alpha / (world.lanes - 1)
      held.rate +=
        successes.filter((own, lane) =>
          covers(wilsonInterval(own.filter(Boolean).length, own.length, alpha), truth(lane)),
        ).length / world.lanes
      const all = successes.every(
        (own, lane) => lane === 0 || covers(pairedDifference(pairsOf(own, first), level), truth(lane) - truth(0)),
      )
      held.differences += all ? 1 : 0
    }
    expect(held.rate / worlds).toBeGreaterThan(0.935)
    expect(held.rate / worlds).toBeLessThan(0.985)
    expect(held.differences / worlds).toBeGreaterThan(0.92)
  })

  it.each<World>([
    { lanes: 20, tasks: 8, repeats: 2 },
    { lanes: 20, tasks: 60, repeats: 1 },
  ])('$lanes lanes over tasks like these $tasks', ({ lanes, tasks, repeats }) => {
    let held = 0
    const chance = seededChance(31)
    const truth = (lane: number) => {
      let sum = 0
      for (let at = 0; at < 2000; at++) sum += logistic(1.5 - (2 * lane) / lanes + 0.8 * (-4 + at / 250)) * weight(at)
      return sum / total
    }
    const weight = (at: number) => Math.exp(-((-4 + at / 250) ** 2) / 2)
    const total = Array.from({ length: 2000 }, (_, at) => weight(at)).reduce((sum, each) => sum + each, 0)
    const truths = Array.from({ length: lanes }, (_, lane) => truth(lane))
    for (let world = 0; world < worlds; world++) {
      const easier = Array.from({ length: tasks }, () => 0.8 * normal(chance))
      for (const [lane, rate] of truths.entries()) {
        const rates = easier.map((each) => {
          const own = logistic(1.5 - (2 * lane) / lanes + each)
          return Array.from({ length: repeats }, () => chance() < own).filter(Boolean).length / repeats
        })
        const found = clusteredRateInterval(rates, tasks * repeats, alpha)
        held += (found !== null && covers(found, rate) ? 1 : 0) / lanes
      }
    }
    expect(held / worlds).toBeGreaterThan(0.935)
    expect(held / worlds).toBeLessThan(0.995)
  })
})

describe('figures of many lanes', () => {
  /** The share of worlds in which all intervals hold at once; lanes differ by `spread` from the first to the last. */
  function held(lanes: number, pairs: number, spread: number): number {
    let all = 0
    const count = Math.ceil(worlds / 4)
    for (let seed = 0; seed < count; seed++) {
      const chance = seededChance(5 + seed * 17)
      const base = Array.from({ length: pairs }, () => Math.exp(0.3 * normal(chance)))
      const noise = () => Math.exp(0.5 * normal(chance))
      const usual = Math.exp(0.5 ** 2 / 2 + 0.3 ** 2 / 2)
      const first = base.map((each) => each * noise())
      let isHeld = true
      for (let lane = 1; lane < lanes; lane++) {
        const factor = 1 + (spread * lane) / lanes
        const differences = base.map((each, at) => each * factor * noise() - (first[at] ?? 0))
        const found = pairedBootstrap(differences, alpha / (lanes - 1), seed + lane)
        if (found !== null && !covers(found, (factor - 1) * usual)) isHeld = false
      }
      all += isHeld ? 1 : 0
    }
    return all / count
  }

  const plans = [
    [50, 10, 0],
    [50, 20, 0.3],
    [100, 20, 0],
  ] as const
  const timeout = 300_000
  it.each(sampleOf(plans, 1))(
    '%i lanes, %i pairs, differing by up to %d: all intervals hold at once',
    { timeout },
    (...world) => {
      expect(held(...world)).toBeGreaterThanOrEqual(0.92)
    },
  )

  it('Student’s quantiles far out, as in tables', () => {
    expect(studentQuantile(0.9999, 4)).toBeCloseTo(13.0337, 3)
    expect(studentQuantile(0.99999, 4)).toBeCloseTo(23.332, 2)
    expect(studentQuantile(0.9995, 9)).toBeCloseTo(4.7809, 3)
    expect(studentQuantile(0.025, 9)).toBeCloseTo(-2.26216, 4)
    expect(studentQuantile(0.975, 1e6)).toBeCloseTo(1.95997, 4)
  })
})

describe('the interval of a difference that is looked at again and again', () => {
  it.each([
    [8, 0],
    [7, 0],
    [30, 12],
    [5, 5],
  ])('holds nothing exactly if the bet on %i to %i has grown enough', (wins, losses) => {
    const level = 1 / betAgainstAlike(wins, losses)
    const seen = { both: 20, onlyOne: wins, onlyOther: losses, neither: 5 }
    if (level < 1) {
      expect(always(seen, level * 1.01).from).toBeGreaterThan(0)
      expect(always(seen, level * 0.99).from).toBeLessThan(0)
    } else expect(always(seen, 0.5)).toEqual({ from: expect.any(Number), to: expect.any(Number) })
  })

  it('for 0 and 1 it is the exact mixture over rates', () => {
    const { from, to } = bettingInterval(
      [
        { value: 1, count: 30 },
        { value: 0, count: 20 },
      ],
      [0, 1],
      alpha,
    )
    // 30! 20! / 51! divided by the likelihood at an end is 1/alpha.
    let logMixture = 0
    for (let k = 1; k <= 20; k++) logMixture += Math.log(k / (30 + k))
    logMixture -= Math.log(51)
    for (const end of [from, to])
      expect(logMixture - 30 * Math.log(end) - 20 * Math.log(1 - end)).toBeCloseTo(-Math.log(alpha), 4)
  })

  it('ends at the bounds, and is as narrow as it can be if nothing ever differs', () => {
    expect(always({ both: 0, onlyOne: 9, onlyOther: 0, neither: 0 }, alpha).to).toBe(1)
    const { from, to } = always({ both: 400, onlyOne: 0, onlyOther: 0, neither: 100 }, alpha)
    expect(from).toBeCloseTo(-to, 6)
    expect(to).toBeLessThan(0.012)
  })

  it.each([
    ['lanes alike', 0.5, 0.5, 1],
    ['tasks unlike', 0.5, 0.5, 4],
    ['one better', 0.8, 0.6, 1],
  ])('misses the truth at any of 150 looks at most as often as promised: %s', (_, own, others, kinds) => {
    let missed = { always: 0, once: 0 }
    for (let seed = 0; seed < worlds; seed++) {
      const chance = seededChance(400 + seed * 3)
      const counts = { both: 0, onlyOne: 0, onlyOther: 0, neither: 0 }
      const isMissed = { always: false, once: false }
      for (let round = 0; round < 150; round++) {
        const easier = ((round % kinds) - (kinds - 1) / 2) * 0.12
        const [one, other] = [chance() < own + easier, chance() < others + easier]
        counts[one ? (other ? 'both' : 'onlyOne') : other ? 'onlyOther' : 'neither']++
        if (round < 9 || round % 5 !== 4) continue
        if (!covers(always(counts, alpha), own - others)) isMissed.always = true
        if (!covers(pairedDifference(counts, alpha), own - others)) isMissed.once = true
      }
      missed = {
        always: missed.always + Number(isMissed.always),
        once: missed.once + Number(isMissed.once),
      }
    }
    expect(missed.always / worlds).toBeLessThanOrEqual(alpha)
    // That for one look would miss it far too often.
    expect(missed.once / worlds).toBeGreaterThan(0.1)
  })
})
