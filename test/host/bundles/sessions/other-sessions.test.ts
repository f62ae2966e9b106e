import { expect, test } from 'vitest'
import { readSession } from '../../../../src-main/host/bundles/sessions/read-session.ts'
import type { Session, SessionStep } from '../../../../src-main/host/bundles/sessions/session.ts'
import { outline, sessionIn, viewsOf } from './session-kit.ts'

const lines = (...values: unknown[]) => Buffer.from(values.map((each) => JSON.stringify(each)).join('\n'))
const time = (second: number) => new Date(Date.UTC(2026, 0, 1, 10, 0, second)).toISOString()

/** Each message with how it ended, its answers, and the results of its calls. */
const told = ({ turns }: Session) =>
  turns.map(({ message, end, steps }) => [
    message,
    end.kind,
    ...steps.map((step) => {
      if (step.kind === 'model') return step.text
      return step.kind === 'notice' ? `(${step.text})` : `${step.call.tool}: ${step.result?.ok} ${step.result?.text}`
    }),
  ])
const used = ({ turns }: Session) =>
  turns.flatMap(({ steps }) =>
    steps.flatMap((step) =>
      step.kind === 'model' ? [[step.provider, step.model, step.usage.input, step.usage.output]] : [],
    ),
  )

test('a session of Gemini CLI, as one object', () => {
  const session = sessionIn(
    lines({
      sessionId: 's',
      projectHash: 'h',
      messages: [
        { id: '1', timestamp: time(0), type: 'user', content: 'Go.' },
        {
          id: '2',
          timestamp: time(2),
          type: 'gemini',
          content: 'I look.',
          model: 'gemini-3-pro',
          thoughts: [{ subject: 'Plan', description: 'Read first.', timestamp: time(1) }],
          tokens: { input: 100, output: 10, cached: 40, thoughts: 5, tool: 0, total: 115 },
          toolCalls: [
            {
              id: 'c1',
              name: 'read_file',
              args: { path: 'a' },
              status: 'success',
              result: [{ functionResponse: { id: 'c1', name: 'read_file', response: { output: 'text' } } }],
            },
          ],
        },
        { id: '3', timestamp: time(3), type: 'gemini', content: 'Done.', model: 'gemini-3-pro', tokens: null },
      ],
    }),
  )
  expect(session).toMatchObject({ tool: 'gemini-cli', id: 's', leftOut: 0 })
  expect(told(session)).toEqual([['Go.', 'completed', 'I look.', 'read_file: true text', 'Done.']])
  expect(used(session)[0]).toEqual(['Google Gemini', 'gemini-3-pro', 100, 15])
  expect(viewsOf(session)[0]).toMatchObject({ status: 'completed', text: 'Done.', unknown: [] })
})

test('a session of Gemini CLI, as lines that change earlier ones', () => {
  const session = sessionIn(
    lines(
      { sessionId: 's', projectHash: 'h', startTime: time(0), kind: 'main' },
      { id: '1', timestamp: time(0), type: 'user', content: [{ text: 'Go.' }] },
      { id: '2', timestamp: time(1), type: 'gemini', content: '' },
      { id: '2', timestamp: time(1), type: 'gemini', content: 'Hi.', model: 'm' },
      { $set: { lastUpdated: time(2) } },
      { id: '3', timestamp: time(3), type: 'user', content: 'Wrong.' },
      { $rewindTo: '3' },
      { id: '4', timestamp: time(4), type: 'user', content: 'Right.' },
    ),
  )
  expect(told(session)).toEqual([
    ['Go.', 'completed', 'Hi.'],
    ['Right.', 'cut'],
  ])
})

