import { describe, expect, test } from 'vitest'
import type { EntryTrials, StandingTrial } from '../../../../src-shared/comparison/leaderboard/entry-trials.ts'
import { rankText, toTopText } from '../../../../src-shared/comparison/leaderboard/leaderboard-text.ts'
import { rankEntries } from '../../../../src-shared/comparison/leaderboard/rank-entries.ts'
import { seededChance } from '../../../../src-shared/statistics/chance.ts'

const trial = (task: string, repeat: number, success: boolean, more: Partial<StandingTrial> = {}): StandingTrial => ({
  task,
  repeat,
  success,
  workMs: 1000,
  cost: 0.01,
  comparable: true,
  ...more,
})

const entry = (key: string, trials: readonly StandingTrial[], more: Partial<EntryTrials> = {}): EntryTrials => ({
  identity: { key, title: key, version: 'x@1', choice: null, options: '', models: [], limits: '', importedFrom: null },
  trials,
  older: [],
  isCurrent: true,
  ...more,
})

const imported = (each: EntryTrials): EntryTrials => ({
  ...each,
  identity: { ...each.identity, importedFrom: 'paper' },
  isCurrent: null,
})

/** Three repeats of each of some tasks. */
const over = (tasks: number, isDone: (task: number, repeat: number) => boolean, from = 0): StandingTrial[] =>
  Array.from({ length: tasks }, (_, at) => at + from).flatMap((task) =>
    [0, 1, 2].map((repeat) => trial(`t${task}`, repeat, isDone(task, repeat))),
  )

const always = () => true
const never = () => false

test('who is better than all others is best here, and those below that are not told apart share ranks', () => {
  const half = (task: number) => task % 2 === 0
  const otherHalf = (task: number) => task % 2 === 1
  const ranked = rankEntries(
    [entry('b', over(20, half)), entry('a', over(20, always)), entry('c', over(20, otherHalf))],
    0.05,
  )
  expect(ranked.map((each) => [each.key, rankText(each), each.best])).toEqual([
    ['a', '1', true],
    ['b', '2–3', false],
    ['c', '2–3', false],
  ])
  expect(ranked[1]).toMatchObject({ toTop: { tasks: 20, value: -0.5 }, trials: 60, tasks: 20 })
  expect(ranked[1]?.toTop?.interval?.to).toBeLessThan(0)
  expect(ranked.map(toTopText)[1]).toMatch(/^−50 points \(−\d+ to −\d+\) on 20 tasks$/)
})

test('nobody is best if two at the top are alike, or if there is nobody else', () => {
  const alike = rankEntries(
    [entry('a', over(20, always)), entry('b', over(20, always)), entry('c', over(20, never))],
    0.05,
  )
  expect(alike.map((each) => [rankText(each), each.best])).toEqual([
    ['1–2', false],
    ['1–2', false],
    ['3', false],
  ])
  expect(rankEntries([entry('a', over(20, always))], 0.05)).toMatchObject([{ best: false, toTop: null }])
})

test('entries are compared on the tasks that both did, and without any in common they are not told apart', () => {
  const easy = over(10, always)
  const both = [...over(10, always), ...over(10, (task) => task % 5 === 0, 10)]
  const [first, second] = rankEntries([entry('easy', easy), entry('both', both)], 0.05)
  expect([first, second].map((each) => each && rankText(each))).toEqual(['1–2', '1–2'])
  expect(second).toMatchObject({ toTop: { tasks: 10, value: 0, interval: null } })
  const apart = rankEntries([entry('a', over(10, always)), entry('b', over(10, never, 10))], 0.05)
  expect(apart.map(rankText)).toEqual(['1–2', '1–2'])
  expect(apart[1]?.toTop).toBeNull()
})

describe('not ranked', () => {
  test('is an earlier version of a strategy, or what was only tried on earlier versions of tasks', () => {
    const ranked = rankEntries(
      [
        entry('now', over(10, always)),
        entry('old', over(10, always), { isCurrent: false }),
        entry('tasks', [], { older: over(10, always) }),
      ],
      0.05,
    )
    expect(
      ranked.map(({ key, standing, trials }) => [key, standing.kind === 'unranked' && standing.reason, trials]),
    ).toEqual([
      ['now', false, 30],
      ['old', 'older-strategy', 30],
      ['tasks', 'older-tasks', 30],
    ])
  })

  test('is who did fewer than half of the tasks: its few trials can’t keep another from being best', () => {
    const ranked = rankEntries(
      [entry('a', over(20, always)), entry('b', over(20, never)), entry('stray', over(1, always))],
      0.05,
    )
    expect(ranked.map(({ key, best, standing }) => [key, best, standing.kind])).toEqual([
      ['a', true, 'ranked'],
      ['b', false, 'ranked'],
      ['stray', false, 'unranked'],
    ])
  })
})

describe('imported results', () => {
  test('are ranked where task and repeat match, and neither are best here nor keep another from it', () => {
    const ranked = rankEntries(
      [imported(entry('theirs', over(20, always))), entry('a', over(20, always)), entry('b', over(20, never))],
      0.05,
    )
    expect(ranked.map((each) => [each.key, rankText(each), each.best]).toSorted()).toEqual([
      ['a', '1–2', true],
      ['b', '3', false],
      ['theirs', '1–2', false],
    ])
  })

  test('are not tested at repeats that the other does not have', () => {
    const later = over(20, never).map((each) => ({ ...each, repeat: each.repeat + 3 }))
    const ranked = rankEntries([imported(entry('theirs', later)), entry('a', over(20, always))], 0.05)
    expect(ranked.map(rankText)).toEqual(['1–2', '1–2'])
  })

  test('are not ranked if the versions of their tasks are not known', () => {
    const unknown = over(20, never).map((each) => ({ ...each, comparable: false }))
    expect(rankEntries([imported(entry('theirs', unknown)), entry('a', over(20, always))], 0.05)).toMatchObject([
      { key: 'a' },
      { key: 'theirs', standing: { kind: 'unranked', reason: 'other-tasks' } },
    ])
  })
})

test('an unknown cost makes the cost per success unknown, and the time is still known', () => {
  const trials = over(5, always).map((each, at) => (at === 3 ? { ...each, cost: null } : each))
  expect(rankEntries([entry('a', trials)], 0.05)).toMatchObject([
    { costPerSuccess: null, timePerSuccess: { value: 1000 } },
  ])
})

test('of five entries that are alike, one is called best in at most 5 of 100 cases; one that is much better, in most', () => {
  const chance = seededChance(5)
  const draw = (rates: readonly number[]) =>
    rankEntries(
      rates.map((rate, at) =>
        entry(
          `e${at}`,
          over(10, (task) => chance() < Math.min(1, rate + task / 50)),
        ),
      ),
      0.05,
    )
  let [wrong, right] = [0, 0]
  for (let run = 0; run < 400; run++) {
    if (draw([0.5, 0.5, 0.5, 0.5, 0.5]).some(({ best }) => best)) wrong += 1
    if (draw([0.9, 0.3, 0.3, 0.3, 0.3]).find(({ best }) => best)?.key === 'e0') right += 1
  }
  expect(wrong / 400).toBeLessThanOrEqual(0.05)
  expect(right / 400).toBeGreaterThan(0.5)
})
