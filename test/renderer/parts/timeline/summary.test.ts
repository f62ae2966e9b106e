import { expect, test } from 'vitest'
import { newLayout, updateLayout } from '../../../../src-renderer/parts/timeline/model/layout.ts'
import { relatedSpans } from '../../../../src-renderer/parts/timeline/model/related.ts'
import { rowsOf } from '../../../../src-renderer/parts/timeline/model/rows.ts'
import { sortSpans } from '../../../../src-renderer/parts/timeline/model/sort-spans.ts'
import { nearestRank, summarize } from '../../../../src-renderer/parts/timeline/model/summary.ts'
import { lastPoint, tracksOf } from '../../../../src-renderer/parts/timeline/model/tracks.ts'
import { realScale } from '../../../../src-renderer/parts/timeline/scale/scale.ts'
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

/** Two calls of 1 s and 3 s in a phase, a command of 2 s after half a minute's wait, and one that failed. */
const run = runOf(
  [0, phaseStart('0', 'plan')],
  [0, modelStart('0.0')],
  [1000, modelEnd('0.0', 10, 0.01, { input: 1000, output: 100 })],
  [1000, modelStart('0.1')],
  [4000, modelEnd('0.1', 10, 0.03, { input: 3000, output: 50 })],
  [4000, phaseEnd('0')],
  [4000, toolStart('1', 'command')],
  [4000, approvalAsk('1')],
  [34_000, approvalAnswer('1')],
  [36_000, toolEnd('1')],
  [36_000, toolStart('2')],
  [36_500, toolEnd('2', false)],
)

test('calls are added up by what they are, waiting apart and last', () => {
  const rows = summarize(run, 'role', run.lastMs)
  expect(
    rows.map(({ label, spans, totalMs, tokens, failed }) => [label, spans.length, totalMs, tokens, failed]),
  ).toEqual([
    ['Model calls, planner', 2, 4000, 4150, 0],
    ['Commands', 1, 2000, 0, 0],
    ['Reads', 1, 500, 0, 1],
    ['Waiting', 1, 30_000, 0, 0],
  ])
  expect(rows[0]).toMatchObject({ medianMs: 1000, p95Ms: 3000, cost: 0.04 })
  expect(rows[3]?.share).toBeNull()
})

test('by tool, phase or model the same calls are added up otherwise', () => {
  const labels = (by: 'tool' | 'phase' | 'model') => summarize(run, by, run.lastMs).map(({ label }) => label)
  expect(labels('tool')).toEqual(['Model calls', 'read_file', 'Waiting'])
  expect(labels('phase')).toEqual(['plan', 'Outside phases', 'Waiting'])
  expect(labels('model')).toEqual(['demo-1', 'Waiting'])
})

test('a quantile is one of the values', () => {
  expect([0.5, 0.95, 1].map((part) => nearestRank([1, 2, 3, 4], part))).toEqual([2, 4, 4])
  expect(nearestRank([], 0.5)).toBe(0)
})

test('a list is sorted by start, or by the largest figure first', () => {
  const all = [0, 1, 2, 3, 4]
  expect(sortSpans(run, all, 'start')).toBe(all)
  expect(sortSpans(run, all, 'tokens').slice(0, 2)).toEqual([2, 1])
  expect(sortSpans(run, all, 'took').slice(0, 3)).toEqual([0, 2, 3])
})

test('context is what each call was given, cost what all before it came to; the window is a limit if all have one', () => {
  const { context, cost, limit } = tracksOf(run, realScale, () => 32_000)
  expect(context).toEqual({ at: [0, 1000], value: [1000, 3000], most: 3000 })
  expect(cost).toEqual({ at: [1000, 4000], value: [0.01, 0.04], most: 0.04 })
  expect(limit).toBe(32_000)
  expect([-1, 0, 999, 1000].map((at) => lastPoint(context, at))).toEqual([-1, 0, 0, 1])
  expect(tracksOf(run, realScale, () => null).limit).toBeNull()
})

test('tracks stand under the rows, and only if they hold something', () => {
  const layout = updateLayout(newLayout(), run)
  const labels = (tracks: readonly ('context' | 'cost')[]) =>
    rowsOf(layout, new Map(), 'roomy', tracks).rows.map(({ label }) => label)
  expect(labels(['context', 'cost']).slice(-2)).toEqual(['Context', 'Cost'])
  expect(labels([])).not.toContain('Context')
})

test('a selected call keeps what it came from and led to: its groups, its tool calls, and the call that read them', () => {
  const asks = (path: string, id: string) => {
    const end = modelEnd(path, 1)
    if (end.type !== 'model-end' || !end.outcome.ok) throw new Error('not an answer')
    const { value } = end.outcome
    const call = { id, tool: 'read_file', arguments: '{}', complete: true }
    return {
      ...end,
      outcome: { ok: true as const, value: { ...value, message: { ...value.message, toolCalls: [call] } } },
    }
  }
  const view = runOf(
    [0, phaseStart('0', 'plan')],
    [0, modelStart('0.0')],
    [1, asks('0.0', '0.1')],
    [1, toolStart('0.1')],
    [2, toolEnd('0.1')],
    [2, modelStart('0.2')],
    [3, modelEnd('0.2', 1)],
    [3, phaseEnd('0')],
    [3, modelStart('1')],
    [4, modelEnd('1', 1)],
  )
  const related = (path: string) => [...relatedSpans(view, view.at.get(path) ?? -1).spans].sort()
  expect(related('0.0')).toEqual([0, 1, 2, 3])
  expect(related('0.1')).toEqual([0, 1, 2, 3])
  expect(related('0.2')).toEqual([0, 3])
  expect(related('0')).toEqual([0, 1, 2, 3])
})
