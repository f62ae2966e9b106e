import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { ruledAgent } from './ruled-agent.ts'
import { type AgentScript, calls, playAgent, says, updatesCall } from './scripted-agent.ts'
import { worker } from './worker-agent.ts'

/** The scripted agent as a process. Its first argument names how it misbehaves; without one it does not. */
const fault = process.argv[2] ?? ''

const options = [
  { optionId: 'always', kind: 'allow_always', name: 'Always' },
  { optionId: 'once', kind: 'allow_once', name: 'Once' },
  { optionId: 'no', kind: 'reject_once', name: 'No' },
]
const end = { stopReason: 'end_turn', usage: { inputTokens: 1000, outputTokens: 20, totalTokens: 1020 } }
const promptText = z.object({ sessionId: z.string(), prompt: z.array(z.object({ text: z.string() })) })

/** Asks for permission to edit, and edits with its own hands if it gets it. */
const editor: AgentScript = {
  'session/prompt': async (hands, message) => {
    const { sessionId, prompt } = promptText.parse(message.params)
    hands.update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'Let me see.' } })
    hands.update({ sessionUpdate: 'plan', entries: [{ content: 'Edit', priority: 'high', status: 'in_progress' }] })
    hands.update(calls('read', { kind: 'read', status: 'completed', rawInput: { path: 'a.txt' } }))
    const file = path.join(process.cwd(), 'a.txt')
    const change = { type: 'diff', path: file, oldText: 'one\n', newText: 'two\n' }
    const toolCall = {
      toolCallId: 'edit',
      title: 'a.txt',
      kind: 'edit',
      rawInput: { filePath: file },
      content: [change],
    }
    hands.update(calls('edit', { kind: 'edit' }))
    const { result } = await hands.ask('session/request_permission', { toolCall, options })
    const isAllowed = JSON.stringify(result).includes('once')
    if (isAllowed) writeFileSync(file, 'two\n')
    hands.update(updatesCall('edit', { status: isAllowed ? 'completed' : 'failed', content: [change] }))
    writeFileSync(path.join(process.cwd(), 'extra.txt'), 'unasked')
    hands.update(says(`${isAllowed ? 'Edited' : 'Refused'} in ${sessionId}: ${prompt[0]?.text ?? ''}`))
    hands.answer(message, end)
  },
}

/** A session of its own for each opening, and two models; says which session and model answered, and what it was told. */
let model = 'small'
const models = () => [
  {
    id: 'm',
    name: 'Model',
    category: 'model',
    currentValue: model,
    options: [{ value: 'small' }, { value: 'large' }],
  },
]
const chooser: AgentScript = {
  'session/new': (hands, message) => hands.answer(message, { sessionId: `s-${randomUUID()}`, configOptions: models() }),
  'session/set_config_option': (hands, message) => {
    const { value } = z.object({ value: z.string() }).parse(message.params)
    if (value !== 'small' && value !== 'large') return hands.refuse(message, -32602, 'no such model')
    model = value
    hands.answer(message, { configOptions: models() })
  },
  'session/prompt': (hands, message) => {
    const { sessionId, prompt } = promptText.parse(message.params)
    hands.update(says(`${sessionId} ${model}: ${prompt.map(({ text }) => text).join('')}`), sessionId)
    hands.answer(message, end)
  },
}

/** Has the client run commands: one it waits for, one in another folder, and one that it never releases. */
const shell: AgentScript = {
  'session/prompt': async (hands, message) => {
    const run = async (params: object) => {
      const { result, error } = await hands.ask('terminal/create', params)
      if (error !== undefined) return `refused ${JSON.stringify(error)}`
      const { terminalId } = z.object({ terminalId: z.string() }).parse(result)
      await hands.ask('terminal/wait_for_exit', { terminalId })
      const { result: printed } = await hands.ask('terminal/output', { terminalId })
      await hands.ask('terminal/release', { terminalId })
      return z.object({ output: z.string() }).parse(printed).output.trim()
    }
    const env = [{ name: 'WORD', value: 'hello you' }]
    const script = 'console.log(process.env.WORD)'
    hands.update(says(`${await run({ command: process.execPath, args: ['-e', script], env })}; `))
    hands.update(says(`${await run({ command: 'pwd', cwd: path.dirname(process.cwd()) })}`))
    const stay = 'setInterval(() => {}, 1000)'
    await hands.ask('terminal/create', { command: process.execPath, args: ['-e', stay] })
    hands.answer(message, end)
  },
}

