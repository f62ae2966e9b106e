import { expect, test } from 'vitest'
import { noTotals } from '../../../src-shared/run/event.ts'
import { addToTotals } from '../../../src-shared/run/totals.ts'
import { costText, costWithWord, tokensText } from '../../../src-shared/run/totals-text.ts'

const ended = (
  usage: { input: number | null; output: number | null; cost: null | { amount: number; currency: string } } | null,
) => {
  const value = { text: '', stopReason: 'end_turn', session: 's', usage, toolCalls: 0, undone: [] }
  const outcome = { ok: true, value } as const
  return { type: 'step-end', path: '0', step: 'prompt-agent', outcome, durationMs: 1, seq: 1, at: 0, ms: 0 } as const
}

test('what another agent does not report is said so, and is never 0', () => {
  const totals = addToTotals(noTotals, ended(null))
  expect([tokensText(totals), costText(totals), costWithWord(totals)]).toEqual([
    'tokens not reported',
    'not reported',
    'cost not reported',
  ])
})

test('what it reports counts, and the sums say that they lack the rest', () => {
  const whole = addToTotals(noTotals, ended({ input: 1000, output: 20, cost: { amount: 0.25, currency: 'USD' } }))
  expect([tokensText(whole), costText(whole)]).toEqual(['1.0 k tokens', '$0.250'])
  const partly = addToTotals(whole, ended({ input: null, output: null, cost: { amount: 1, currency: 'EUR' } }))
  expect([tokensText(partly), costText(partly)]).toEqual(['1.0 k tokens reported', '$0.250 reported'])
})
