import { expect, test } from 'vitest'
import { planTexts, type TrialsPlan } from '../../../../src-shared/comparison/plan/plan-text.ts'
import type { LaneEstimate, LanesEstimate } from '../../../../src-shared/comparison/run-estimate.ts'

const lane: LaneEstimate = { basis: 'set-up', runs: 3, workMs: 60_000, cost: 0.5, tokens: 3000, modelCalls: 12 }
const estimate: LanesEstimate = { lanes: [lane, lane], rates: [], disagreement: null }
const certainty = { alpha: 0.05, stopEarly: false, racing: false }
const plan: TrialsPlan = { certainty, lanes: 2, runsEach: 10, parallel: 2 }
const limits = { cost: null, tokens: null, wallMs: null }

test('a plain plan without limits has nothing to add', () => {
  expect(planTexts(plan, estimate)).toEqual([])
})

test('a race and an early end state their error rate, for two lanes and for many', () => {
  const text = (more: Partial<TrialsPlan['certainty']>, lanes = 2) =>
    planTexts({ ...plan, lanes, certainty: { ...certainty, ...more } }, null).join(' ')
  expect(text({ racing: true }, 5)).toContain('Race: a lane is out once another is shown to be better')
  expect(text({ racing: true }, 5)).toContain('at most 5 %')
  expect(text({ stopEarly: true })).toContain('end early once it is clear which lane is better. The chance of a wrong')
  expect(text({ stopEarly: true, alpha: 0.01 }, 3)).toMatch(
    /every lane is clearly better or worse than lane A.* at most 1 %/,
  )
})

test('a limit that the estimate exceeds is named, and one of what is unknown is not', () => {
  expect(planTexts({ ...plan, limits: { ...limits, cost: 5, tokens: 100_000, wallMs: 500_000 } }, estimate)).toEqual([
    'All trials together may cost $5.00.',
    'All trials together may use 100.0 k tokens.',
    'All trials together may run for 8 min 20 s.',
    'By this estimate, $5.00 and 8 min 20 s will not be enough for all trials: they end there, and can be continued.',
  ])
  const unknown = { lanes: [{ ...lane, cost: null }], rates: [], disagreement: null }
  expect(planTexts({ ...plan, limits: { ...limits, cost: 0.01 } }, unknown)).toEqual([
    'All trials together may cost $0.010.',
  ])
})

test('an equal budget and the limits a minute of a model are named, with how long those make it at least', () => {
  const rates = [
    { model: 'm', requests: 60, tokens: null, lanes: [0] },
    { model: 'free', requests: null, tokens: 90_000, lanes: [] },
  ]
  expect(planTexts({ ...plan, fair: { of: 'tokens', amount: 50_000 } }, { ...estimate, rates })).toEqual([
    expect.stringContaining('Same budget for every trial'),
    'The model “m” takes at most 60 requests a minute, from all runs together: at least 2 min 0 s for these trials.',
    'The model “free” takes at most 90.0 k tokens a minute, from all runs together.',
  ])
})
