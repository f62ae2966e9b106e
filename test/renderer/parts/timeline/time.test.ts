import fc from 'fast-check'
import { expect, test } from 'vitest'
import { presentClock } from '../../../../src-renderer/parts/timeline/model/clock.ts'
import { findSpans } from '../../../../src-renderer/parts/timeline/model/find.ts'
import { newLayout, updateLayout } from '../../../../src-renderer/parts/timeline/model/layout.ts'
import { neighbor, nextFound } from '../../../../src-renderer/parts/timeline/model/neighbors.ts'
import { sumRange } from '../../../../src-renderer/parts/timeline/model/range-sum.ts'
import { summarize } from '../../../../src-renderer/parts/timeline/model/summary.ts'
import { tickLabel, tickStep, ticksOf } from '../../../../src-renderer/parts/timeline/model/ticks.ts'
import {
  fitAll,
  followEnd,
  isZoomed,
  panBy,
  showRange,
  spanOf,
  toMs,
  toX,
  zoomAt,
} from '../../../../src-renderer/parts/timeline/model/viewport.ts'
import { spanName } from '../../../../src-renderer/run/span-names.ts'
import { noUse } from '../../../../src-shared/run/use.ts'
import {
  approvalAnswer,
  approvalAsk,
  modelEnd,
  modelStart,
  phaseEnd,
  phaseStart,
  runOf,
  toolEnd,
  toolStart,
} from '../../../kit/fake-host/timeline-scene.ts'

test('zooming keeps the moment under the pointer, and never leaves the run', () => {
  const steps = fc.array(fc.record({ x: fc.nat(1000), factor: fc.double({ min: 0.2, max: 5, noNaN: true }) }), {
    maxLength: 20,
  })
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 10_000_000 }), steps, (end, moves) => {
      let view = fitAll(end)
      for (const { x, factor } of moves) {
        const at = toMs(view, 1000, x)
        const next = zoomAt(view, at, factor, end)
        const inside = next.from > fitAll(end).from && next.to < fitAll(end).to
        if (inside) expect(toX(next, 1000, at)).toBeCloseTo(x, 3)
        expect(next.from).toBeGreaterThanOrEqual(-1e-6)
        expect(next.to).toBeLessThanOrEqual(fitAll(end).to + 1e-6)
        expect(spanOf(next)).toBeGreaterThan(0.4)
        view = next
      }
    }),
  )
})

test('panning stops at both ends of the run', () => {
  const view = zoomAt(fitAll(1000), 500, 0.1, 1000)
  expect(panBy(view, -1e9, 1000).from).toBe(0)
  expect(panBy(view, 1e9, 1000).to).toBeCloseTo(1030)
  expect(spanOf(panBy(view, 1e9, 1000))).toBeCloseTo(spanOf(view))
  expect(isZoomed(view, 1000)).toBe(true)
  expect(isZoomed(fitAll(1000), 1000)).toBe(false)
})

test('following keeps the stretch and has the present near its right edge', () => {
  const view = followEnd({ from: 0, to: 100 }, 5000)
  expect(spanOf(view)).toBeCloseTo(100)
  expect(view.to).toBeGreaterThan(5000)
  expect(view.from).toBeLessThan(5000)
})

test('a span is brought into sight only where it is not', () => {
  const view = { from: 100, to: 200 }
  expect(showRange(view, 120, 130, 1000)).toBe(view)
  const moved = showRange(view, 500, 510, 1000)
  expect(spanOf(moved)).toBeCloseTo(100)
  expect((moved.from + moved.to) / 2).toBeCloseTo(505)
  const wider = showRange(view, 300, 700, 1000)
  expect(wider.from).toBeLessThan(300)
  expect(wider.to).toBeGreaterThan(700)
})

test('ticks are round, even, and far enough apart', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 1e8, noNaN: true }), (span) => {
      const step = tickStep((span / 1000) * 88)
      const ticks = ticksOf(0, span, step)
      expect((step / span) * 1000).toBeGreaterThanOrEqual(87.9)
      expect(ticks.length).toBeLessThanOrEqual(12)
    }),
  )
  expect([0.03, 3, 30, 240, 1200, 9000, 50_000, 400_000].map(tickStep)).toEqual([
    0.05, 5, 50, 500, 2000, 10_000, 60_000, 600_000,
  ])
})

test('ticks are written as exactly as they stand apart', () => {
  expect(tickLabel(0, 1000)).toBe('0 s')
  expect(tickLabel(250, 50)).toBe('250 ms')
  expect(tickLabel(0.25, 0.05)).toBe('0.25 ms')
  expect(tickLabel(1500, 500)).toBe('1.5 s')
  expect(tickLabel(2000, 1000)).toBe('2 s')
  expect(tickLabel(150_000, 30_000)).toBe('2 min 30 s')
  expect(tickLabel(120_000, 60_000)).toBe('2 min')
  expect(tickLabel(5_400_000, 1_800_000)).toBe('1 h 30 min')
  expect(tickLabel(5_490_000, 30_000)).toBe('1 h 31 min 30 s')
})

