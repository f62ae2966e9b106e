import { expect, test } from 'vitest'
import { hitAt } from '../../../../src-renderer/parts/timeline/model/hit.ts'
import { newLayout, updateLayout } from '../../../../src-renderer/parts/timeline/model/layout.ts'
import { rowsOf } from '../../../../src-renderer/parts/timeline/model/rows.ts'
import { fitAll } from '../../../../src-renderer/parts/timeline/model/viewport.ts'
import { paint } from '../../../../src-renderer/parts/timeline/paint/paint.ts'
import { axisHeight } from '../../../../src-renderer/parts/timeline/paint/scene.ts'
import { workingScale } from '../../../../src-renderer/parts/timeline/scale/scale.ts'
import { scaleFor } from '../../../../src-renderer/parts/timeline/scale/use-scale.ts'
import { foldedTime, idleGaps } from '../../../../src-renderer/run/idle-gaps.ts'
import { toAxis } from '../../../../src-renderer/run/time-map.ts'
import type { EventBody } from '../../../../src-shared/run/event.ts'
import { idleStretches } from '../../../../src-shared/run/time/work-times.ts'
import {
  approvalAnswer,
  approvalAsk,
  modelEnd,
  modelStart,
  phaseEnd,
  phaseStart,
  runFrom,
  runOf,
  sceneOf,
  toolEnd,
  toolStart,
} from '../../../kit/fake-host/timeline-scene.ts'
import { fakeCanvas } from '../../../kit/window/canvas.ts'

/** What was drawn in a colour, as places and sizes. */
function boxes(drawn: ReturnType<typeof fakeCanvas>['drawn'], fill: string) {
  return drawn.filter((each) => each.name === 'roundRect' && each.fill === fill).map((each) => each.values.map(Number))
}

/** Phases of 20 tool calls, each a millisecond long: `count` spans. */
function longRun(count: number, failedAt = -1) {
  const bodies: (readonly [number, EventBody])[] = []
  let ms = 0
  for (let phase = 0; bodies.length < count * 2; phase++) {
    bodies.push([ms, phaseStart(`${phase}`, 'execute')])
    for (let call = 0; call < 19; call++) {
      const path = `${phase}.${call}`
      bodies.push([ms, toolStart(path)], [++ms, toolEnd(path, Math.floor(bodies.length / 2) !== failedAt)])
    }
    bodies.push([ms, phaseEnd(`${phase}`)])
  }
  return runFrom(bodies)
}

test('100,000 spans are laid out, and drawn with no more draws than there are pixels', () => {
  const run = longRun(100_000)
  expect(run.spans.length).toBeGreaterThanOrEqual(100_000)
  const scene = sceneOf(run, fitAll(run.lastMs))
  expect(scene.layout.root.tools.map((track) => track.start.length)).toEqual([95_000])
  const { context, drawn } = fakeCanvas()
  paint(context, { ...scene, map: [scene.layout] }, 1)
  expect(drawn.length).toBeLessThan(12_000)
  // One row of tool calls that touch each other is one block, from the first to the last.
  const [block, ...rest] = boxes(drawn, 'read')
  expect(rest).toEqual([])
  expect(block?.[2]).toBeCloseTo((run.lastMs / (run.lastMs * 1.03)) * 1000, 0)
})

test('zoomed in among 100,000 spans, each in sight is drawn on its own and can be hit', () => {
  const run = longRun(100_000)
  const scene = sceneOf(run, { from: 50_000, to: 50_010 })
  const { context, drawn } = fakeCanvas()
  paint(context, scene, 1)
  // Ten bars of 100 pixels, and those that touch the edges.
  expect(boxes(drawn, 'read').filter(([, , width]) => width !== undefined && width > 90)).toHaveLength(12)
  const line = scene.rows.lineOf.get(
    scene.layout.root.tools[0] ?? { start: [], end: [], span: [], kind: [], state: [], first: [], names: new Map() },
  )
  const hit = hitAt(scene.rows, 50_003.5, (line?.top ?? 0) + 5, 0.01)
  expect(run.spans[hit?.span ?? -1]).toMatchObject({ kind: 'tool', startMs: 50_003, endMs: 50_004 })
})

