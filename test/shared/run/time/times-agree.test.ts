import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EventBody } from '../../../../src-shared/run/event.ts'
import { runTime } from '../../../../src-shared/run/time/run-time.ts'
import { lengthOf, within } from '../../../../src-shared/run/time/stretches.ts'
import { idleStretches, spanTime, stepsTime, timeBetween } from '../../../../src-shared/run/time/work-times.ts'
import { totalsOf } from '../../../../src-shared/run/totals.ts'
import { emptyRunView, foldItems } from '../../../../src-shared/run/view/fold.ts'
import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import { toolEnd, toolStart } from '../../../kit/run/events.ts'
import { type GeneratedLog, generatedLog } from '../../../kit/run/generated-log.ts'
import { run as sampleRun } from '../../../kit/window/scrolled-list.ts'

const viewOf = ({ events }: GeneratedLog): RunView =>
  foldItems(
    emptyRunView(),
    events.map((event) => ({ kind: 'event', event })),
  )

const forLogs = (check: (log: GeneratedLog, view: RunView) => void) =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000_000_000 }), (seed) => {
      const log = generatedLog(seed)
      check(log, viewOf(log))
    }),
    { numRuns: 400 },
  )

test('generated logs have what is to be agreed on', () => {
  const logs = Array.from({ length: 200 }, (_, seed) => generatedLog(seed + 1))
  const has = (type: string) => logs.filter(({ events }) => events.some((event) => event.type === type)).length
  for (const type of ['approval-ask', 'pause-ask', 'model-retry', 'run-resume', 'branches-start', 'phase-start'])
    expect(has(type), type).toBeGreaterThan(20)
  expect(logs.filter(({ events }) => events.at(-1)?.type !== 'run-end').length).toBeGreaterThan(20)
  expect(logs.filter((log) => runTime(sampleRun, viewOf(log), log.nowMs).waitedMs > 0).length).toBeGreaterThan(60)
})

test('what a run’s totals say it waited is what its spans say, at any moment of it', () => {
  forLogs((log, view) => {
    const { nowMs } = log
    const said = runTime(sampleRun, view, nowMs)
    const seen = timeBetween(view, 0, nowMs)
    expect(said.waitedMs).toBeCloseTo(seen.waitedMs, 6)
    expect(said.workMs).toBeCloseTo(seen.workMs, 6)
    // Lists and the record have the totals alone.
    expect(totalsOf(log.events).waitingMs).toBeLessThanOrEqual(said.waitedMs + 1e-6)
  })
})

test('the axis of working time leaves out what the headline says was waited', () => {
  forLogs((log, view) => {
    const idle = within(idleStretches(view), 0, log.nowMs)
    expect(lengthOf(idle)).toBeCloseTo(runTime(sampleRun, view, log.nowMs).waitedMs, 6)
  })
})

test('no step works longer than what it is in, and work and waiting make up the whole', () => {
  forLogs((log, view) => {
    const of = (span: Span) => spanTime(view, span, log.nowMs)
    const whole = runTime(sampleRun, view, log.nowMs)
    for (const span of view.spans) {
      const { workMs, waitedMs } = of(span)
      const length = (span.endMs ?? log.nowMs) - (span.againMs ?? span.startMs)
      expect(workMs + waitedMs).toBeCloseTo(Math.max(0, length), 6)
      expect(workMs).toBeLessThanOrEqual(whole.workMs + 1e-6)
      const parent = view.spans[view.at.get(span.parent ?? '') ?? -1]
      // A group that was open when the app died counts from its start, its steps from when they were taken up again.
      if (parent !== undefined && parent.againMs === null) expect(workMs).toBeLessThanOrEqual(of(parent).workMs + 1e-6)
    }
  })
})

test('steps side by side are no sum: together they took no longer than the run', () => {
  forLogs((log, view) => {
    const tools = view.spans.filter(({ kind }) => kind === 'tool')
    const together = stepsTime(view, tools, log.nowMs)
    const whole = runTime(sampleRun, view, log.nowMs)
    expect(together.workMs).toBeLessThanOrEqual(whole.workMs + 1e-6)
    for (const tool of tools)
      expect(together.workMs).toBeGreaterThanOrEqual(spanTime(view, tool, log.nowMs).workMs - 1e-6)
  })
})

test('a call that stands in the queue of questions waits, and one that works beside a question works', () => {
  // Seeds are drawn anew in each property; this one is written out.
  const log = queueLog()
  const view = viewOf(log)
  const times = ['0/0', '0/1', '0/2'].map((path) => {
    const span = view.spans[view.at.get(path) ?? -1]
    if (span === undefined) throw new Error('no span')
    return spanTime(view, span, log.nowMs)
  })
  expect(times).toEqual([
    { workMs: 110, waitedMs: 1000 },
    { workMs: 210, waitedMs: 2000 },
    { workMs: 3000, waitedMs: 0 },
  ])
  // All the while the third worked.
  expect(runTime(sampleRun, view, 3010)).toEqual({ workMs: 3010, waitedMs: 0 })
})

function queueLog(): GeneratedLog {
  const answer = { decision: 'allow', by: 'user', note: '' } as const
  const ask = {
    tool: 'shell',
    effect: 'command',
    title: '',
    subject: '',
    preview: { kind: 'none' },
    rule: null,
  } as const
  const timed: readonly (readonly [number, EventBody])[] = [
    [0, { type: 'branches-start', path: '0', count: 3, again: false }],
    [0, toolStart('0/0', 'shell', {}, 'command')],
    [0, toolStart('0/1', 'shell', {}, 'command')],
    [0, toolStart('0/2', 'shell', {}, 'command')],
    [0, { type: 'tool-begin', path: '0/2' }],
    [10, { type: 'approval-ask', path: '0/0', ask }],
    [1010, { type: 'approval-answer', path: '0/0', answer, waitedMs: 1000 }],
    [1010, { type: 'tool-begin', path: '0/0' }],
    [1010, { type: 'approval-ask', path: '0/1', ask }],
    [1110, toolEnd('0/0')],
    [2010, { type: 'approval-answer', path: '0/1', answer, waitedMs: 1000 }],
    [2010, { type: 'tool-begin', path: '0/1' }],
    [2210, toolEnd('0/1')],
    [3000, toolEnd('0/2')],
    [3010, { type: 'branches-end', path: '0', failure: null }],
  ]
  return { events: timed.map(([ms, body], seq) => ({ ...body, seq, at: ms, ms })), nowMs: 3010 }
}
