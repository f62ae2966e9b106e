import { expect, test } from 'vitest'
import { layoutRun } from '../../../src-renderer/parts/chat/rows/run-layout.ts'
import { evaluationOf, planOf, thresholdOf, verdictOf } from '../../../src-renderer/run/outcome/own-results.ts'
import { groupFacts, spanAt } from '../../../src-renderer/run/phase-facts.ts'
import type { EventBody, RunItem } from '../../../src-shared/run/event.ts'
import { noTotals } from '../../../src-shared/run/event.ts'
import { emptyRunView, foldItems } from '../../../src-shared/run/view/fold.ts'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'

const bound = { profileId: 'p', profileName: 'P', model: 'm' }
const base = { print: '', again: false }

function viewOf(bodies: readonly EventBody[]): RunView {
  const items = bodies.map((body, seq): RunItem => ({ kind: 'event', event: { ...body, seq, at: 0, ms: seq * 100 } }))
  return foldItems(emptyRunView(), items)
}

const phase = (path: string, name: string): EventBody => ({
  type: 'phase-start',
  path,
  name,
  title: name,
  index: 0,
  again: false,
})
const phaseEnd = (path: string): EventBody => ({ type: 'phase-end', path, failure: null })
const modelStart = (path: string, role = 'engineer'): EventBody => ({
  type: 'model-start',
  path,
  ...base,
  role,
  bound,
  messages: { base: null, keep: 0, refs: [] },
  tools: '',
  parameters: {},
})
const modelEnd = (path: string, text: string, cost: number | null = 0.01): EventBody => ({
  type: 'model-end',
  path,
  outcome: {
    ok: true,
    value: {
      message: { role: 'assistant', text, reasoning: '', toolCalls: [] },
      finish: 'stop',
      usage: { input: 1, cachedInput: 0, output: 1, reasoning: 0, estimated: false },
      model: 'm',
      budget: 'within',
    },
  },
  firstTokenMs: 1,
  durationMs: 100,
  cost,
})
const toolStart = (path: string, tool: string, args: string, own = false): EventBody => ({
  type: 'tool-start',
  path,
  ...base,
  call: { id: path, tool, arguments: args, complete: true },
  effect: own ? 'own' : 'read',
})
const branches = (path: string, count: number): EventBody => ({ type: 'branches-start', path, count, again: false })

const shown = (view: RunView) => layoutRun(view).map((row) => `${row.kind} ${row.path} ${row.depth}`)

test('phases stand as rules before what they hold, and work after them behind a line', () => {
  const view = viewOf([
    phase('0', 'plan'),
    modelStart('0.0', 'planner'),
    modelEnd('0.0', 'Here is a plan.'),
    phaseEnd('0'),
    phase('1', 'execute'),
    toolStart('1.0', 'read_file', '{}'),
    phaseEnd('1'),
    modelStart('2'),
    modelEnd('2', 'Done.'),
  ])
  expect(shown(view)).toEqual(['phase 0 0', 'block 0.0 0', 'phase 1 0', 'block 1.0 0', 'rule 2 0', 'block 2 0'])
})

test('an answer that only called tools takes no row, one that is still awaited does', () => {
  const view = viewOf([modelStart('0'), modelEnd('0', ''), toolStart('1', 'read_file', '{}'), modelStart('2')])
  expect(shown(view)).toEqual(['block 1 0', 'block 2 0'])
})

test('tool calls side by side stand in the order of the calls, with no branches around them', () => {
  const view = viewOf([
    branches('0', 2),
    toolStart('0/1.0', 'search_text', '{}'),
    toolStart('0/0.0', 'read_file', '{}'),
  ])
  expect(shown(view)).toEqual(['block 0/0.0 0', 'block 0/1.0 0'])
})

test('branches that do more stand one after the other, whatever order they worked in', () => {
  const view = viewOf([
    branches('0', 2),
    modelStart('0/1.0'),
    modelStart('0/0.0'),
    modelEnd('0/1.0', 'second'),
    toolStart('0/1.1', 'read_file', '{}'),
    modelEnd('0/0.0', 'first'),
  ])
  expect(shown(view)).toEqual(['branch 0/0 0', 'block 0/0.0 1', 'branch 0/1 0', 'block 0/1.0 1', 'block 0/1.1 1'])
})

