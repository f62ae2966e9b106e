import { expect, test } from 'vitest'
import { batchLines } from '../../../../src-main/shell-command/compare/batch-table.ts'
import type { BatchResults, LaneResults } from '../../../../src-shared/comparison/comparison-results.ts'
import { laneColumns } from '../../../../src-shared/comparison/shown/lane-columns.ts'

const measured = (more: Partial<LaneResults>) =>
  ({
    label: 'A',
    name: 'Tool loop',
    trials: 4,
    successes: 3,
    void: 1,
    success: { value: 0.75, from: 0.3, to: 0.95 },
    passAt: [
      { k: 1, value: 0.75 },
      { k: 3, value: 0.99 },
    ],
    spread: { time: { median: 61_000 }, tokens: { median: 1200 }, cost: { median: 0.5 } },
    costPerSuccess: { value: 0.6, from: 0.4, to: 1 },
    noCostPerSuccess: null,
    score: null,
    ...more,
  }) as unknown as LaneResults
const noSpread = { time: null, tokens: null, cost: null }
const unmeasured = measured({
  trials: 0,
  successes: 0,
  void: 0,
  success: null,
  passAt: [],
  spread: noSpread,
  costPerSuccess: null,
})

test('a column has one form, and an unknown figure is a dash in each', () => {
  const columns = laneColumns([measured({}), unmeasured])
  const row = (lane: LaneResults) => Object.fromEntries(columns.map(({ head, text }) => [head, text(lane)]))
  expect(row(measured({}))).toMatchInlineSnapshot(`
    {
      "Cost": "$0.500",
      "Cost per success": "$0.600 ($0.400 to $1.00)",
      "Rate, 95 % interval": "75 % (30 % to 95 %)",
      "Success": "3 of 4",
      "Tokens": "1.2 k tokens",
      "Trials": "4, 1 not counted",
      "Working time": "1 min 1 s",
      "pass@1": "75 %",
      "pass@3": "99 %",
    }
  `)
  expect(Object.values(row(unmeasured)).slice(1)).toEqual(columns.slice(1).map(() => expect.stringMatching(/^—/)))
  for (const { value, key } of columns.slice(1)) expect([key, value(unmeasured)]).toEqual([key, null])
})

test('a score and each number of tries are columns where a lane has them', () => {
  const keys = (lanes: readonly LaneResults[]) => laneColumns(lanes).map(({ key }) => key)
  expect(keys([unmeasured])).not.toContain('score')
  const scored = measured({ score: { median: 2 } as LaneResults['score'] })
  expect(keys([unmeasured, scored])).toEqual(expect.arrayContaining(['pass@1', 'pass@3', 'score']))
})

test('the table of the command line has the columns, for few lanes and for many', () => {
  const results = (count: number) =>
    ({
      lanes: Array.from({ length: count }, (_, at) => measured({ label: `${at}` as LaneResults['label'] })),
      paired: [],
      words: [],
      notes: [],
    }) as unknown as BatchResults
  for (const { head } of laneColumns([measured({})]).filter(({ key }) => !/trials|pass|per/.test(key)))
    for (const count of [2, 12])
      expect(batchLines(results(count), [], null).join('\n').toLowerCase()).toContain(head.toLowerCase())
})
