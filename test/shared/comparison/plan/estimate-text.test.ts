import { expect, test } from 'vitest'
import { estimateText } from '../../../../src-shared/comparison/plan/estimate-text.ts'
import type { LaneEstimate } from '../../../../src-shared/comparison/run-estimate.ts'

const known: LaneEstimate = { basis: 'set-up', runs: 3, workMs: 2000, cost: 0.02, tokens: 1500, modelCalls: 4 }

test('the sentence counts all runs and says what it rests on, or that there is nothing', () => {
  expect(estimateText([known, known], 10)).toBe(
    'About 40.0 s of work, about 30.0 k tokens, about $0.400, by 6 earlier runs of the same set-up in this project.',
  )
  expect(estimateText([known, known], 10, 4)).toContain('About 40.0 s of work (10.0 s with 4 at once), ')
  expect(estimateText([null, null], 1)).toContain('No estimate yet')
})

test('what is not known of a lane makes the sum a least, and stays unknown if it is known of none', () => {
  expect(estimateText([known, { ...known, cost: null }], 1)).toContain(
    ', at least $0.020 (cost unknown for 1 of 2 lanes), by',
  )
  expect(estimateText([{ ...known, cost: null }], 1)).toContain(', cost unknown, by 3 earlier runs')
  expect(estimateText([known, null], 10)).toMatch(
    /^At least 20\.0 s of work, at least .* Lane B has no earlier run there\.$/,
  )
  expect(estimateText([known, null, null], 1)).toContain('Lane B and lane C have no earlier run there.')
  expect(estimateText([known, ...Array(7).fill(null)], 1)).toContain('7 lanes have no earlier run there.')
})

test('lanes that rest on different runs are told apart', () => {
  const loose: LaneEstimate = { ...known, basis: 'strategy', runs: 20 }
  const priced: LaneEstimate = { ...known, basis: 'tokens', workMs: null }
  expect(estimateText([known, loose, loose, priced], 1)).toBe(
    'At least 6.0 s of work (time unknown for 1 of 4 lanes), about 6.0 k tokens, about $0.080, by 3 earlier runs of the same set-up (1 lane), 20 earlier runs of the same strategy and model with other options (2 lanes), and the tokens of 3 earlier runs with other models, at its own price (1 lane) in this project.',
  )
})