test('bookkeeping stays out of the conversation; queued messages, notes and failures do not', () => {
  const step = (path: string, kind: 'snapshot' | 'inbox' | 'note', value: string[] | null): EventBody[] => [
    { type: 'step-start', path, ...base, step: kind, ask: { title: 'x' } },
    { type: 'step-end', path, step: kind, outcome: { ok: true, value }, durationMs: 0 },
  ]
  const view = viewOf([
    ...step('0', 'snapshot', null),
    ...step('1', 'inbox', []),
    ...step('2', 'inbox', ['also this']),
    ...step('3', 'note', null),
  ])
  expect(shown(view)).toEqual(['block 2 0', 'block 3 0'])
})

test('a plan’s evaluation is shown once, as its card', () => {
  const ask = { title: 'plan scored 0.9', data: { score: 0.9, threshold: 0.7, reasoning: 'Good.' } }
  const view = viewOf([
    toolStart('0', 'submit_evaluation', '{"score":0.9,"reasoning":"Good."}', true),
    { type: 'step-start', path: '1', ...base, step: 'note', ask },
    { type: 'step-end', path: '1', step: 'note', outcome: { ok: true, value: null }, durationMs: 0 },
  ])
  expect(shown(view)).toEqual(['block 0 0'])
})

test('the failure that ended the run is said once, at its end', () => {
  const failure = { kind: 'model-key-refused', message: 'Refused.', advice: '' } as const
  const events: EventBody[] = [
    modelStart('0'),
    { type: 'model-end', path: '0', outcome: { ok: false, failure }, firstTokenMs: null, durationMs: 1, cost: null },
  ]
  expect(shown(viewOf(events))).toEqual(['block 0 0'])
  const ended: EventBody = {
    type: 'run-end',
    status: 'failed',
    text: '',
    messages: [],
    meta: {},
    failure,
    totals: noTotals,
  }
  expect(shown(viewOf([...events, ended]))).toEqual([])
})

test('rows stay the same while text streams', () => {
  const before = viewOf([modelStart('0')])
  const rows = layoutRun(before)
  const after = foldItems(before, [
    { kind: 'live', ms: 5, live: { type: 'model-delta', path: '0', channel: 'text', text: 'Hel' } },
  ])
  expect(after.shape).toBe(before.shape)
  expect(layoutRun(after)).toEqual(rows)
})

test('a phase tells its time, its roles and what it cost', () => {
  const view = viewOf([
    phase('0', 'evaluate'),
    modelStart('0.0', 'planner'),
    modelEnd('0.0', 'a', 0.01),
    modelStart('0.1', 'evaluator'),
    modelEnd('0.1', 'b', 0.02),
    phaseEnd('0'),
    modelStart('1', 'engineer'),
  ])
  expect(groupFacts(view, '0')).toMatchObject({
    time: { workMs: 500, waitedMs: 0 },
    running: false,
    roles: ['planner', 'evaluator'],
    hue: 'evaluate',
  })
  expect(groupFacts(view, '0')?.cost).toBeCloseTo(0.03)
  expect(groupFacts(viewOf([phase('0', 'x'), modelStart('0.0'), modelEnd('0.0', 'a', null)]), '0')?.cost).toBeNull()
})

test('a plan, an evaluation and a verdict are read from the recorded call', () => {
  const view = viewOf([
    toolStart('0', 'submit_plan', '{"steps":[{"goal":"Find it","done":"it is named"},{"goal":"Fix it"}]}', true),
    toolStart('1', 'submit_evaluation', '{"score":0.5,"reasoning":"No proof."}', true),
    toolStart('2', 'submit_plan', '{"steps":', true),
    toolStart('3', 'submit_verdict', '{"approved":false,"issues":["No test.", "`total` is off."]}', true),
    toolStart('4', 'submit_verdict', '{"approved":true}', true),
    toolStart('5', 'submit_verdict', '{"approved":"APPROVED"}', true),
  ])
  const tool = (path: string) => {
    const span = spanAt(view, path)
    if (span?.kind !== 'tool') throw new Error('no tool span')
    return span
  }
  expect(planOf(tool('0'))).toEqual([
    { goal: 'Find it', done: 'it is named' },
    { goal: 'Fix it', done: '' },
  ])
  expect(evaluationOf(tool('1'))).toEqual({ score: 0.5, reasoning: 'No proof.' })
  expect(planOf(tool('2'))).toBeNull()
  expect(verdictOf(tool('3'))).toEqual({ approved: false, issues: ['No test.', '`total` is off.'] })
  expect(verdictOf(tool('4'))).toEqual({ approved: true, issues: [] })
  expect([verdictOf(tool('5')), verdictOf(tool('1'))]).toEqual([null, null])
  expect(thresholdOf({ name: 'conversation', options: {}, inner: { name: 'p', options: { threshold: 0.8 } } })).toBe(
    0.8,
  )
})
