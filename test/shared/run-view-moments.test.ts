import { expect, test } from 'vitest'
import type { EventBody, Live, RunItem } from '../../src-shared/run/event.ts'
import { emptyRunView, foldItems } from '../../src-shared/run/view/fold.ts'
import { groupAt, laneOf, pathAbove } from '../../src-shared/run/view/paths.ts'
import type { RunView } from '../../src-shared/run/view/run-view.ts'

const bound = { profileId: 'demo', profileName: 'Demo', model: 'demo-1' }
const trouble = { kind: 'model-overloaded', message: 'The model is busy.', advice: 'Wait a moment.' } as const

/** Events at given moments, ms. */
function events(...bodies: readonly (readonly [ms: number, body: EventBody | { live: Live }])[]): RunItem[] {
  let seq = 0
  return bodies.map(([ms, body]) =>
    'live' in body
      ? { kind: 'live', ms, live: body.live }
      : { kind: 'event', event: { ...body, seq: seq++, at: ms, ms } },
  )
}
const modelStart = (path: string, again = false): EventBody => ({
  type: 'model-start',
  path,
  print: 'p',
  again,
  role: 'planner',
  bound,
  messages: { base: null, keep: 0, refs: [] },
  tools: 'r',
  parameters: {},
})
const phaseStart = (path: string, name: string): EventBody => ({
  type: 'phase-start',
  path,
  name,
  title: name,
  index: 0,
  again: false,
})
const toolStart = (path: string, effect: 'edit' | 'ask' = 'edit', again = false): EventBody => ({
  type: 'tool-start',
  path,
  print: 'p',
  again,
  call: { id: 'c', tool: 'edit_file', arguments: '{}', complete: true },
  effect,
})
const delta = (path: string, text: string): { live: Live } => ({
  live: { type: 'model-delta', path, channel: 'text', text },
})
const spanAt = (view: RunView, path: string) => view.spans[view.at.get(path) ?? -1]
const fold = (items: readonly RunItem[]) => foldItems(emptyRunView(), items)

test('a path tells its parent and its lane', () => {
  expect(pathAbove('2.0/1.3')).toBe('2.0/1')
  expect(pathAbove('2.0/1')).toBe('2.0')
  expect(pathAbove('2')).toBe('')
  expect(laneOf('2.0')).toBe('')
  expect(laneOf('2.0/1.3')).toBe('2.0/1')
  expect(laneOf('2.0/1.3/0.2.1')).toBe('2.0/1.3/0')
  expect(groupAt('2.0', () => undefined)).toBe(null)
})

test('nested steps stand in the nearest phase, child or branches', () => {
  const view = fold(
    events(
      [0, phaseStart('0', 'plan')],
      [1, modelStart('0.0')],
      [2, { type: 'branches-start', path: '0.1', count: 2, again: false }],
      [2, toolStart('0.1/0.0')],
      [2, phaseStart('0.1/1.0', 'inner')],
      [3, modelStart('0.1/1.0.0')],
      [3, { type: 'notice', path: '0.1/1.0.0', level: 'info', text: 'cut' }],
    ),
  )
  expect(view.spans.map((span) => [span.path, span.parent, span.lane])).toEqual([
    ['0', null, ''],
    ['0.0', '0', ''],
    ['0.1', '0', ''],
    ['0.1/0.0', '0.1', '0.1/0'],
    ['0.1/1.0', '0.1', '0.1/1'],
    ['0.1/1.0.0', '0.1/1.0', '0.1/1'],
    ['notice:6', '0.1/1.0', '0.1/1'],
  ])
})

test('what streams in is shown, starts anew with a retry, and gives way to the finished answer', () => {
  const start = events([10, modelStart('0')], [15, delta('0', 'Half of an ')], [18, delta('0', 'answer')])
  const streaming = spanAt(fold(start), '0')
  expect(streaming).toMatchObject({ text: 'Half of an answer', firstTokenAt: 15, state: 'running', endMs: null })

  const retry = { type: 'model-retry', path: '0', attempt: 1, waitMs: 500, failure: trouble } as const
  const retried = spanAt(fold([...start, ...events([20, modelStart('9')], [20, retry])]), '0')
  expect(retried).toMatchObject({ text: '', firstTokenAt: null, retries: [{ ms: 20, attempt: 1, waitMs: 500 }] })
})

test('a late viewer gets the draft of the step in flight', () => {
  const draft = {
    type: 'draft',
    path: '0',
    ms: 30,
    firstTokenMs: 4,
    text: 'So far',
    reasoning: 'Hm',
    output: '',
  } as const
  const view = fold(events([10, modelStart('0')], [30, { live: draft }], [31, delta('0', ' so good')]))
  expect(spanAt(view, '0')).toMatchObject({ text: 'So far so good', reasoning: 'Hm', firstTokenAt: 14 })
})

