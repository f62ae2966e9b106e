import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyRunView, foldItems } from '../../../src-shared/run/view/fold.ts'
import { pathAbove } from '../../../src-shared/run/view/paths.ts'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import { criticalPath } from '../../../src-shared/timeline/critical-path.ts'
import { randomLog } from '../../kit/agent/random-log.ts'
import {
  approvalAnswer,
  approvalAsk,
  modelEnd,
  modelStart,
  runOf,
  type TimedEvent,
  toolEnd,
  toolStart,
} from '../../kit/fake-host/timeline-scene.ts'

const branches: TimedEvent = [1000, { type: 'branches-start', path: '1', count: 2, again: false }]
const tooMany = { kind: 'model-rate-limited', message: 'Too many.', advice: '' } as const
/** A call of 1 s, then a branch of 2 s beside one of 5 s, then a command of 1 s after half a minute's wait. */
const run = runOf(
  [0, modelStart('0')],
  [1000, modelEnd('0', 10)],
  branches,
  [1000, modelStart('1/0.0')],
  [1000, modelStart('1/1.0')],
  [3000, modelEnd('1/0.0', 10)],
  [4000, modelEnd('1/1.0', 10)],
  [4000, toolStart('1/1.1')],
  [6000, toolEnd('1/1.1')],
  [6000, { type: 'branches-end', path: '1', failure: null }],
  [6000, toolStart('2', 'command')],
  [6000, approvalAsk('2')],
  [36_000, approvalAnswer('2')],
  [37_000, toolEnd('2')],
)
const pathsOf = (view: RunView, within: string | null = null) =>
  criticalPath(view, view.lastMs, { within }).spans.map((index) => view.spans[index]?.path)

test('of parallel branches the one that ended last counts, and the other has slack', () => {
  const path = criticalPath(run, run.lastMs)
  expect(pathsOf(run)).toEqual(['0', '1/1.0', '1/1.1', '2'])
  expect(path).toMatchObject({ workMs: 7000, waitedMs: 30_000, allMs: 9000 })
  expect([...path.slack]).toEqual([
    ['1/0', 3000],
    ['1/1', 0],
  ])
})

test('a call that stands in the queue of questions waits, and the next try of a model call is waited for', () => {
  const queued = runOf(
    [0, { ...branches[1] }],
    [0, toolStart('1/0.0', 'edit')],
    [0, toolStart('1/1.0', 'edit')],
    [10, approvalAsk('1/0.0')],
    [2010, approvalAnswer('1/0.0')],
    [2110, toolEnd('1/0.0')],
    [2110, approvalAsk('1/1.0')],
    [5110, approvalAnswer('1/1.0')],
    [5210, toolEnd('1/1.0')],
    [5210, { type: 'branches-end', path: '1', failure: null }],
    [5210, modelStart('2')],
    [5310, { type: 'model-retry', path: '2', attempt: 1, waitMs: 4000, failure: tooMany }],
    [6310, { type: 'model-try-now', path: '2' }],
    [6410, modelEnd('2', 10)],
  )
  // Before the first question, and between the two, the second call prepares; then it writes, and the model answers twice.
  expect(criticalPath(queued, queued.lastMs)).toMatchObject({ workMs: 10 + 100 + 100 + 200, waitedMs: 6000 })
})

test('the path of a group is that of what is in it', () => {
  expect(pathsOf(run, '1')).toEqual(['1/1.0', '1/1.1'])
})

test('of a stretch, only the steps that touch it count, with their time in it', () => {
  const path = criticalPath(run, run.lastMs, { range: { from: 500, to: 3500 } })
  expect(path.spans.map((index) => run.spans[index]?.path)).toEqual(['0', '1/1.0'])
  expect(path).toMatchObject({ workMs: 3000, waitedMs: 0, allMs: 5000 })
})

test('what is under way ends now', () => {
  const going = runOf(
    [0, { ...branches[1] }],
    [0, modelStart('1/0.0')],
    [0, toolStart('1/1.0')],
    [500, toolEnd('1/1.0')],
  )
  expect(criticalPath(going, 2000).spans.map((index) => going.spans[index]?.path)).toEqual(['1/0.0'])
  expect(criticalPath(going, 2000).workMs).toBe(2000)
})

const groups = new Set(['phase', 'child', 'branches'])
const isStep = ({ kind }: RunView['spans'][number]) => !groups.has(kind) && kind !== 'notice' && kind !== 'unknown'

test('its spans follow each other, and take no longer than the run', () => {
  fc.assert(
    fc.property(randomLog, (items) => {
      const view = foldItems(emptyRunView(), items)
      const { spans, workMs, waitedMs, allMs } = criticalPath(view, view.lastMs)
      let before = 0
      for (const index of spans) {
        const span = view.spans[index]
        // What a tool asks the user lies within its call.
        if (span !== undefined && view.at.has(pathAbove(span.path)) && span.parent !== pathAbove(span.path)) continue
        expect(span?.startMs).toBeGreaterThanOrEqual(before)
        before = span?.endMs ?? view.lastMs
      }
      expect(workMs + waitedMs).toBeLessThanOrEqual(view.lastMs)
      expect(workMs).toBeLessThanOrEqual(allMs)
    }),
  )
})

test('exactly one branch of each set is on it, one without slack; beside branches every step is', () => {
  fc.assert(
    fc.property(randomLog, (items) => {
      const view = foldItems(emptyRunView(), items)
      const path = criticalPath(view, view.lastMs)
      const on = new Set(path.spans)
      const lanes = new Set(path.spans.map((index) => view.spans[index]?.lane))
      for (const [lane, slack] of path.slack) {
        expect(slack).toBeGreaterThanOrEqual(0)
        if (slack > 0) expect(lanes.has(lane)).toBe(false)
      }
      for (const { path: set, kind } of view.spans) {
        const taken = [...lanes].filter((lane) => lane?.slice(0, lane.lastIndexOf('/')) === set)
        if (kind === 'branches') expect(taken.length).toBeLessThanOrEqual(1)
      }
      for (const [index, span] of view.spans.entries()) {
        if (span.lane === '' && isStep(span)) expect(on.has(index)).toBe(true)
      }
    }),
  )
})
