import { expect, test } from 'vitest'
import { connectAgent } from '../../../src-main/acp/connection.ts'
import { usualLimits } from '../../../src-main/acp/limits.ts'
import { signInsIn } from '../../../src-main/acp/sign-ins.ts'
import { type AgentScript, scriptedAgent, sessionId } from '../../kit/acp/scripted-agent.ts'

test('ways to sign in are read as agents write them, and what is none is left out', () => {
  const login = { command: '/usr/bin/node', args: ['cli.js', '/login'], label: 'Log in' }
  expect(
    signInsIn([
      { id: 'browser', name: 'Browser' },
      { id: 'tty', name: 'Terminal', type: 'terminal', args: ['login'], env: { A: '1' } },
      { id: 'old', _meta: { 'terminal-auth': login } },
      { id: 'key', name: 'Key', type: 'env_var', vars: [{ name: 'API_KEY' }, { name: 'not a name' }] },
      { id: 'one', name: 'One', type: 'env_var', varName: 'ONE_KEY' },
      { name: 'without an id' },
      'junk',
    ]).map(({ id, name, how }) => [id, name, how]),
  ).toEqual([
    ['browser', 'Browser', { kind: 'agent' }],
    ['tty', 'Terminal', { kind: 'terminal', command: null, args: ['login'], env: { A: '1' } }],
    ['old', 'old', { kind: 'terminal', command: '/usr/bin/node', args: ['cli.js', '/login'], env: {} }],
    ['key', 'Key', { kind: 'keys', variables: ['API_KEY'] }],
    ['one', 'One', { kind: 'keys', variables: ['ONE_KEY'] }],
  ])
  expect(signInsIn({ id: 'no list' })).toEqual([])
})

/** Wants a sign-in; `authenticate` does as the script says, and then it is signed in. */
function agentWith(authenticate: AgentScript[string]) {
  let isSignedIn = false
  const script: AgentScript = {
    initialize: (hands, message) =>
      hands.answer(message, { protocolVersion: 1, authMethods: [{ id: 'browser', name: 'Browser' }] }),
    'session/new': (hands, message) =>
      isSignedIn ? hands.answer(message, { sessionId }) : hands.refuse(message, -32000, 'Authentication required'),
    authenticate: async (hands, message) => {
      await authenticate?.(hands, message)
      isSignedIn = true
    },
  }
  return connectAgent(scriptedAgent(script).pipes, '1.0.0', { ...usualLimits, signInMs: 30 })
}
const ask = { folder: '/work', session: null, chosen: {}, servers: [] }
const outcome = (work: Promise<unknown>) => work.then(() => 'fine').catch(String)

test('an agent that wants a sign-in says where, and opens a session once it has signed the user in', async () => {
  const connection = await agentWith((hands, message) => hands.answer(message, {}))
  expect(await outcome(connection.open(ask))).toMatch(/sign in first\. Open it in Settings → Agents.*\(Browser\)/)
  expect(await outcome(connection.signIn('browser'))).toBe('fine')
  expect(await outcome(connection.open(ask))).toBe('fine')
})

test.each<readonly [string, AgentScript[string], RegExp]>([
  ['is silent', () => undefined, /did not sign you in within/],
  [
    'refuses',
    (hands, message) => hands.refuse(message, -32603, 'wrong account'),
    /could not sign you in.*wrong account/,
  ],
  ['does not know the method', (hands, message) => hands.refuse(message, -32602, 'unknown'), /could not sign you in/],
  ['dies', (hands) => hands.die(), /ended with exit code 1/],
])('an agent that %s at the sign-in is a failure with a reason', async (_, act, words) => {
  expect(await outcome((await agentWith(act)).signIn('browser'))).toMatch(words)
})

test('an agent that claims a sign-in and still refuses sessions is a failure', async () => {
  const script: AgentScript = {
    authenticate: (hands, message) => hands.answer(message, {}),
    'session/new': (hands, message) => hands.refuse(message, -32000, 'Authentication required'),
  }
  const connection = await connectAgent(scriptedAgent(script).pipes, '1.0.0')
  await connection.signIn('browser')
  expect(await outcome(connection.open(ask))).toMatch(/sign in first/)
})
