import { expect, test } from 'vitest'
import { batchResults } from '../../../../src-main/trials/batch-results.ts'
import type { Certainty, Trial } from '../../../../src-shared/comparison/comparison-batch.ts'
import { type LaneLabel, laneIndex, laneLabelAt } from '../../../../src-shared/comparison/lane-label.ts'
import {
  allPairs,
  allPairsNote,
  type LanePair,
  lanePairText,
} from '../../../../src-shared/comparison/race/all-pairs.ts'
import { noTotals } from '../../../../src-shared/run/event.ts'
import { seededChance } from '../../../../src-shared/statistics/chance.ts'
import { madeBatch } from '../../../kit/agent/sample-trials.ts'

const labels = ['A', 'B', 'C'] as const
const laneLabels = (count: number): LaneLabel[] => Array.from({ length: count }, (_, at) => laneLabelAt(at))
const [protoLane] = madeBatch().lanes
const result = (success: boolean) =>
  ({ success, status: 'completed', totals: noTotals, workMs: 1, changes: null, check: null }) as const
const trial = (lane: LaneLabel, repeat: number, success: boolean, more: Partial<Trial> = {}): Trial => ({
  number: repeat * 3 + laneIndex(lane),
  taskId: 'task',
  repeat,
  lane,
  state: 'done',
  runId: null,
  result: result(success),
  failure: null,
  ...more,
})
/** C succeeds always, B in the second half, A never. */
const trials = Array.from({ length: 16 }, (_, repeat) => [
  trial('A', repeat, false),
  trial('B', repeat, repeat >= 8),
  trial('C', repeat, true),
]).flat()
const certainty: Certainty = { alpha: 0.05, margin: 0.1, stopEarly: false }
const batch = (count: number, more: Partial<Certainty> = {}) => ({
  lanes: labels.slice(0, count).map((label) => ({ label })),
  certainty: { ...certainty, ...more },
})
const judged = (count: number, trialList = trials, more: Partial<Certainty> = {}) => {
  return allPairs(batch(count, more), trialList, [])
}

const textOf = (pair: LanePair) => lanePairText(pair, {})

test('with more than two lanes each pair has its verdict, corrected for all of them', () => {
  expect(judged(3).map((pair) => [pair.one + pair.other, pair.onlyOne, pair.onlyOther, textOf(pair)])).toEqual([
    ['AB', 0, 8, 'B succeeds more often than A'],
    ['AC', 0, 16, 'C succeeds more often than A'],
    ['BC', 0, 8, 'C succeeds more often than B'],
  ])
  // 8 to 0 alone is 0.0078; two such tests are left after the strongest.
  expect(judged(3)[0]?.p).toBeCloseTo(0.0156, 4)
  expect(judged(2)).toEqual([])
})

const open = trials.map((each, at) => (at === 47 ? { ...each, state: 'waiting' as const, result: null } : each))

test('nothing is said while trials are to come', () => {
  const pairs = judged(3, open)
  expect(pairs.map(textOf)).toEqual(Array(3).fill('not judged'))
  expect(allPairsNote(batch(3), pairs)).toContain('once all trials')
})

test.each<Partial<Certainty>>([{ stopEarly: true }, { racing: true }])(
  'a plan that may stop early judges all pairs at any time, by tests that hold at any number of looks: %j',
  (more) => {
    const pairs = judged(3, open, more)
    // 15 to 0 is a bet of 2^15 / 16; 8 to 0 would need 6 times 20, and has 2 * 2^8 / 9 − 1.
    expect(pairs.map((pair) => lanePairText(pair, more))).toEqual([
      'not enough to tell',
      more.racing === true ? 'C is better than A' : 'C succeeds more often than A',
      'not enough to tell',
    ])
    expect(pairs[1]?.p).toBeCloseTo(6 / (2 * (2 ** 15 / 16) - 1), 6)
    expect(pairs[0]?.p).toBeCloseTo(5 / (2 * (2 ** 8 / 9) - 1), 6)
    expect(allPairsNote(batch(3, more), pairs)).toContain('6 directions by Holm')
  },
)

test('a pair with the first lane has one verdict on the whole page, whatever the tests of all pairs say', () => {
  const many = laneLabels(24)
  let apart = 0
  for (let seed = 1; seed <= 12; seed++) {
    const chance = seededChance(seed)
    const all = many.flatMap((lane, at) =>
      Array.from({ length: 30 }, (_, repeat): Trial => {
        const number = repeat * many.length + at
        return trial(lane, repeat, chance() < (at === 21 ? 0.9 : 0.5), { number })
      }),
    )
    const made = madeBatch({
      lanes: many.flatMap((label) => (protoLane === undefined ? [] : [{ ...protoLane, label }])),
      repeats: 30,
      certainty,
    })
    const { paired } = batchResults(made, all)
    const inTable = allPairs(made, all, paired).filter(({ one }) => one === 'A')
    expect(inTable).toHaveLength(23)
    for (const [at, pair] of inTable.entries()) {
      const word = paired[at]?.success
      expect(pair.ahead).toBe(word === 'better' ? pair.other : word === 'worse' ? 'A' : null)
      expect(textOf(pair)).toBe(
        pair.ahead === null
          ? 'not enough to tell'
          : `${pair.ahead} is better than ${pair.ahead === 'A' ? pair.other : 'A'}`,
      )
      if (pair.ahead !== null) expect(pair.p).toBeLessThanOrEqual(0.05)
    }
    const corrected = allPairs(made, all, []).filter(({ one }) => one === 'A')
    apart += corrected.filter(({ ahead }, at) => ahead !== inTable[at]?.ahead).length
  }
  // The two families of tests really differ in these worlds.
  expect(apart).toBeGreaterThan(0)
})
