import type { SessionUpdate } from '@agentclientprotocol/sdk'
import { expect, test } from 'vitest'
import { runUpdates } from '../../src-main/shell-editor/run-updates.ts'
import { type Live, parseEvent, type RunItem } from '../../src-shared/run/event.ts'

/** The updates of a run whose log has these events, between which there is live data. */
function updatesOf(items: readonly (Record<string, unknown> | { readonly live: Live })[]): SessionUpdate[] {
  const files = { folder: '/project', textOf: () => null }
  const updates = runUpdates({ runId: 'run_1', files, windowOf: () => 1000, spentBefore: 1 })
  const taken = items.map((item, seq): RunItem => {
    if (isLive(item)) return { kind: 'live', ms: 0, live: item.live }
    const event = parseEvent(JSON.stringify({ ...item, seq, at: 0, ms: seq }))
    expect(event.type).not.toBe('unknown')
    return { kind: 'event', event }
  })
  return taken.flatMap(updates.take)
}

const isLive = (item: object): item is { readonly live: Live } => 'live' in item

const bound = { profileId: 'p', profileName: 'P', model: 'm' }
const usage = { input: 90, cachedInput: 0, output: 10, reasoning: 0, estimated: false }
const start = (path: string) => ({
  type: 'model-start',
  path,
  print: '',
  again: false,
  role: 'engineer',
  bound,
  messages: { base: null, keep: 0, refs: [] },
  tools: '',
  parameters: {},
})
const end = (path: string, text: string) => ({
  type: 'model-end',
  path,
  outcome: {
    ok: true,
    value: {
      message: { role: 'assistant', text, reasoning: '', toolCalls: [] },
      finish: 'stop',
      usage,
      model: 'm',
      budget: 'within',
    },
  },
  firstTokenMs: 1,
  durationMs: 1,
  cost: 0.5,
})
const says = (path: string, text: string) => ({
  live: { type: 'model-delta' as const, path, channel: 'text' as const, text },
})
const phase = (path: string, title: string, more = {}) => ({
  type: 'phase-start',
  path,
  name: title,
  title,
  index: 0,
  again: false,
  ...more,
})
const edit = (path: string) => ({
  type: 'tool-start',
  path,
  print: '',
  again: false,
  call: { id: 'c', tool: 'edit_file', arguments: '{"path":"a.txt"}', complete: true },
  effect: 'edit',
})
const patch = '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n'
const edited = (path: string) => ({
  type: 'tool-end',
  path,
  outcome: {
    ok: true,
    value: { callId: 'c', tool: 'edit_file', ok: true, text: '', summary: '', durationMs: 1, data: null },
  },
  body: { kind: 'diff', path: 'a.txt', patch, added: 1, removed: 1 },
  durationMs: 1,
})
const runEnd = (text: string) => ({
  type: 'run-end',
  status: 'completed',
  text,
  messages: [],
  meta: {},
  failure: null,
  totals: {
    steps: 0,
    modelCalls: 0,
    toolCalls: 0,
    toolFailures: 0,
    retries: 0,
    input: 0,
    cachedInput: 0,
    output: 0,
    cost: 0,
    modelMs: 0,
    toolMs: 0,
    waitingMs: 0,
  },
})
const textsOf = (updates: readonly SessionUpdate[], kind: 'agent_message_chunk' | 'agent_thought_chunk') =>
  updates.flatMap((each) => (each.sessionUpdate === kind && each.content.type === 'text' ? [each.content.text] : []))

test('the main line streams as messages under headings, and its last message is not repeated', () => {
  const updates = updatesOf([
    phase('0', 'generate'),
    says('0.0', 'The '),
    says('0.0', 'answer.'),
    end('0.0', 'The answer.'),
    phase('1', 'critique 1'),
    end('1.0', ''),
    runEnd('The answer.'),
  ])
  expect(textsOf(updates, 'agent_message_chunk')).toEqual(['### Generate', '\n\nThe ', 'answer.', '\n\n### Critique 1'])
})

test('parallel work in copies is whole, named, and no change of the project; the answer follows', () => {
  const copy = { copy: { from: 'a'.repeat(40), attempt: 0 } }
  const updates = updatesOf([
    phase('0/0', 'candidate 1', copy),
    phase('0/1', 'candidate 2', copy),
    says('0/0.0', 'Fir'),
    says('0/1.0', 'Sec'),
    says('0/0.0', 'st.'),
    end('0/0.0', 'First.'),
    end('0/1.0', 'Second.'),
    edit('0/1.1'),
    edited('0/1.1'),
    runEnd('Second.'),
  ])
  expect(textsOf(updates, 'agent_thought_chunk').map((text) => text.trim())).toEqual([
    'Candidate 1',
    'Candidate 2',
    'Candidate 1: First.',
    'Candidate 2: Second.',
  ])
  expect(updates.filter(({ sessionUpdate }) => sessionUpdate.startsWith('tool_call'))).toMatchObject([
    { title: 'Candidate 2: Edit a.txt', locations: [] },
    { status: 'completed', content: [{ type: 'content', content: { text: expect.stringContaining('+two') } }] },
  ])
  expect(textsOf(updates, 'agent_message_chunk')).toEqual(['Second.'])
})

test('an answer that is begun again is a new message, and the cost counts earlier runs', () => {
  const failure = { kind: 'model-overloaded', message: 'The server is busy.', advice: 'Wait.' }
  const updates = updatesOf([
    start('0'),
    says('0', 'Cut o'),
    { type: 'model-retry', path: '0', attempt: 1, waitMs: 2000, failure },
    says('0', 'Whole.'),
    end('0', 'Whole.'),
    runEnd('Whole.'),
  ])
  expect(textsOf(updates, 'agent_message_chunk').map((text) => text.trim())).toEqual(['Cut o', 'Whole.'])
  const ids = updates.flatMap((each) => (each.sessionUpdate === 'agent_message_chunk' ? [each.messageId] : []))
  expect(new Set(ids).size).toBe(2)
  expect(updates.at(-1)).toEqual({
    sessionUpdate: 'usage_update',
    used: 100,
    size: 1000,
    cost: { amount: 1.5, currency: 'USD' },
  })
})
