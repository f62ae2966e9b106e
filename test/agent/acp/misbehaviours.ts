import { type AgentScript, calls, says, updatesCall } from '../../kit/acp/scripted-agent.ts'

/** One way to break the protocol, and what has to come of it. */
export interface Misbehaviour {
  readonly name: string
  readonly script: AgentScript
  /** The prompt ends with this stop reason … */
  readonly ends?: string
  /** … or it, or the connection, fails with words like these. */
  readonly fails?: RegExp
  /** What its listener is told; left out: not looked at. */
  readonly told?: readonly string[]
  readonly text?: string
  /** The prompt is cancelled as soon as the listener was told this. */
  readonly stopAt?: string
}

const prompt = (act: AgentScript[string]): AgentScript => ({ 'session/prompt': act })
const end = { stopReason: 'end_turn' }
const never = () => undefined
const options = [
  { optionId: 'always', kind: 'allow_always', name: 'Always' },
  { optionId: 'no', kind: 'reject_once', name: 'No' },
  { optionId: 'once', kind: 'allow_once', name: 'Once' },
]
/** What the client selected, said by the agent. */
const outcome = (answer: { result?: unknown; error?: unknown }) => JSON.stringify(answer.result ?? answer.error)

const starting: readonly Misbehaviour[] = [
  { name: 'is silent at initialize', script: { initialize: never }, fails: /did not start within/ },
  { name: 'is silent at session/new', script: { 'session/new': never }, fails: /did not open a session within/ },
  { name: 'dies at initialize', script: { initialize: (hands) => hands.die() }, fails: /ended with exit code 1/ },
  { name: 'dies at session/new', script: { 'session/new': (hands) => hands.die() }, fails: /ended with exit code 1/ },
  {
    name: 'speaks another version',
    script: { initialize: (hands, message) => hands.answer(message, { protocolVersion: 9 }) },
    fails: /version 9 of the protocol/,
  },
  {
    name: 'names its version as text',
    script: { initialize: (hands, message) => hands.answer(message, { protocolVersion: '1' }) },
    fails: /version "1" of the protocol/,
  },
  {
    name: 'names no version',
    script: { initialize: (hands, message) => hands.answer(message, {}) },
    fails: /version unknown of the protocol/,
  },
  {
    name: 'answers initialize with capabilities of wrong types',
    script: {
      initialize: (hands, message) =>
        hands.answer(message, { protocolVersion: 1, agentCapabilities: 'all', agentInfo: 7, authMethods: {} }),
    },
    ends: 'end_turn',
  },
  {
    name: 'wants a sign-in',
    script: { 'session/new': (hands, message) => hands.refuse(message, -32000, 'Authentication required') },
    fails: /sign in first/,
  },
  {
    name: 'refuses a session with the status of HTTP as its code',
    script: { 'session/new': (hands, message) => hands.refuse(message, 400, 'no') },
    fails: /could not open a session/,
  },
  {
    name: 'opens a session without an id',
    script: { 'session/new': (hands, message) => hands.answer(message, {}) },
    fails: /could not open a session/,
  },
  {
    name: 'prints junk before it starts',
    script: {
      initialize: (hands, message) => {
        hands.line('\u001b[31mWelcome!\u001b[0m')
        hands.line('{"jsonrpc":')
        hands.answer(message, { protocolVersion: 1 })
      },
    },
    ends: 'end_turn',
    text: 'Hello.',
  },
  {
    name: 'answers with an error that has no code',
    script: { 'session/new': (hands, { id }) => hands.line(JSON.stringify({ id, error: 'no' })) },
    fails: /could not open a session/,
  },
]

