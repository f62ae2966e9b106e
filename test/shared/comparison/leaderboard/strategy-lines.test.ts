import { expect, test } from 'vitest'
import type { EntryIdentity, StandingTrial } from '../../../../src-shared/comparison/leaderboard/entry-trials.ts'
import { strategyLines, type UsedEntry } from '../../../../src-shared/comparison/leaderboard/strategy-lines.ts'
import {
  changeText,
  changeVerdictText,
  lineNotes,
  versionSuccessText,
} from '../../../../src-shared/comparison/leaderboard/strategy-lines-text.ts'
import { seededChance } from '../../../../src-shared/statistics/chance.ts'

const identity: Omit<EntryIdentity, 'key' | 'version'> = {
  title: 'Retry',
  choice: { name: 'retry', options: {} },
  options: '',
  models: [],
  limits: '',
  importedFrom: null,
}

interface Version {
  readonly at: number
  readonly trials: readonly StandingTrial[]
  readonly line?: string
}

const used = (version: string | null, { at, trials, line = 'retry' }: Version): UsedEntry => ({
  identity: { ...identity, key: `${line} ${version}`, version },
  line,
  trials,
  firstAt: at,
})

/** Two repeats of each task. */
const over = (tasks: readonly string[], isDone: (task: number, repeat: number) => boolean): StandingTrial[] =>
  tasks.flatMap((task, at) =>
    [0, 1].map((repeat) => ({
      task,
      repeat,
      success: isDone(at, repeat),
      workMs: 1,
      cost: null,
      comparable: true,
    })),
  )
const tasks = (count: number, name = 't') => Array.from({ length: count }, (_, at) => `${name}${at}`)
const half = (task: number) => task % 2 === 0

test('versions are in the order of their first use, each compared with the one before on the tasks that both did', () => {
  const [line] = strategyLines(
    [
      used('retry@3', { at: 30, trials: over(tasks(20), () => true) }),
      used('retry@1', { at: 10, trials: over(tasks(20), half) }),
      used('retry@2', { at: 20, trials: over(tasks(20), half) }),
    ],
    0.05,
  )
  expect(line?.versions.map(({ version, success }) => [version, success.value])).toEqual([
    ['retry@1', 0.5],
    ['retry@2', 0.5],
    ['retry@3', 1],
  ])
  expect(line?.versions.map(({ change }, at) => changeText(change, at === 0))).toEqual([
    'first',
    '0 points on 20 tasks',
    '+50 points (+26 to +74) on 20 tasks',
  ])
  expect(line?.versions.map(({ change }) => changeVerdictText(change))).toEqual(['', 'not enough to tell', 'better'])
  expect(line?.shared).toBe(20)
  expect(line && lineNotes(line, 0.05)[0]).toBe('Shown to differ from the one before: retry@3 (better).')
})

test('success is over the tasks that all versions did, if these are enough; else over those of each, and this is said', () => {
  const easy = over(tasks(10, 'easy'), () => true)
  const both = strategyLines(
    [
      used('retry@1', { at: 1, trials: over(tasks(6), half) }),
      used('retry@2', { at: 2, trials: [...over(tasks(6), half), ...easy] }),
    ],
    0.05,
  )[0]
  expect(both?.versions.map(({ tasks: count, success }) => [count, success.value])).toEqual([
    [6, 0.5],
    [6, 0.5],
  ])
  const apart = strategyLines(
    [used('retry@1', { at: 1, trials: over(tasks(6), half) }), used('retry@2', { at: 2, trials: easy })],
    0.05,
  )[0]
  expect(apart).toMatchObject({ shared: null, versions: [{ change: null }, { change: null, success: { value: 1 } }] })
  expect(changeText(apart?.versions[1]?.change ?? null, false)).toBe('no task in common')
  expect(apart && lineNotes(apart, 0.05).join(' ')).toContain('did different tasks')
})

test('another set of options is another line; one version, what was imported, or has no known version makes none', () => {
  const trials = over(tasks(6), half)
  const outside = used('retry@2', { at: 2, trials })
  expect(
    strategyLines(
      [
        used('retry@1', { at: 1, trials }),
        used('retry@2', { at: 2, trials, line: 'other options' }),
        used(null, { at: 3, trials }),
        used('retry@4', { at: 4, trials: [] }),
        { ...outside, identity: { ...outside.identity, importedFrom: 'paper' } },
      ],
      0.05,
    ),
  ).toEqual([])
})

test('fewer than five tasks have an interval over trials', () => {
  const trials = over(tasks(3), () => true)
  const [line] = strategyLines([used('retry@1', { at: 1, trials }), used('retry@2', { at: 2, trials })], 0.05)
  expect(line?.versions.map(versionSuccessText)).toEqual(Array(2).fill('100\u00a0% (61–100\u00a0%) of 6'))
})

test('of ten versions that are all alike, any is called better or worse in at most 5 of 100 worlds', () => {
  let wrong = 0
  const worlds = 300
  for (let seed = 0; seed < worlds; seed++) {
    const chance = seededChance(600 + seed * 3)
    const entries = Array.from({ length: 10 }, (_, at) =>
      used(`retry@${at}`, { at, trials: over(tasks(20), (task) => chance() < 0.2 + 0.06 * (task % 10)) }),
    )
    const [line] = strategyLines(entries, 0.05)
    if (line?.versions.some(({ change }) => change !== null && change.verdict !== 'not enough')) wrong++
  }
  expect(wrong / worlds).toBeLessThanOrEqual(0.05)
  expect(wrong).toBeGreaterThan(0)
})
