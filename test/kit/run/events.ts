import type { JsonObject } from '../../../src-shared/base/json.ts'
import type { ToolBody, ToolEffect } from '../../../src-shared/model/tool.ts'
import { type EventBody, noTotals, type RunItem } from '../../../src-shared/run/event.ts'
import { emptyRunView, foldItems } from '../../../src-shared/run/view/fold.ts'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'

/** Short constructors for events of a run, 100 ms apart, for tests of what the window draws. */
const base = { print: '', again: false }

export function viewOf(bodies: readonly EventBody[]): RunView {
  const items = bodies.map((body, seq): RunItem => ({ kind: 'event', event: { ...body, seq, at: 0, ms: seq * 100 } }))
  return foldItems(emptyRunView(), items)
}

export const phaseStart = (path: string, name: string): EventBody => ({
  type: 'phase-start',
  path,
  name,
  title: name,
  index: 0,
  again: false,
})
export const phaseEnd = (path: string): EventBody => ({ type: 'phase-end', path, failure: null })

export const modelStart = (path: string, role = 'engineer'): EventBody => ({
  type: 'model-start',
  path,
  ...base,
  role,
  bound: { profileId: 'p', profileName: 'P', model: 'm' },
  messages: { base: null, keep: 0, refs: [] },
  tools: '',
  parameters: {},
})
export const modelEnd = (path: string, text: string, cost: number | null = 0.01): EventBody => ({
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

export const toolStart = (path: string, tool: string, input: JsonObject, effect: ToolEffect = 'read'): EventBody => ({
  type: 'tool-start',
  path,
  ...base,
  call: { id: path, tool, arguments: JSON.stringify(input), complete: true },
  effect,
})
export const toolEnd = (path: string, body: ToolBody = { kind: 'none' }, ok = true): EventBody => ({
  type: 'tool-end',
  path,
  outcome: { ok: true, value: { callId: path, tool: '', ok, text: '', summary: '', durationMs: 100, data: null } },
  body,
  durationMs: 100,
})

export const runEnd = (text: string): EventBody => ({
  type: 'run-end',
  status: 'completed',
  text,
  messages: [],
  meta: {},
  failure: null,
  totals: noTotals,
})

/** An approval that is requested and granted. */
export const approval = (path: string): EventBody[] => [
  {
    type: 'approval-ask',
    path,
    ask: { tool: 'shell', effect: 'command', title: '', subject: '', preview: { kind: 'none' }, rule: null },
  },
  { type: 'approval-answer', path, answer: { decision: 'allow', by: 'user', note: '' }, waitedMs: 100 },
]