const prompting: readonly Misbehaviour[] = [
  { name: 'is silent at the prompt', script: prompt(never), fails: /sent nothing for/ },
  { name: 'dies at the prompt', script: prompt((hands) => hands.die()), fails: /ended with exit code 1/ },
  {
    name: 'dies in a tool call',
    script: prompt((hands) => {
      hands.update(calls('a', { status: 'in_progress' }))
      hands.die()
    }),
    fails: /ended with exit code 1/,
    told: ['start a read', 'end a unfinished'],
  },
  {
    name: 'fails at the prompt',
    script: prompt((hands, message) => hands.refuse(message, -32603, 'no credit left')),
    fails: /could not answer the prompt/,
  },
  {
    name: 'ends twice',
    script: prompt((hands, message) => {
      hands.answer(message, end)
      hands.answer(message, { stopReason: 'refusal' })
    }),
    ends: 'end_turn',
    told: [],
  },
  {
    name: 'calls a tool and speaks after its end',
    script: prompt((hands, message) => {
      hands.update(says('Done.'))
      hands.answer(message, end)
      hands.update(calls('late', { status: 'in_progress' }))
      hands.update(says(' And more.'))
    }),
    ends: 'end_turn',
    told: [],
    text: 'Done.',
  },
  {
    name: 'ends with a reason that is not known',
    script: prompt((hands, message) => hands.answer(message, { stopReason: 'tired' })),
    ends: 'tired',
  },
  {
    name: 'ends without a reason',
    script: prompt((hands, message) => hands.answer(message, null)),
    ends: 'unknown',
  },
  {
    name: 'reports a use that is no number',
    script: prompt((hands, message) => {
      hands.update({ sessionUpdate: 'usage_update', used: 'much', size: null, cost: 'a lot' })
      hands.answer(message, { ...end, usage: { inputTokens: 'x' } })
    }),
    ends: 'end_turn',
  },
  {
    name: 'prints junk between its messages',
    script: prompt((hands, message) => {
      hands.line('DEBUG thinking…')
      hands.line('[]')
      hands.line('{"jsonrpc":"2.0"}')
      hands.update(says('Hi.'))
      hands.answer(message, end)
    }),
    ends: 'end_turn',
    text: 'Hi.',
    told: ['! It printed a line that is no message.'],
  },
  {
    name: 'sends a message that is too long',
    script: prompt((hands, message) => {
      hands.update(says('x'.repeat(200_000)))
      hands.update(says('Short.'))
      hands.answer(message, end)
    }),
    ends: 'end_turn',
    text: 'Short.',
    told: ['! It sent a message that is too long; it was dropped.'],
  },
  {
    name: 'floods with messages',
    script: prompt((hands) => {
      for (let each = 0; each < 3000; each++) hands.update(says('x'))
    }),
    fails: /sent too much: more than 2,000 messages/,
  },
  {
    name: 'floods with characters',
    script: prompt((hands) => {
      for (let each = 0; each < 30; each++) hands.update(says('x'.repeat(50_000)))
    }),
    fails: /sent too much: more than 1,000,000 characters/,
  },
  {
    name: 'floods with tool calls',
    script: prompt((hands) => {
      for (let each = 0; each < 100; each++) hands.update(calls(`${each}`, { status: 'completed' }))
    }),
    fails: /sent too much: more than 50 tool calls/,
  },
  {
    name: 'sends updates that are not known',
    script: prompt((hands, message) => {
      hands.update({ sessionUpdate: 'hologram', content: { type: 'text', text: 'boo' } })
      hands.update({ nothing: true })
      hands.answer(message, end)
    }),
    ends: 'end_turn',
    told: ['! It sent an update that is not known: hologram.', '! It sent an update without a session or a kind.'],
  },
  {
    name: 'names another session',
    script: prompt((hands, message) => {
      hands.update(says('For somebody else.'), 'session-2')
      hands.update(says('For you.'))
      hands.answer(message, end)
    }),
    ends: 'end_turn',
    text: 'For you.',
    told: ['! It sent an update of another session.'],
  },
  {
    name: 'answers what nobody asked',
    script: prompt((hands, message) => {
      hands.line('{"jsonrpc":"2.0","id":99,"result":{}}')
      hands.answer(message, end)
    }),
    ends: 'end_turn',
    told: ['! It answered something that was not asked, or twice.'],
  },
  {
    name: 'does not stop when it is cancelled',
    script: {
      ...prompt((hands) => hands.update(calls('a', { status: 'in_progress' }))),
      'session/cancel': never,
    },
    stopAt: 'start a read',
    fails: /could not answer the prompt/,
  },
  {
    name: 'dies when it is cancelled',
    script: {
      ...prompt((hands) => hands.update(calls('a', { status: 'in_progress' }))),
      'session/cancel': (hands) => hands.die(),
    },
    stopAt: 'start a read',
    fails: /ended with exit code 1/,
  },
  {
    name: 'ends as usual when it is cancelled',
    script: prompt((hands) => hands.update(calls('a', { status: 'in_progress' }))),
    stopAt: 'start a read',
    ends: 'cancelled',
    told: ['start a read', 'end a unfinished'],
  },
]

const calling: readonly Misbehaviour[] = [
  {
    name: 'never ends a tool call',
    script: prompt((hands, message) => {
      hands.update(calls('a', { status: 'in_progress' }))
      hands.answer(message, end)
    }),
    ends: 'end_turn',
    told: ['start a read', 'end a unfinished'],
  },
  {
    name: 'uses the id of a tool call again',
    script: prompt((hands, message) => {
      hands.update(calls('a', { status: 'completed' }))
      hands.update(updatesCall('a', { status: 'failed' }))
      hands.update(calls('a', { kind: 'edit', status: 'completed' }))
      hands.answer(message, end)
    }),
    ends: 'end_turn',
    told: ['start a read', 'end a completed', 'start a edit', 'end a completed'],
  },
  {
    name: 'updates a tool call that it never announced',
    script: prompt((hands, message) => {
      hands.update(updatesCall('a', { kind: 'execute', rawInput: { command: 'ls' }, status: 'completed' }))
      hands.answer(message, end)
    }),
    ends: 'end_turn',
    told: ['start a execute {"command":"ls"}', 'end a completed'],
  },
  {
    name: 'makes up kinds and states of tool calls',
    script: prompt((hands, message) => {
      hands.update(calls('a', { kind: 'teleport', status: 'confused', rawInput: [] }))
      hands.answer(message, end)
    }),
    ends: 'end_turn',
    told: ['start a teleport', 'end a unfinished'],
  },
  {
    name: 'sends a tool call without an id, and content of wrong types',
    script: prompt((hands, message) => {
      hands.update({ sessionUpdate: 'tool_call', title: 'who am I' })
      hands.update(calls('a', { status: 'completed', content: 'text', locations: 'here', title: 5 }))
      hands.answer(message, end)
    }),
    ends: 'end_turn',
    told: ['! It sent an update that is not known: tool_call.', 'start a read', 'end a completed'],
  },
]