test('a session of pi, with a branch', () => {
  const usage = { input: 3, output: 7, cacheRead: 100, cacheWrite: 20, totalTokens: 130, cost: { total: 0.01 } }
  const session = sessionIn(
    lines(
      { type: 'session', version: 3, id: 's', timestamp: time(0), cwd: '/x' },
      { type: 'model_change', id: '0', parentId: null, timestamp: time(0), provider: 'anthropic', modelId: 'm' },
      { type: 'message', id: '1', parentId: '0', timestamp: time(0), message: { role: 'user', content: 'Go.' } },
      {
        type: 'message',
        id: '2',
        parentId: '1',
        timestamp: time(2),
        message: {
          role: 'assistant',
          provider: 'anthropic',
          model: 'm',
          usage,
          stopReason: 'toolUse',
          content: [
            { type: 'thinking', thinking: 'Hm.' },
            { type: 'toolCall', id: 'c', name: 'bash', arguments: { command: 'false' } },
          ],
        },
      },
      {
        type: 'message',
        id: '3',
        parentId: '2',
        timestamp: time(3),
        message: {
          role: 'toolResult',
          toolCallId: 'c',
          toolName: 'bash',
          content: [{ type: 'text', text: 'no' }],
          isError: true,
        },
      },
      {
        type: 'message',
        id: '4',
        parentId: '3',
        timestamp: time(4),
        message: {
          role: 'assistant',
          provider: 'anthropic',
          model: 'm',
          content: [{ type: 'text', text: 'Failed.' }],
          stopReason: 'stop',
        },
      },
      {
        type: 'message',
        id: '5',
        parentId: '0',
        timestamp: time(5),
        message: { role: 'user', content: [{ type: 'text', text: 'Else.' }] },
      },
      {
        type: 'message',
        id: '6',
        parentId: '5',
        timestamp: time(6),
        message: {
          role: 'assistant',
          provider: 'anthropic',
          model: 'm',
          content: [],
          stopReason: 'error',
          errorMessage: 'overloaded',
        },
      },
    ),
  )
  expect(session).toMatchObject({ tool: 'pi', folder: '/x', leftOut: 0 })
  expect(told(session)).toEqual([
    ['Go.', 'completed', '', 'bash: false no', 'Failed.'],
    ['Else.', 'failed', ''],
  ])
  expect(used(session)[0]).toEqual(['anthropic', 'm', 123, 7])
  expect(outline(viewsOf(session)[0])[1]).toMatch(/command bash failed/)
})

test('a task of Cline, with calls by tags and with native ones', () => {
  const byTags = sessionIn(
    lines([
      {
        role: 'user',
        content: [
          { type: 'text', text: '<task>\nGo.\n</task>' },
          { type: 'text', text: '<environment_details>x' },
        ],
      },
      {
        role: 'assistant',
        content: [{ type: 'text', text: 'I look.\n<read_file>\n<path>a.txt</path>\n</read_file>' }],
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: "[read_file for 'a.txt'] Result:" },
          { type: 'text', text: 'one' },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'It is one.' }] },
      { role: 'user', content: [{ type: 'text', text: '<feedback>\nMore.\n</feedback>' }] },
    ]),
  )
  expect(byTags.tool).toBe('cline')
  expect(told(byTags)).toEqual([
    ['Go.', 'completed', 'I look.', "read_file: true [read_file for 'a.txt'] Result:\none", 'It is one.'],
    ['More.', 'cut'],
  ])
  const native = sessionIn(
    lines([
      { role: 'user', ts: 1, content: [{ type: 'text', text: '<task>Go.</task>' }] },
      {
        role: 'assistant',
        ts: 2,
        modelInfo: { modelId: 'm', providerId: 'anthropic' },
        metrics: { tokens: { prompt: 5, completion: 7, cached: 100 }, cost: 0.01 },
        content: [{ type: 'tool_use', id: 'c', name: 'execute_command', input: { command: 'x' } }],
      },
      { role: 'user', ts: 3, content: [{ type: 'tool_result', tool_use_id: 'c', content: 'bad', is_error: true }] },
    ]),
  )
  expect(told(native)).toEqual([['Go.', 'cut', '', 'execute_command: false bad']])
  expect(used(native)).toEqual([['anthropic', 'm', 105, 7]])
})

test('a trajectory in ATIF', () => {
  const session = sessionIn(
    Buffer.from(
      JSON.stringify(
        {
          schema_version: 'ATIF-v1.4',
          session_id: 's',
          agent: { name: 'terminus-2', version: '1', model_name: 'openai/gpt-5' },
          steps: [
            { step_id: 1, source: 'system', message: 'You are an agent.' },
            { step_id: 2, source: 'user', timestamp: time(0), message: 'Go.' },
            {
              step_id: 3,
              source: 'agent',
              timestamp: time(2),
              message: 'I look.',
              reasoning_content: 'Hm.',
              tool_calls: [{ tool_call_id: 'c', function_name: 'run', arguments: { keys: 'ls' } }],
              observation: { results: [{ source_call_id: 'c', content: 'a.txt' }] },
              metrics: { prompt_tokens: 100, completion_tokens: 9, cached_tokens: 40, cost_usd: 0.01 },
            },
            { step_id: 4, source: 'agent', timestamp: time(3), message: [{ type: 'text', text: 'Done.' }] },
          ],
        },
        null,
        2,
      ),
    ),
  )
  expect(told(session)).toEqual([['Go.', 'completed', 'I look.', 'run: true a.txt', 'Done.']])
  expect(used(session)[0]).toEqual(['openai', 'gpt-5', 100, 9])
})

