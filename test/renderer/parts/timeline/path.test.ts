import { expect, test } from 'vitest'
import { pathText } from '../../../../src-renderer/parts/timeline/controls/path-button.tsx'
import { newLayout, updateLayout } from '../../../../src-renderer/parts/timeline/model/layout.ts'
import { relatedSpans } from '../../../../src-renderer/parts/timeline/model/related.ts'
import { rowsOf } from '../../../../src-renderer/parts/timeline/model/rows.ts'
import { onPath, shownPath } from '../../../../src-renderer/parts/timeline/model/shown-path.ts'
import { roomForTracks, tracksOf } from '../../../../src-renderer/parts/timeline/model/tracks.ts'
import { fitAll } from '../../../../src-renderer/parts/timeline/model/viewport.ts'
import { paint } from '../../../../src-renderer/parts/timeline/paint/paint.ts'
import { realScale } from '../../../../src-renderer/parts/timeline/scale/scale.ts'
import {
  modelEnd,
  modelStart,
  phaseEnd,
  phaseStart,
  runFrom,
  runOf,
  sceneOf,
  type TimedEvent,
  toolEnd,
  toolStart,
} from '../../../kit/fake-host/timeline-scene.ts'
import { fakeCanvas } from '../../../kit/window/canvas.ts'

/** Model calls that each ask for one tool call: `rounds` of both. */
function rounds(count: number) {
  const events: TimedEvent[] = []
  for (let round = 0; round < count; round++) {
    const [model, tool, ms] = [`${2 * round}`, `${2 * round + 1}`, round * 100]
    events.push([ms, modelStart(model)], [ms + 60, modelEnd(model, 10, 0.01, { input: 1000 + round, output: 10 })])
    events.push([ms + 60, toolStart(tool)], [ms + 100, toolEnd(tool)])
  }
  return runFrom(events)
}

test('the line over the critical path of 100,000 spans takes as many strokes as there are pixels', () => {
  const run = rounds(50_000)
  const path = shownPath(run, {})
  expect(path.drawn.length).toBe(100_000)
  const scene = sceneOf(run, fitAll(run.lastMs))
  const strokes = (shown: typeof path | null) => {
    const { context, drawn } = fakeCanvas()
    paint(context, { ...scene, path: shown }, 1)
    return drawn.filter(({ name }) => name === 'lineTo').length
  }
  expect(strokes(path) - strokes(null)).toBeLessThan(4 * scene.width)
  expect(strokes(path) - strokes(null)).toBeGreaterThan(0)
})

test('in a run of many spans context and cost are counted, and what a call led to is found near it', () => {
  const run = rounds(50_000)
  const { context, cost } = tracksOf(run, realScale, () => null)
  expect([context.at.length, context.most]).toEqual([50_000, 50_999])
  expect(cost?.most).toBeCloseTo(500)
  expect(relatedSpans(run, 50_000).spans.size).toBeLessThan(10)
})

test('the groups around what the end waited for stand out with it', () => {
  const run = runOf(
    [0, phaseStart('0', 'plan')],
    [0, { type: 'branches-start', path: '0.0', count: 2, again: false }],
    [0, modelStart('0.0/0.0')],
    [0, modelStart('0.0/1.0')],
    [1000, modelEnd('0.0/0.0', 10)],
    [3000, modelEnd('0.0/1.0', 10)],
    [3000, { type: 'branches-end', path: '0.0', failure: null }],
    [3000, phaseEnd('0')],
  )
  const path = shownPath(run, {})
  const names = [...onPath(run, path)].sort().map((index) => run.spans[index]?.path)
  expect(names).toEqual(['0', '0.0', '0.0/1.0'])
  expect(pathText(path)).toMatch(/^3\.0\ss, 75\s% of all work$/)
})

test('what is still being read keeps the room of its tracks', () => {
  const run = rounds(10)
  expect(roomForTracks(run)).toMatchObject({ reading: true, cost: { at: [] } })
})

test('a strip holds the phases and every call on one line', () => {
  const run = runOf(
    [0, phaseStart('0', 'plan')],
    [0, modelStart('0.0')],
    [9, modelEnd('0.0', 5)],
    [9, toolStart('0.1')],
  )
  const { rows, height } = rowsOf(updateLayout(newLayout(), run), new Map(), 'strip')
  expect(rows.map(({ lines }) => lines.map(({ name }) => name))).toEqual([['phases', 'model', 'tools']])
  for (const { top, height: high } of rows.flatMap(({ lines }) => lines)) expect(top + high).toBeLessThanOrEqual(height)
})
