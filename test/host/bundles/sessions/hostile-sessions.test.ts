import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSession } from '../../../../src-main/host/bundles/sessions/read-session.ts'
import { sessionLines } from '../../../../src-main/host/bundles/sessions/session-lines.ts'
import { outline, sessionFile, sessionIn, viewsOf } from './session-kit.ts'

const names = [
  'claude-code-edit.jsonl',
  'claude-code-error.jsonl',
  'claude-code-helper.jsonl',
  'codex-patch.jsonl',
  'codex-aborted.jsonl',
  'codex-2025-old.jsonl',
  'opencode-export.json',
  'opencode-errors.json',
]
const jsonl = (lines: readonly unknown[]): Buffer =>
  Buffer.from(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''))
const user = (text: string, more: object = {}) => ({
  type: 'user',
  uuid: 'u1',
  timestamp: '2026-01-10T09:00:00.000Z',
  message: { role: 'user', content: text },
  ...more,
})

test('a file that is cut anywhere gives what is before the cut, and never an invalid log', () => {
  for (const name of names) {
    const whole = sessionFile(name)
    for (let at = 1; at < whole.length; at += 97) {
      const session = readSession([whole.subarray(0, at)])
      if (session === null || session.turns.length === 0) continue
      for (const view of viewsOf(session)) expect([name, at, view.unknown, view.damaged]).toEqual([name, at, [], 0])
    }
  }
})

test('the last turn of a file that ends in the middle of it is interrupted', () => {
  const lines = sessionFile('claude-code-helper.jsonl').toString().split('\n').slice(0, 2)
  const [view] = viewsOf(sessionIn(Buffer.from(lines.join('\n'))))
  expect(view?.status).toBe('running')
  expect(outline(view).at(-1)).toBe('1 own Task running 2.0 s to …')
})

test('lines that are no JSON, of unknown kinds, too deep or with wrong types are left out, and the rest is read', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const bytes = jsonl([
    user('Hello'),
    'not json',
    '[]',
    deep,
    { type: 7 },
    { type: 'future-thing', payload: 1 },
    { type: 'assistant', message: 7 },
    { type: 'assistant', uuid: 'a0', message: { content: [null, 7, { type: 'tool_use', input: { a: 1 } }] } },
    { type: 'user', uuid: 'r0', message: { content: [{ type: 'tool_result', tool_use_id: 7, content: 7 }] } },
    `{"type":"assistant","uuid":"a1","message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"X","input":${deep}}]}}`,
    { type: 'assistant', uuid: 'a2', parentUuid: 'a2', timestamp: 'never', message: { id: 'm2', content: 'Hi.' } },
  ])
  const session = sessionIn(bytes)
  expect(session.turns).toHaveLength(1)
  expect(session.leftOut).toBeGreaterThanOrEqual(4)
  expect(viewsOf(session)[0]).toMatchObject({ text: 'Hi.', unknown: [] })
})

test('impossible times, counts and prices are left out or limited', () => {
  const usage = { input_tokens: -5, output_tokens: 1e300, cache_read_input_tokens: 'many' }
  const bytes = jsonl([
    user('Hello', { timestamp: '+999999-01-01T00:00:00Z' }),
    {
      ...user(''),
      type: 'assistant',
      uuid: 'a1',
      timestamp: '1999-01-01T00:00:00Z',
      costUSD: 1e200,
      message: { id: 'm', model: 'm', content: [{ type: 'text', text: 'Hi.' }], usage },
    },
  ])
  const [view] = viewsOf(sessionIn(bytes))
  expect(view?.totals).toMatchObject({ input: 0, cachedInput: 0, output: 0, cost: null })
})

test('names of objects’ own properties are only names', () => {
  const bytes = Buffer.from(
    '{"type":"user","uuid":"__proto__","message":{"content":"Hi"},"__proto__":{"polluted":1},"constructor":{"x":1}}\n' +
      '{"type":"assistant","uuid":"constructor","parentUuid":"__proto__","message":{"id":"__proto__","content":[{"type":"tool_use","id":"__proto__","name":"constructor","input":{"__proto__":{"polluted":1}}}]}}\n',
  )
  expect(outline(viewsOf(sessionIn(bytes))[0])[1]).toMatch(/^1 command constructor/)
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

test('helpers that name each other, or themselves, are shown once', () => {
  const call = (agent: string, to: string) => [
    {
      type: 'assistant',
      uuid: `${agent}1`,
      ...(agent !== '' && { isSidechain: true, agentId: agent }),
      message: { id: `m${agent}`, content: [{ type: 'tool_use', id: `t${agent}`, name: 'Task', input: {} }] },
    },
    {
      type: 'user',
      uuid: `${agent}2`,
      ...(agent !== '' && { isSidechain: true, agentId: agent }),
      message: { content: [{ type: 'tool_result', tool_use_id: `t${agent}`, content: 'ok' }] },
      toolUseResult: { agentId: to },
    },
  ]
  const bytes = jsonl([user('Hi'), ...call('', 'a'), ...call('a', 'b'), ...call('b', 'a')])
  expect(outline(viewsOf(sessionIn(bytes))[0]).filter((line) => line.includes('child'))).toHaveLength(2)
})

test('a line that is too long is left out without being kept', () => {
  const pieces = [
    Buffer.from('{"a":1}\n{"b":"'),
    Buffer.alloc(50, 120),
    Buffer.alloc(50, 120),
    Buffer.from('"}\n{"c":2}'),
  ]
  expect([...sessionLines(pieces, 60)]).toEqual(['{"a":1}', null, '{"c":2}'])
})

test('paths and addresses in a session stay text', () => {
  const bytes = jsonl([
    { type: 'session_meta', payload: { id: 'x', cwd: '/etc' }, timestamp: '2026-01-01T00:00:00Z' },
    {
      type: 'event_msg',
      payload: { type: 'user_message', message: 'Read /etc/passwd', images: ['file:///etc/passwd'] },
    },
    {
      type: 'response_item',
      payload: { type: 'function_call', name: 'shell', call_id: 'c', arguments: '{"command":["rm","-rf","/"]}' },
    },
  ])
  expect(outline(viewsOf(sessionIn(bytes))[0])[1]).toMatch(/^1 command shell running/)
})

test('any bytes are read or refused, and never thrown at', () => {
  const start = fc.constantFrom('', '{', '{"type":"user"', '{"info":{},"messages":[')
  const run = fc.property(start, fc.uint8Array({ maxLength: 300 }), (text, bytes) => {
    const session = readSession([Buffer.concat([Buffer.from(text), bytes])])
    return session === null || session.turns.length >= 0
  })
  fc.assert(run, { numRuns: 300 })
})

test('results of calls that are not there, and of many calls of one name, take time that grows with the file alone', () => {
  const call = (id: string) => ({
    type: 'assistant',
    message: { role: 'assistant', id: 'm', content: [{ type: 'tool_use', id, name: 'Read', input: {} }] },
  })
  const result = (id: string) => ({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'x' }] },
  })
  const many = (of: (at: number) => object) => Array.from({ length: 40_000 }, (_, at) => of(at))
  const lost = sessionIn(jsonl([user('Go.'), ...many((at) => call(`c${at}`)), ...many(() => result('none'))]))
  expect(lost.turns[0]?.steps.filter((step) => step.kind === 'tool' && step.result === null)).toHaveLength(40_000)
  const same = sessionIn(jsonl([user('Go.'), ...many(() => call('c')), ...many(() => result('c'))]))
  expect(same.turns[0]?.steps.filter((step) => step.kind === 'tool' && step.result === null)).toHaveLength(0)
})