const run = runOf(
  [0, phaseStart('0', 'plan')],
  [0, modelStart('0.0')],
  [2100, modelEnd('0.0', 500)],
  [2100, phaseEnd('0')],
  [3000, toolStart('1', 'command')],
  [3100, approvalAsk('1')],
  [4100, approvalAnswer('1')],
  [4600, toolEnd('1', false)],
  [5000, modelStart('2')],
  [6000, modelEnd('2', 100, null)],
)

test('spans are named by type, label, length and how they went', () => {
  expect(run.spans.map((span) => spanName(run, span, run.lastMs))).toEqual([
    'phase plan 2.1 s',
    'model call planner 2.1 s',
    'tool read_file a.js 600 ms failed',
    'model call planner 1.0 s',
  ])
})

test('a stretch is summed: parts of calls by time, tokens and cost by calls that ended in it', () => {
  expect(sumRange(run, 1100, 4600, run.lastMs)).toEqual({
    modelMs: 1000,
    modelCalls: 1,
    toolMs: 600,
    toolCalls: 1,
    waitingMs: 1000,
    use: { input: 100, output: 20, cost: 0.01 },
  })
  expect(sumRange(run, 0, 6000, run.lastMs)).toMatchObject({
    modelCalls: 2,
    use: { input: 200, output: 40, cost: null },
  })
  expect(sumRange(run, 2200, 2900, run.lastMs)).toMatchObject({ modelCalls: 0, toolCalls: 0, modelMs: 0, use: noUse })
})

test('questions that are open at the same time are waited for once, and work beside them is work', () => {
  const parallel = runOf(
    [0, toolStart('0/0', 'command')],
    [0, toolStart('0/1', 'command')],
    [1000, approvalAsk('0/1')],
    [2000, approvalAsk('0/0')],
    [6000, approvalAnswer('0/1')],
    [8000, approvalAnswer('0/0')],
    [9000, toolEnd('0/0')],
    [9000, toolEnd('0/1')],
  )
  expect(sumRange(parallel, 0, 9000, 9000)).toMatchObject({ waitingMs: 5000, toolMs: 6000 })
  expect(sumRange(parallel, 5000, 7000, 9000).waitingMs).toBe(1000)
  const waited = summarize(parallel, 'tool', 9000).find(({ key }) => key === 'waiting')
  expect(waited).toMatchObject({ totalMs: 5000, medianMs: 5000, p95Ms: 6000 })
})

test('finding looks at names, arguments and what was said; all words must be there', () => {
  expect(findSpans(run, 'A.JS')).toEqual([2])
  expect(findSpans(run, 'rounds early')).toEqual([1, 3])
  expect(findSpans(run, 'plan')).toEqual([0, 1, 3])
  expect(findSpans(run, 'rounds late')).toEqual([])
  expect(findSpans(run, '  ')).toEqual([])
})

test('the next and the previous span are those that are drawn; finds go round', () => {
  const layout = updateLayout(newLayout(), run)
  expect(neighbor(layout, run, null, 1)).toBe(0)
  expect(neighbor(layout, run, null, -1)).toBe(3)
  expect(neighbor(layout, run, 1, 1)).toBe(2)
  expect(neighbor(layout, run, 3, 1)).toBe(3)
  expect(nextFound([1, 3], 3, 1)).toBe(1)
  expect(nextFound([1, 3], 3, -1)).toBe(1)
  expect(nextFound([], 3, 1)).toBe(null)
})

test('the present goes on between events, stands still at the end, and is put right by each event', () => {
  let elapsed = 0
  const clock = presentClock(
    () => elapsed,
    () => 0,
  )
  clock.tell({ ...run, lastMs: 1000, startedAt: null }, true)
  elapsed += 300
  expect(clock.now()).toBe(1300)
  clock.tell({ ...run, lastMs: 1290, startedAt: null }, true)
  expect(clock.now()).toBe(1300)
  clock.tell({ ...run, lastMs: 5000, startedAt: null }, true)
  expect(clock.now()).toBe(5000)
  elapsed += 300
  clock.tell({ ...run, lastMs: 5100, startedAt: null }, false)
  elapsed += 300
  expect(clock.now()).toBe(5100)
})

test('a run joined while it waits stands at its true present, unless the wall clock makes no sense (T8)', () => {
  const joined = (wall: number) => {
    const clock = presentClock(
      () => 0,
      () => wall,
    )
    clock.tell({ ...run, lastMs: 1000, startedAt: 10_000 }, true)
    return clock.now()
  }
  expect(joined(41_000)).toBe(31_000)
  expect(joined(5_000)).toBe(1000)
  expect(joined(10_000 + 315_360_000_000)).toBe(1000)
})
