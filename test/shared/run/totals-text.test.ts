import { expect, test } from 'vitest'
import { noTotals } from '../../../src-shared/run/event.ts'
import { addToTotals } from '../../../src-shared/run/totals.ts'
import {
  costText,
  costWithWord,
  knownCost,
  knownTokens,
  spentText,
  tokenCountText,
  tokensText,
} from '../../../src-shared/run/totals-text.ts'

const ended = (
  usage: { input: number | null; output: number | null; cost: null | { amount: number; currency: string } } | null,
) => {
  const value = { text: '', stopReason: 'end_turn', session: 's', usage, toolCalls: 0, undone: [] }
  const outcome = { ok: true, value } as const
  return { type: 'step-end', path: '0', step: 'prompt-agent', outcome, durationMs: 1, seq: 1, at: 0, ms: 0 } as const
}

const place = { path: '0', seq: 0, at: 0, ms: 0 } as const
const started = {
  ...place,
  ...({ type: 'step-start', print: '', again: false, step: 'prompt-agent', ask: {} } as const),
}
const startedTotals = addToTotals(noTotals, started)

test('what an agent uses is not 0 while it works: nothing is reported yet', () => {
  expect([
    tokensText(startedTotals, true),
    tokenCountText(startedTotals, true),
    spentText(startedTotals, true),
  ]).toEqual(['tokens not reported yet', 'not reported yet', 'tokens and cost not reported yet'])
})

test('what another agent does not report is said so, and is never 0', () => {
  const totals = addToTotals(startedTotals, ended(null))
  expect([tokensText(totals), costText(totals), costWithWord(totals)]).toEqual([
    'tokens not reported',
    'not reported',
    'cost not reported',
  ])
})

test('what it reports counts, and the sums say that they lack the rest', () => {
  const whole = addToTotals(startedTotals, ended({ input: 1000, output: 20, cost: { amount: 0.25, currency: 'USD' } }))
  expect([tokensText(whole), costText(whole)]).toEqual(['1.0 k tokens', '$0.250'])
  const partly = addToTotals(
    addToTotals(whole, started),
    ended({ input: null, output: null, cost: { amount: 1, currency: 'EUR' } }),
  )
  expect([tokensText(partly), costText(partly)]).toEqual(['1.0 k tokens reported', '$0.250 reported'])
})

test('a prompt that never ends leaves what it used unknown', () => {
  expect(knownTokens(addToTotals(noTotals, started))).toBeNull()
  expect(knownCost(startedTotals)).toBeNull()
})