test('a trajectory in ATIF, with helpers in helpers, and what was copied into it', () => {
  const agent = { name: 'a', version: '1', model_name: 'm' }
  const answer = (text: string, more: object = {}) => ({ source: 'agent', message: text, ...more })
  const calls = (id: string, ref: object) => ({
    tool_calls: [{ tool_call_id: id, function_name: 'delegate', arguments: {} }],
    observation: { results: [{ source_call_id: id, content: 'ok', subagent_trajectory_ref: [ref] }] },
  })
  const inner = { trajectory_id: 'inner', agent, steps: [{ source: 'user', message: 'Deeper.' }, answer('Deep.')] }
  const outer = {
    trajectory_id: 'outer',
    agent,
    steps: [{ source: 'system', message: 'You help.' }, answer('I delegate.', calls('d', { trajectory_id: 'inner' }))],
    subagent_trajectories: [inner],
  }
  const session = sessionIn(
    lines({
      schema_version: 'ATIF-v1.7',
      agent,
      steps: [
        { source: 'user', message: 'Go.' },
        answer('Earlier.', { is_copied_context: true, metrics: { prompt_tokens: 9, completion_tokens: 9 } }),
        answer('I ask.', calls('c', { trajectory_id: 'outer' })),
        {
          source: 'system',
          message: 'Summarized.',
          observation: {
            results: [{ subagent_trajectory_ref: [{ trajectory_id: 'alone' }, { trajectory_path: 'x' }] }],
          },
        },
        answer('Done.'),
      ],
      subagent_trajectories: [outer, { trajectory_id: 'alone', agent, steps: [answer('Alone.')] }, { agent }],
    }),
  )
  expect(session.leftOut).toBe(1)
  const helpers = session.turns.flatMap(({ steps }) =>
    steps.flatMap((each) => (each.kind === 'tool' ? each.agent : [])),
  )
  const texts = (steps: readonly SessionStep[]): unknown[] =>
    steps.map((each) =>
      each.kind === 'model' ? each.text : each.kind === 'tool' ? texts(each.agent?.steps ?? []) : '',
    )
  expect(helpers.map((helper) => helper && texts(helper.steps))).toEqual([['I delegate.', ['Deep.']], ['Alone.']])
  expect(used(session)[0]).toEqual(['a', 'm', 0, 0])
  expect(viewsOf(session)[0]).toMatchObject({ status: 'completed', text: 'Done.', unknown: [] })
})

test('what Cline showed of a task', () => {
  const say = (ts: number, kind: string, text: string, more: object = {}) => ({
    ts,
    type: 'say',
    say: kind,
    text,
    ...more,
  })
  const usage = { request: '…', tokensIn: 100, tokensOut: 9, cacheReads: 40, cacheWrites: 10, cost: 0.01 }
  const session = sessionIn(
    lines([
      say(1, 'task', 'Go.'),
      say(2, 'api_req_started', JSON.stringify(usage), { modelInfo: { providerId: 'openai', modelId: 'gpt-5' } }),
      say(3, 'reasoning', 'Hm.'),
      say(4, 'text', 'I look.'),
      { ts: 5, type: 'ask', ask: 'tool', text: JSON.stringify({ tool: 'readFile', path: 'a.txt' }) },
      say(6, 'api_req_started', '{}'),
      { ts: 7, type: 'ask', ask: 'command', text: 'npm test' },
      say(8, 'command_output', 'one'),
      say(9, 'command_output', 'two'),
      say(10, 'completion_result', 'Done.'),
      { ts: 11, type: 'ask', ask: 'completion_result', text: '' },
      say(12, 'user_feedback', 'Again.'),
      say(
        13,
        'api_req_started',
        JSON.stringify({ cancelReason: 'streaming_failed', streamingFailedMessage: 'Overloaded' }),
      ),
      'odd',
    ]),
  )
  expect(session).toMatchObject({ tool: 'cline', leftOut: 1 })
  expect(told(session)).toEqual([
    ['Go.', 'completed', 'I look.', 'readFile: undefined undefined', 'Done.', 'execute_command: true one\ntwo'],
    ['Again.', 'failed', ''],
  ])
  expect(used(session)[0]).toEqual(['openai', 'gpt-5', 150, 9])
})

test.each([
  ['lines with an id and a time', [{ id: 'e1', timestamp: time(0), kind: 'run_started' }]],
  ['lines of a system', [{ type: 'system', message: 'started' }]],
  ['a list', [[{ role: 'user', content: 'Hi.' }]]],
  [
    'lines of Qwen Code',
    [{ type: 'user', uuid: 'a', sessionId: 's', message: { role: 'user', parts: [{ text: 'Go.' }] } }],
  ],
  [
    'a trajectory of mini-SWE-agent',
    [{ info: { exit_status: 'Submitted' }, messages: [{ role: 'user', content: 'Go.' }] }],
  ],
  ['chats of others', [{ sessionId: 'x', messages: [{ role: 'user', content: 'Go.' }] }]],
])('a log of another program is no session: %s', (_, values) => {
  expect(readSession([lines(...values)])).toBeNull()
})