test('a failure among merged bars stays marked', () => {
  const marks = (failedAt: number) => {
    const run = longRun(10_000, failedAt)
    const { context, drawn } = fakeCanvas()
    paint(context, sceneOf(run, fitAll(run.lastMs)), 1)
    return drawn.filter((each) => each.name === 'stroke').length
  }
  expect(marks(-1)).toBe(0)
  expect(marks(5021)).toBe(1)
})

test('bars too narrow to see that lie apart are drawn apart, wide enough to see', () => {
  const run = runOf(
    [0, toolStart('0')],
    [1, toolEnd('0')],
    [5000, toolStart('1')],
    [5001, toolEnd('1')],
    [10_000, toolStart('2')],
    [10_001, toolEnd('2')],
  )
  const { context, drawn } = fakeCanvas()
  paint(context, sceneOf(run, { from: 0, to: 10_300 }), 1)
  const found = boxes(drawn, 'read')
  expect(found).toHaveLength(3)
  for (const [, , width] of found) expect(width).toBeGreaterThanOrEqual(2)
})

test('a model call shows its wait for the first token and its stream in two tones, retries as notches', () => {
  const failure = { kind: 'model-overloaded', message: 'Busy.', advice: 'Wait.' } as const
  const retry: EventBody = { type: 'model-retry', path: '0', attempt: 1, waitMs: 10, failure }
  const run = runOf([0, modelStart('0')], [200, retry], [1000, modelEnd('0', 400)])
  const { context, drawn } = fakeCanvas()
  paint(context, sceneOf(run, { from: 0, to: 1000 }), 1)
  expect(boxes(drawn, 'model')[0]?.[2]).toBeCloseTo(999, 0)
  expect(boxes(drawn, 'first-wait')[0]?.[2]).toBeCloseTo(400, 0)
  expect(drawn.some((each) => each.name === 'fillRect' && each.fill === 'bad' && each.values[0] === 199.5)).toBe(true)
})

test('the wait for an approval is striped on the call and on the You row', () => {
  const run = runOf(
    [0, toolStart('0', 'edit')],
    [100, approvalAsk('0')],
    [700, approvalAnswer('0')],
    [1000, toolEnd('0')],
  )
  const { context, drawn } = fakeCanvas()
  paint(context, sceneOf(run, { from: 0, to: 1000 }), 1)
  expect(boxes(drawn, 'hatch-edit')[0]?.slice(0, 1)).toEqual([100])
  expect(boxes(drawn, 'hatch-edit')[0]?.[2]).toBeCloseTo(600, 0)
  expect(boxes(drawn, 'hatch-wait')[0]?.[2]).toBeCloseTo(599, 0)
})

test('what runs now reaches to the present, marked by the playhead', () => {
  const run = runOf([0, modelStart('0')])
  const { context, drawn } = fakeCanvas()
  paint(context, sceneOf(run, { from: 0, to: 1000 }, { nowMs: 500, live: true }), 1)
  expect(boxes(drawn, 'model')[0]?.[2]).toBeCloseTo(499, 0)
  expect(drawn.some((each) => each.name === 'fillRect' && each.fill === 'accent' && each.values[0] === 499.25)).toBe(
    true,
  )
})

test('what was not looked for steps back, with readable text', () => {
  const run = runOf([0, toolStart('0')], [400, toolEnd('0')], [500, toolStart('1')], [900, toolEnd('1')])
  const { context, drawn } = fakeCanvas()
  paint(context, sceneOf(run, { from: 0, to: 1000 }, { found: new Set([1]) }), 1)
  expect(boxes(drawn, 'dim-read').map(([x]) => x)).toEqual([0])
  expect(boxes(drawn, 'read').map(([x]) => x)).toEqual([500])
  const texts = drawn.filter(({ name, values }) => name === 'fillText' && /a\.js/.test(String(values[0])))
  expect(texts.map(({ fill }) => fill)).toEqual(['ink-3', 'on-read'])
})