const asking: readonly Misbehaviour[] = [
  {
    name: 'asks about a call that it never announced, with “always” first',
    script: prompt(async (hands, message) => {
      const answer = await hands.ask('session/request_permission', {
        toolCall: { toolCallId: 'a', kind: 'edit' },
        options,
      })
      hands.update(says(outcome(answer)))
      hands.answer(message, end)
    }),
    ends: 'end_turn',
    text: '{"outcome":{"outcome":"selected","optionId":"once"}}',
    told: ['start a edit', 'asks a', 'end a unfinished'],
  },
  {
    name: 'offers only “always”',
    script: prompt(async (hands, message) => {
      const answer = await hands.ask('session/request_permission', {
        toolCall: { toolCallId: 'a' },
        options: options.slice(0, 1),
      })
      hands.update(says(outcome(answer)))
      hands.answer(message, end)
    }),
    ends: 'end_turn',
    text: '{"outcome":{"outcome":"cancelled"}}',
  },
  {
    name: 'asks without options',
    script: prompt(async (hands, message) => {
      const answer = await hands.ask('session/request_permission', { toolCall: { toolCallId: 'a' } })
      hands.update(says(outcome(answer)))
      hands.answer(message, end)
    }),
    ends: 'end_turn',
    text: '{"outcome":{"outcome":"cancelled"}}',
  },
  {
    name: 'asks about no call',
    script: prompt(async (hands, message) => {
      const answer = await hands.ask('session/request_permission', { options })
      hands.update(says(answer.error === undefined ? 'allowed' : 'refused'))
      hands.answer(message, end)
    }),
    ends: 'end_turn',
    text: 'refused',
  },
  {
    name: 'asks in another session',
    script: prompt(async (hands, message) => {
      const answer = await hands.ask('session/request_permission', {
        sessionId: 'session-2',
        toolCall: { toolCallId: 'a' },
        options,
      })
      hands.update(says(answer.error === undefined ? 'allowed' : 'refused'))
      hands.answer(message, end)
    }),
    ends: 'end_turn',
    text: 'refused',
    told: ['! It asked for something in another session.'],
  },
  {
    name: 'asks for methods that are not offered',
    script: prompt(async (hands, message) => {
      for (const method of ['terminal/resize', 'elicitation/create', 'fs/delete', '_own/thing']) {
        const answer = await hands.ask(method, {})
        hands.update(says(answer.error === undefined ? '?' : '-'))
      }
      hands.answer(message, end)
    }),
    ends: 'end_turn',
    text: '----',
  },
  {
    name: 'asks twice with one id',
    script: prompt((hands, message) => {
      const ask = { toolCall: { toolCallId: 'a' }, options, sessionId: 'session-1' }
      for (let each = 0; each < 2; each++)
        hands.line(JSON.stringify({ id: 'same', method: 'session/request_permission', params: ask }))
      hands.answer(message, end)
    }),
    ends: 'end_turn',
    told: ['! It sent two requests with one id.'],
  },
  {
    name: 'writes outside of the folder',
    script: prompt(async (hands, message) => {
      const answer = await hands.ask('fs/write_text_file', { path: '/etc/passwd', content: 'x' })
      hands.update(says(answer.error === undefined ? 'written' : 'refused'))
      hands.answer(message, end)
    }),
    ends: 'end_turn',
    text: 'refused',
  },
  {
    name: 'names a relative path',
    script: prompt(async (hands, message) => {
      const answer = await hands.ask('fs/write_text_file', { path: 'a.txt', content: 'x' })
      hands.update(says(answer.error === undefined ? 'written' : 'refused'))
      hands.answer(message, end)
    }),
    ends: 'end_turn',
    text: 'refused',
  },
  {
    name: 'reads a file that is not there',
    script: prompt(async (hands, message) => {
      const answer = await hands.ask('fs/read_text_file', { path: '/work/new.txt' })
      hands.update(says(outcome(answer)))
      hands.answer(message, end)
    }),
    ends: 'end_turn',
    text: '{"content":""}',
  },
  {
    name: 'opens too many requests',
    script: prompt(async (hands, message) => {
      const answers = Array.from({ length: 12 }, (_, each) =>
        hands.ask('session/request_permission', { toolCall: { toolCallId: `${each}` }, options }),
      )
      const refused = await Promise.race(answers)
      hands.update(says(refused.error === undefined ? '?' : 'too many'))
      hands.answer(message, end)
    }),
    ends: 'end_turn',
    text: 'too many',
  },
]

export const misbehaviours: readonly Misbehaviour[] = [...starting, ...prompting, ...calling, ...asking]
