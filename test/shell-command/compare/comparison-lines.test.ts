import { expect, test } from 'vitest'
import { comparisonLines } from '../../../src-main/shell-command/compare/compare-table.ts'
import type { Comparison, Lane } from '../../../src-shared/comparison/comparison.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { noTotals } from '../../../src-shared/run/event.ts'
import { modelTimeText } from '../../../src-shared/run/totals-text.ts'

const lane = (label: string) =>
  ({
    label,
    state: 'done',
    checkResult: null,
    failure: null,
    strategy: { name: 'chat', options: {} },
    bound: {},
  }) as unknown as Lane
const run = (durationMs: number, waitingMs: number) =>
  ({
    status: 'completed',
    durationMs,
    changes: null,
    failure: null,
    totals: { ...noTotals, waitingMs },
  }) as unknown as Run

test('the times of a comparison are those that its headline speaks of, without waits', () => {
  const lanes = [lane('A'), lane('B')]
  const comparison = { lanes, check: null, verdicts: [], rubric: null } as unknown as Comparison
  const runs = new Map([
    [lanes[0], run(10_000, 8000)],
    [lanes[1], run(5000, 0)],
  ])
  const lines = comparisonLines(comparison, (each) => runs.get(each), {}, null, [])
  expect(lines[0]).toMatch(/A is 60\s% faster/)
  expect(lines.find((line) => line.startsWith('working time'))).toMatch(/2\.0 s, waited 8\.0 s +5\.0 s$/)
})

test('calls that another agent made with its own models are not known, and never 0', () => {
  const own = { ...noTotals, unreported: { tokens: 1, cost: 1 } }
  expect(modelTimeText(own)).toBe('—')
  expect(modelTimeText({ ...noTotals, modelCalls: 1, modelMs: 1200 })).toBe('1.2 s in 1 call')
})
