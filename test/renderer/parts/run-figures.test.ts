import { expect, test } from 'vitest'
import { runFigures } from '../../../src-renderer/run/run-figures.ts'
import type { ChangeCount, Run } from '../../../src-shared/run/conversation.ts'
import type { EventBody, RunItem } from '../../../src-shared/run/event.ts'
import { emptyRunView, foldItems } from '../../../src-shared/run/view/fold.ts'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import { newRun } from '../../kit/fake-host/fake-runs.ts'

const run = newRun({ id: 'run', turnId: 'turn', conversationId: 'conv', projectId: 'proj', startedAt: 0 })
const path = '0'
const start: EventBody = {
  type: 'tool-start',
  path,
  print: 'p',
  again: false,
  call: { id: 'call', tool: 'shell', arguments: '{"command":"npm test"}', complete: true },
  effect: 'command',
}
const ask: EventBody = {
  type: 'approval-ask',
  path,
  ask: { tool: 'shell', effect: 'command', title: 'Run?', subject: 'npm test', preview: { kind: 'none' }, rule: null },
}
const answer: EventBody = {
  type: 'approval-answer',
  path,
  answer: { decision: 'allow', by: 'user', note: '' },
  waitedMs: 4000,
}
const end = (durationMs: number, waits: { waitedMs: number; unansweredMs?: number }): EventBody => ({
  type: 'tool-end',
  path,
  outcome: { ok: false, failure: { kind: 'aborted', message: 'Stopped.', advice: 'Start it again.' } },
  body: { kind: 'none' },
  durationMs,
  ...waits,
})

function figuresAfter(...bodies: readonly (readonly [ms: number, body: EventBody])[]) {
  const items = bodies.map(([ms, body], seq): RunItem => ({ kind: 'event', event: { ...body, seq, at: ms, ms } }))
  const figures = runFigures(run, foldItems(emptyRunView(), items))
  return Object.fromEntries(figures.map(({ name, shown }) => [name, shown]))
}

test('what a call waited for its approval is time waited, not time in tools', () => {
  const figures = figuresAfter([0, start], [1000, ask], [5000, answer], [7000, end(7000, { waitedMs: 4000 })])
  expect(figures).toMatchObject({ Time: '3.0 s', 'in tools': '3.0 s', Waited: '4.0 s' })
})

test('what nobody answered before the stop was waited too', () => {
  const figures = figuresAfter(
    [0, start],
    [1000, ask],
    [61_000, end(61_000, { waitedMs: 60_000, unansweredMs: 60_000 })],
  )
  expect(figures).toMatchObject({ Time: '1.0 s', 'in tools': '1.0 s', Waited: '1 min 0 s' })
})

test('files are those of the newest state until the run has ended, then those that were counted at its end', () => {
  const soFar = { files: 2, added: 5, removed: 1 }
  const ended = { ...run, changes: { files: 3, added: 8, removed: 1 } }
  const files = (of: Run, view: RunView, count: ChangeCount | null) =>
    runFigures(of, view, count).find(({ name }) => name === 'Files')?.shown
  const working: RunView = { ...emptyRunView(), status: 'running' }
  const done: RunView = { ...working, status: 'completed' }
  expect(files(run, working, null)).toBe('—')
  expect(files(run, working, soFar)).toBe('2 · +5 −1')
  // The run's end comes before its count does.
  expect(files(run, done, soFar)).toBe('2 · +5 −1')
  expect(files(ended, done, soFar)).toBe('3 · +8 −1')
  // Played back, it shows the moment.
  expect(files(ended, working, soFar)).toBe('2 · +5 −1')
})
