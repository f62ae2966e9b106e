import type { ModelReply, ToolCall } from '../../src-shared/model/message.ts'
import { type EventBody, noTotals, type RunEvent } from '../../src-shared/run/event.ts'

const bound = { profileId: 'demo', profileName: 'Demo', model: 'demo-1' }
const ref = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
const call: ToolCall = { id: 'call_1', tool: 'edit_file', arguments: '{"path":"ä.js"}', complete: true }
const failure = { kind: 'model-stalled' as const, message: 'It stalled.', advice: 'Try again.', detail: 'idle 60 s' }
const tool = { name: 'edit_file', description: 'Edits.', parameters: { type: 'object' }, effect: 'edit' as const }
const reply: ModelReply = {
  message: { role: 'assistant', text: 'I shall edit.\u0000 \ud83d\ude82', reasoning: 'hm', toolCalls: [call] },
  finish: 'tool-calls',
  usage: { input: 10, cachedInput: 2, output: 5, reasoning: 1, estimated: false },
  model: 'demo-1',
  budget: 'within',
}

const bodies: readonly EventBody[] = [
  {
    type: 'run-start',
    runId: 'run_1',
    strategy: { name: 'conversation', options: { keep: 2 }, inner: { name: 'tool-loop', options: {} } },
    strategyVersion: '1/1',
    task: {
      goal: 'Mend it',
      system: 'You mend.',
      messages: [{ role: 'user', text: 'Mend it' }],
      tools: [tool],
      mode: 'act',
      windows: { default: 8000 },
      depth: 0,
    },
    history: [ref],
    roles: { default: bound },
    approval: 'ask',
    budget: { steps: 2000, modelCalls: 200, toolCalls: 500, tokens: null, cost: null, wallMs: null, soft: 0.9 },
    seed: 42,
  },
  { type: 'files', when: 'before', snapshot: 'a1b2', notCovered: ['big.bin'] },
  {
    type: 'phase-start',
    path: '0',
    name: 'execute',
    title: 'Execute',
    index: 0,
    again: false,
    copy: { from: 'a1b2', attempt: 1 },
  },
  {
    type: 'model-start',
    path: '0.0',
    print: 'call-model engineer',
    again: false,
    role: 'engineer',
    bound,
    messages: { base: null, keep: 0, refs: [ref] },
    tools: ref,
    parameters: { temperature: 0.5, stop: ['Observation:'] },
  },
  { type: 'model-retry', path: '0.0', attempt: 1, waitMs: 500, failure },
  { type: 'model-end', path: '0.0', outcome: { ok: true, value: reply }, firstTokenMs: 3, durationMs: 9, cost: 0.01 },
  { type: 'branches-start', path: '0.1', count: 1, again: false },
  { type: 'tool-start', path: '0.1/0', print: 'tool edit_file', again: false, call, effect: 'edit' },
  {
    type: 'approval-ask',
    path: '0.1/0',
    ask: {
      tool: 'edit_file',
      effect: 'edit',
      title: 'Edit ä.js?',
      subject: 'ä.js',
      preview: { kind: 'diff', path: 'ä.js', patch: '-a\n+b\n', added: 1, removed: 1 },
      rule: { tool: 'edit_file', pattern: '*.js' },
    },
  },
  { type: 'approval-answer', path: '0.1/0', answer: { decision: 'always', by: 'user', note: '' }, waitedMs: 800 },
  { type: 'tool-begin', path: '0.1/0' },
  {
    type: 'tool-end',
    path: '0.1/0',
    outcome: {
      ok: true,
      value: {
        callId: 'call_1',
        tool: 'edit_file',
        ok: true,
        text: 'Done.',
        summary: '+1 -1',
        durationMs: 4,
        data: null,
      },
    },
    body: { kind: 'stored', ref, of: 'diff', size: 12 },
    durationMs: 4,
  },
  { type: 'branches-end', path: '0.1', failure: null },
  { type: 'child-start', path: '0.2', strategy: { name: 'chat', options: {} }, goal: 'Look', depth: 1, again: false },
  { type: 'child-end', path: '0.2', failure },
  { type: 'step-start', path: '0.3', print: 'check', again: true, step: 'check', ask: { command: 'npm test' } },
  {
    type: 'step-end',
    path: '0.3',
    step: 'check',
    outcome: { ok: true, value: { exitCode: 0, output: 'ok' } },
    durationMs: 70,
  },
  { type: 'files-step', path: '0.2', snapshot: 'c3d4' },
  { type: 'phase-end', path: '0', failure: null },
  { type: 'notice', path: '', level: 'warning', text: 'older turns were summarised' },
  { type: 'run-resume' },
  {
    type: 'run-end',
    status: 'completed',
    text: 'Mended.',
    messages: [ref],
    meta: { iterations: 1 },
    failure: null,
    totals: { ...noTotals, steps: 4, cost: 0.01 },
  },
]

const stamped = (all: readonly EventBody[]): readonly RunEvent[] =>
  all.map((body, seq) => ({ ...body, seq, at: 1_700_000_000_000 + seq, ms: seq * 1.5 }))

/** One log with every type of event, as version 1 wrote it. */
export const goldenEvents = stamped(bodies)

/** The same as version 2 writes it: earlier messages and the setup of the task are named, not listed. */
export const goldenEvents2 = stamped(bodies.map(asVersion2))

/** The same with pauses before steps and waits that the user ended, which version 3 has. */
export const goldenEvents3 = stamped(bodies.map(asVersion2).flatMap(withPause).flatMap(withTryNow))

function withTryNow(body: EventBody): readonly EventBody[] {
  return body.type === 'model-retry' ? [body, { type: 'model-try-now', path: body.path }] : [body]
}

function withPause(body: EventBody): readonly EventBody[] {
  if (body.type !== 'tool-start') return [body]
  const { type, path, print, call: asked, effect } = body
  const limits = { writable: ['src/**'], readOnly: [] }
  return [
    {
      type: 'pause-ask',
      path,
      print,
      reason: { kind: 'breakpoint', at: { on: 'path', glob: '*.js' } },
      step: { type, call: asked, effect },
      limits,
      source: { file: 'mine.ts', line: 7, text: 'yield* runTool(call)' },
    },
    {
      type: 'pause-answer',
      path,
      action: { kind: 'run-to', at: { on: 'cost', above: 0.5 } },
      edit: { kind: 'call', arguments: '{"path":"b.js"}', limits },
      waitedMs: 900,
    },
    body,
  ]
}

function asVersion2(body: EventBody): EventBody {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others are written the same by both versions
  switch (body.type) {
    case 'run-start':
      return { ...body, task: { goal: body.task.goal, mode: 'act', setup: ref }, history: { list: ref, length: 3 } }
    case 'model-start':
      return { ...body, messages: { ...body.messages, slices: [{ at: 1, from: 0, to: 3 }] } }
    default:
      return body
  }
}