test('on a folded axis bars stand where they are without the gap, and the gap is a break with its length', () => {
  const run = runOf([0, toolStart('0')], [1000, toolEnd('0')], [61_000, toolStart('1')], [62_000, toolEnd('1')])
  const time = foldedTime(idleGaps(run))
  const layout = updateLayout(newLayout(time), run)
  const end = toAxis(time, run.lastMs)
  const marks = { playhead: 1400, time, layout, rows: rowsOf(layout, new Map()), present: end, endMs: end }
  const { context, drawn } = fakeCanvas()
  paint(context, sceneOf(run, { from: 0, to: 2400 }, marks), 1)
  expect(boxes(drawn, 'read').map(([x]) => Math.round(x ?? 0))).toEqual([0, Math.round((1400 / 2400) * 1000)])
  const sunk = drawn.find((each) => each.name === 'fillRect' && each.fill === 'sunk')
  expect(sunk?.values.map((value) => Math.round(Number(value)))).toEqual([417, 0, 167, 300 - axisHeight])
  expect(drawn.some((each) => each.name === 'fillText' && each.values[0] === '1 min 0 s')).toBe(true)
  // What comes after the playhead is pale: the ground lies over it.
  const pale = drawn.find((each) => each.name === 'fillRect' && each.fill === 'pane' && Number(each.values[0]) > 500)
  expect(Math.round(Number(pale?.values[0]))).toBe(583)
})

test('a phase that waited while another branch worked says what it worked', () => {
  const run = runFrom([
    [0, { type: 'branches-start', path: '0', count: 2, again: false }],
    [0, phaseStart('0/0.0', 'execute')],
    [0, toolStart('0/1.0', 'command')],
    [0, { type: 'tool-begin', path: '0/1.0' }],
    [0, toolStart('0/0.0.0', 'edit')],
    [100, approvalAsk('0/0.0.0')],
    [8100, approvalAnswer('0/0.0.0')],
    [8200, toolEnd('0/0.0.0')],
    [8200, phaseEnd('0/0.0')],
    [9000, toolEnd('0/1.0')],
    [9000, { type: 'branches-end', path: '0', failure: null }],
  ])
  const { context, drawn } = fakeCanvas()
  paint(context, sceneOf(run, fitAll(run.lastMs), { scale: workingScale(idleStretches(run), 100) }), 1)
  const written = drawn.filter((each) => each.name === 'fillText').map((each) => `${each.values[0]}`)
  expect(written).toContain('200 ms')
  expect(written.join(' ')).not.toContain('8.2 s')
})

test.each(['tokens', 'cost'] as const)('the band of parallel branches says what all of them used (%s)', (kind) => {
  const run = runFrom([
    [0, phaseStart('0', 'execute')],
    [0, { type: 'branches-start', path: '0.0', count: 2, again: false }],
    [0, modelStart('0.0/0.0')],
    [0, modelStart('0.0/1.0')],
    [500, modelEnd('0.0/0.0', 10, 0.03, { input: 3000, output: 0 })],
    [900, modelEnd('0.0/1.0', 10, 0.02, { input: 1000, output: 1000 })],
    [900, { type: 'branches-end', path: '0.0', failure: null }],
    [900, phaseEnd('0')],
  ])
  const { context, drawn } = fakeCanvas()
  const scale = scaleFor(run, kind, false)
  const total = scale.amounts?.total ?? 0
  paint(context, sceneOf(run, fitAll(total), { scale, time: scale.time, present: total, endMs: total }), 1)
  const written = drawn.filter((each) => each.name === 'fillText').map((each) => `${each.values[0]}`)
  expect(written).toContain(kind === 'tokens' ? '5.0 k tokens' : '$0.050')
})