/** The chooser, once the user has signed in with one of its ways. */
let isSignedIn = false
const login: AgentScript = {
  ...chooser,
  initialize: (hands, message) =>
    hands.answer(message, {
      protocolVersion: 1,
      agentInfo: { name: 'scripted', version: '1.2.3' },
      authMethods: [
        { id: 'browser', name: 'Browser' },
        { id: 'tty', name: 'Terminal', type: 'terminal', args: ['--login'] },
      ],
    }),
  authenticate: (hands, message) => {
    isSignedIn = true
    hands.answer(message, {})
  },
  'session/new': (hands, message) => {
    if (isSignedIn) return chooser['session/new']?.(hands, message)
    return hands.refuse(message, -32000, 'Authentication required')
  },
}

let givenServers: readonly { readonly name: string }[] = []

const scripts: Readonly<Record<string, AgentScript>> = {
  login,
  shell,
  editor,
  chooser,
  worker,
  ruled: ruledAgent(process.argv[3] ?? '[]'),
  // Works until it is stopped, and then goes on.
  deaf: {
    'session/prompt': (hands) => {
      hands.update(calls('sleep', { kind: 'execute', status: 'in_progress', rawInput: { command: 'sleep 600' } }))
      hands.update(says(`I am ${process.pid}.`))
    },
    'session/cancel': () => undefined,
  },
  // Says which blocks and which MCP servers it was sent.
  given: {
    initialize: (hands, message) =>
      hands.answer(message, { protocolVersion: 1, agentCapabilities: { promptCapabilities: { image: true } } }),
    'session/new': (hands, message) => {
      givenServers = z.object({ mcpServers: z.array(z.object({ name: z.string() })) }).parse(message.params).mcpServers
      hands.answer(message, { sessionId: 'session-1' })
    },
    'session/prompt': (hands, message) => {
      const { prompt } = z.object({ prompt: z.array(z.object({ type: z.string() })) }).parse(message.params)
      hands.update(says([...prompt.map(({ type }) => type), ...givenServers.map(({ name }) => name)].join(' ')))
      hands.answer(message, end)
    },
  },
  // Says what it was given.
  keyed: {
    'session/prompt': (hands, message) => {
      hands.update(says(`The key is ${process.env['SCRIPTED_KEY'] ?? 'missing'}.`))
      hands.answer(message, end)
    },
  },
  // Never says what it is, or never opens a session.
  mute: { initialize: () => undefined },
  closed: { 'session/new': () => undefined },
  // A launcher whose child ignores signals and holds its pipes, as that of some agents does.
  orphan: {
    'session/prompt': (hands, message) => {
      const stay = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"
      const child = spawn(process.execPath, ['-e', stay], { stdio: ['ignore', 'inherit', 'inherit'] })
      hands.update(says(String(child.pid)))
      hands.answer(message, { stopReason: 'end_turn' })
    },
  },
}

if (fault === 'broken') {
  process.stderr.write('no such model\n')
  process.exit(3)
}
if (fault === 'stubborn') {
  process.on('SIGTERM', () => undefined)
  setInterval(() => undefined, 1000)
}
playAgent(scripts[fault] ?? {}, process.stdin, process.stdout, () => process.exit(1))
if (fault !== 'stubborn' && fault !== 'deaf') process.stdin.on('end', () => process.exit(0))
