import { expect, test } from 'vitest'
import { csvOf, listCsv, summaryCsv } from '../../../../src-renderer/parts/timeline/model/csv.ts'
import { changeFrom, changeText, laneSummary } from '../../../../src-renderer/parts/timeline/model/lane-summary.ts'
import { summarize } from '../../../../src-renderer/parts/timeline/model/summary.ts'
import { modelEnd, modelStart, runOf, toolEnd, toolStart } from '../../../kit/fake-host/timeline-scene.ts'

const slow = runOf(
  [0, modelStart('0')],
  [2000, modelEnd('0', 10, 0.02, { input: 1000, output: 100 })],
  [2000, toolStart('1', 'command')],
  [6000, toolEnd('1')],
)
const quick = runOf([0, modelStart('0')], [1000, modelEnd('0', 10, 0.01, { input: 500, output: 50 })])

test('cells are quoted if they must be, and none is a formula', () => {
  expect(csvOf([['a', 'b,c', 'say "hi"', 'two\nlines', 1.5, null]])).toBe('a,"b,c","say ""hi""","two\nlines",1.5,\r\n')
  for (const text of ['=1+1', '+1', '-1', '@sum', '\tx']) expect(csvOf([[text]]).replaceAll('"', '')).toMatch(/^'/)
})

test('a list and a summary are written as they are shown', () => {
  const [head, model, ...rest] = listCsv(slow, [1, 0]).split('\r\n').toReversed().slice(1)
  expect([head?.split(',')[0], model?.split(',')[0], rest.length]).toEqual(['model call', 'tool', 1])
  expect(head).toContain(',0,2000,1000,0,100,0.02')
  const rows = summarize(slow, 'role', slow.lastMs)
  expect(summaryCsv([{ name: '', rows }]).split('\r\n')).toHaveLength(4)
  expect(
    summaryCsv([
      { name: 'Lane A', rows },
      { name: 'Lane B', rows },
    ]),
  ).toMatch(/^lane,what,.*\r\nLane A,/)
})

test('the same calls of several runs stand in one row, and what only one has in its own', () => {
  const rows = laneSummary([slow, quick].map((run) => summarize(run, 'role', run.lastMs)))
  expect(rows.map(({ label, lanes }) => [label, ...lanes.map((each) => each?.totalMs ?? null)])).toEqual([
    ['Commands', 4000, null],
    ['Model calls, planner', 2000, 1000],
  ])
})

test('a figure says how much more or less than the first it is, unless it is about the same', () => {
  expect(changeText(changeFrom(2000, 1000))).toMatch(/^−50\s%$/)
  expect(changeText(changeFrom(1000, 2500))).toMatch(/^\+150\s%$/)
  expect(changeText(changeFrom(1000, 1001))).toBe('')
  expect([changeFrom(null, 1), changeFrom(0, 1), changeFrom(1, null)]).toEqual([null, null, null])
})
