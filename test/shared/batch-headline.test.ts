import { expect, test } from 'vitest'
import { batchResults } from '../../src-main/trials/batch-results.ts'
import { batchVerdict } from '../../src-shared/comparison/batch-headline.ts'
import { madeBatch, madeTrials, type TrialOutcome } from '../kit/agent/sample-trials.ts'

const good: TrialOutcome = { success: true, workMs: 2000, tokens: 400, cost: 0.02 }
const bad: TrialOutcome = { success: false, workMs: 1000, tokens: 100, cost: 0.01 }
const vary = (outcome: TrialOutcome, at: number): TrialOutcome => ({
  ...outcome,
  workMs: (outcome.workMs ?? 0) + at,
  tokens: (outcome.tokens ?? 0) + at,
})
const verdict = (...pairs: readonly (readonly [TrialOutcome, TrialOutcome])[]) => {
  const trials = madeTrials(pairs.map(([a, b], at) => [vary(a, at), vary(b, at * 2)]))
  return batchVerdict(batchResults(madeBatch({ repeats: pairs.length }), trials))
}
const times = (count: number, a: TrialOutcome, b: TrialOutcome) => Array.from({ length: count }, () => [a, b] as const)
const plain = (sentences: readonly string[]) => sentences.map((each) => each.replaceAll('\u00a0', ' '))

test('a lane that is shown to be better is named, in counts, with what it costs', () => {
  const { kind, chip, headline, sentences } = verdict(...times(9, bad, good), ...times(3, good, good))
  expect({ kind, chip, headline }).toEqual({
    kind: 'better',
    chip: 'B is better',
    headline: 'B succeeds in 12 of 12 trials, A in 3.',
  })
  expect(plain(sentences)[0]).toMatch(/^B compared with A: \+75 points \(95 % interval \+\d+ to \+\d+\)\.$/)
  expect(sentences.join(' ')).toMatch(/A success costs \$0\.020 in B, /)
})

test('what is certain of time and tokens is said though success is not', () => {
  const slow: TrialOutcome = { ...good, workMs: 4000, tokens: 900 }
  const { chip, sentences } = verdict(...times(10, good, slow))
  expect(chip).toBe('Not enough to tell')
  expect(sentences.join(' ')).toMatch(/B takes 10\d\u00a0% more time and 12\d\u00a0% more tokens\./)
})

test('the first lane is named when the other is worse', () => {
  expect(verdict(...times(10, good, bad))).toMatchObject({ chip: 'A is better' })
})

test('too few trials name nobody, and say how many more would tell', () => {
  const { kind, chip, headline, sentences } = verdict(...times(3, bad, good))
  expect({ kind, chip, headline }).toEqual({
    kind: 'open',
    chip: 'Not enough to tell',
    headline: 'B succeeds in 3 of 3 trials, A in 0.',
  })
  expect(sentences.join(' ')).toMatch(/About \d+ more repeats? would likely show a difference/)
})

test('before the first trial has ended nothing is said of any lane', () => {
  const { lanes } = madeBatch()
  expect(batchVerdict(batchResults(madeBatch(), []))).toMatchObject({
    chip: 'Not enough to tell',
    headline: 'No trial has ended yet.',
  })
  expect(lanes).toHaveLength(2)
})

test('a lane that has no trial yet is said to have none', () => {
  const trials = madeTrials([[good, good]]).filter(({ lane }) => lane === 'A')
  const { headline } = batchVerdict(batchResults(madeBatch({ repeats: 1 }), trials))
  expect(headline).toBe('A succeeds in 1 of 1 trial, B has none yet.')
})

test('of three lanes, one that the first is better than is named although another is open', () => {
  const results = batchResults(
    madeBatch({ repeats: 10 }),
    madeTrials(times(10, good, bad).map(([a, b], at) => [vary(a, at), vary(b, at)])),
  )
  const [pair] = results.paired
  if (pair === undefined) throw new Error('the lanes were not compared')
  expect(pair.success).toBe('worse')
  const open = { ...pair, lane: 'C', success: 'not enough', moreRepeats: 9 } as const
  const { chip, sentences } = batchVerdict({ ...results, paired: [pair, open] })
  expect(chip).toBe('Not enough to tell')
  expect(sentences).toContain('B succeeds less often than A.')
  expect(sentences.join(' ')).toContain('C may be no different from A. About 9 more repeats')
  expect(batchVerdict(results).sentences.join(' ')).not.toContain('less often than')
})