const claude = (
  type: string,
  uuid: string,
  parentUuid: string | null,
  content: unknown,
  second: number,
  more: object = {},
) => ({
  type,
  uuid,
  parentUuid,
  sessionId: 's',
  timestamp: time(second),
  message: {
    role: type,
    content,
    ...(type === 'assistant' && { id: uuid, model: 'claude', usage: { input_tokens: 1, output_tokens: 1 } }),
  },
  ...more,
})

test('Claude Code: what the user ran in it is no message, and what followed follows what was before', () => {
  const session = sessionIn(
    lines(
      claude('user', 'c1', null, '<command-name>/model</command-name>\n<command-args></command-args>', 0),
      claude('user', 'c2', 'c1', '<local-command-stdout>Set model</local-command-stdout>', 1),
      claude('user', 'u1', 'c2', 'Go.', 2),
      claude('assistant', 'a1', 'u1', [{ type: 'text', text: 'Done.' }], 3),
      claude('user', 'b1', 'a1', '<bash-input>ls</bash-input>', 4),
      claude('user', 'b2', 'b1', '<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>', 5),
      claude('user', 'd1', 'b2', '<command-name>/cost</command-name>', 6),
      claude('user', 'd2', 'd1', '<local-command-stdout>$1</local-command-stdout>', 7),
      claude('user', 'u2', 'd2', 'Again.', 8),
    ),
  )
  expect(told(session)).toEqual([
    ['Go.', 'completed', 'Done.', '(The user ran ls.)'],
    ['Again.', 'cut'],
  ])
  expect(session.turns.map(({ parent }) => parent)).toEqual([null, 0])
})

test('Claude Code: a line written twice is one, and what the user typed meanwhile begins a message', () => {
  const call = [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'x' } }]
  const first = claude('assistant', 'a1', 'u1', call, 1)
  const session = sessionIn(
    lines(
      claude('user', 'u1', null, 'Go.', 0),
      first,
      first,
      {
        type: 'attachment',
        timestamp: time(2),
        attachment: { type: 'queued_command', commandMode: 'prompt', prompt: 'Also the parser.' },
      },
      claude('user', 'r1', 'a1', [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }], 3),
      claude('assistant', 'a2', 'r1', [{ type: 'text', text: 'Done.' }], 4),
      claude(
        'user',
        'n1',
        'a2',
        '<task-notification>\n<summary>Agent "x" completed</summary>\n</task-notification>',
        5,
      ),
      claude('assistant', 'a3', 'n1', [{ type: 'text', text: 'It ended.' }], 6),
      claude('user', 'u2', 'a3', '<command-name>/review</command-name>\n<command-args>src <b></command-args>', 7),
    ),
  )
  expect(told(session)).toEqual([
    ['Go.', 'aborted', '', 'Bash: true ok'],
    ['Also the parser.', 'completed', 'Done.', '(Agent "x" completed)', 'It ended.'],
    ['/review src <b>', 'cut'],
  ])
})

const codex = (type: string, payload: object, second: number) => ({ timestamp: time(second), type, payload })
const tokens = (input: number, output: number) => ({
  input_tokens: input,
  cached_input_tokens: 0,
  output_tokens: output,
})

test('Codex: sums since the beginning are told apart, and answers that are only events are read', () => {
  const session = sessionIn(
    lines(
      codex('session_meta', { id: 's', cwd: '/x' }, 0),
      codex('event_msg', { type: 'user_message', message: 'Go.' }, 1),
      codex('event_msg', { type: 'agent_message', message: 'I look.' }, 2),
      codex(
        'response_item',
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] },
        2,
      ),
      codex('response_item', { type: 'function_call', name: 'shell', arguments: '{}', call_id: 'c' }, 3),
      codex('event_msg', { type: 'token_count', info: { total_token_usage: tokens(100, 10) } }, 3),
      codex('response_item', { type: 'function_call_output', call_id: 'c', output: 'a' }, 4),
      codex('event_msg', { type: 'agent_message', message: 'Done.' }, 5),
      codex('event_msg', { type: 'token_count', info: { total_token_usage: tokens(300, 25) } }, 6),
      codex('event_msg', { type: 'token_count', info: { total_token_usage: tokens(300, 25) } }, 6),
    ),
  )
  expect(told(session)).toEqual([['Go.', 'completed', 'I look.', 'shell: true a', 'Done.']])
  expect(used(session).map((each) => each.slice(2))).toEqual([
    [100, 10],
    [200, 15],
  ])
})