test('tool calls that stream in are drafts by their index', () => {
  const part = (index: number, tool: string, text: string): { live: Live } => ({
    live: { type: 'model-call-delta', path: '0', index, tool, text },
  })
  const view = fold(
    events(
      [0, modelStart('0')],
      [1, part(1, 'grep', '{')],
      [2, part(0, 'ls', '{}')],
      [3, part(1, '', '}')],
      [4, part(1e9, 'x', 'x')],
    ),
  )
  expect(spanAt(view, '0')).toMatchObject({
    drafts: [
      { tool: 'ls', text: '{}' },
      { tool: 'grep', text: '{}' },
    ],
  })
})

const ask = {
  type: 'approval-ask',
  path: '0',
  ask: { tool: 'edit_file', effect: 'edit', title: 'Edit?', subject: 'a.js', preview: { kind: 'none' }, rule: null },
} as const

test('an approval makes the run wait from the question to the answer', () => {
  const items = events([0, toolStart('0')], [5, ask])
  const waiting = fold(items)
  expect(waiting).toMatchObject({ status: 'waiting', waiting: ['0'] })
  expect(spanAt(waiting, '0')).toMatchObject({ state: 'waiting', approval: { askedMs: 5, answer: null } })

  const answer = { decision: 'allow', by: 'user', note: '' } as const
  const answered = fold(
    events([0, toolStart('0')], [5, ask], [905, { type: 'approval-answer', path: '0', answer, waitedMs: 900 }]),
  )
  expect(answered).toMatchObject({ status: 'running', waiting: [], totals: { waitingMs: 900 } })
  expect(spanAt(answered, '0')).toMatchObject({ state: 'running', approval: { answer, answeredMs: 905 } })
})

test('a resumed run takes an open step up again in its place, with its question asked anew', () => {
  const view = fold(
    events(
      [0, phaseStart('0', 'plan')],
      [1, toolStart('1')],
      [7, { ...ask, path: '1' }],
      [400, { type: 'run-resume' }],
      [401, { ...phaseStart('0', 'plan'), again: true } as EventBody],
    ),
  )
  expect(view).toMatchObject({ status: 'running', waiting: [], resumed: 1 })
  // Open at the crash: it ended when the log did, not when the app came back.
  expect(spanAt(view, '1')).toMatchObject({ state: 'interrupted', endMs: 7 })
  expect(spanAt(view, '0')).toMatchObject({ state: 'running', startMs: 0, againMs: 401, endMs: null })
  const again = foldItems(view, [{ kind: 'event', event: { ...toolStart('1', 'edit', true), seq: 5, at: 0, ms: 402 } }])
  expect(spanAt(again, '1')).toMatchObject({ state: 'running', approval: null, startMs: 1, againMs: 402 })
  expect(again.totals.toolCalls).toBe(2)
})

test('a failed tool, a failed step and a stopped step are told apart', () => {
  const result = { callId: 'c', tool: 'edit_file', ok: false, text: '', summary: '', durationMs: 1, data: null }
  const aborted = { kind: 'aborted', message: 'You stopped the run.', advice: 'Send a message to continue.' } as const
  const end = { type: 'model-end', firstTokenMs: null, durationMs: 5, cost: null } as const
  const view = fold(
    events(
      [0, toolStart('0')],
      [1, { type: 'tool-end', path: '0', outcome: { ok: true, value: result }, body: { kind: 'none' }, durationMs: 1 }],
      [2, modelStart('1')],
      [7, { ...end, path: '1', outcome: { ok: false, failure: trouble } }],
      [8, modelStart('2')],
      [9, { ...end, path: '2', outcome: { ok: false, failure: aborted } }],
    ),
  )
  expect(view.spans.map((span) => span.state)).toEqual(['failed', 'failed', 'interrupted'])
  expect(view.totals).toMatchObject({ toolFailures: 1, modelCalls: 2, toolCalls: 1, steps: 3, modelMs: 10 })
})

test('a log of a newer version keeps what is not understood', () => {
  const dream = { type: 'unknown', raw: '{"type":"dream"}', seq: 0, at: 0, ms: 3 } as const
  const view = foldItems(emptyRunView(), [{ kind: 'event', event: dream }])
  expect(view.unknown).toEqual([dream])
  expect(view.spans).toMatchObject([{ kind: 'unknown', path: 'unknown:0', raw: dream.raw, startMs: 3 }])
})
