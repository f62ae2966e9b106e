import { PassThrough, type Readable, type Writable } from 'node:stream'
import { z } from 'zod'
import type { AgentPipes } from '../../../src-main/acp/agent-process.ts'

/** A message as the agent gets it: a request has an id, a note has none, an answer has no method. */
const incoming = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z.record(z.string(), z.unknown()).default({}),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
})
export type Incoming = z.infer<typeof incoming>

/** What a script can do. */
export interface AgentHands {
  /** Prints a line as it is. */
  line(text: string): void
  answer(message: Incoming, result: unknown): void
  refuse(message: Incoming, code: number, text: string): void
  update(update: object, session?: string): void
  /** Asks the client; resolves with its answer. */
  ask(method: string, params: object): Promise<Incoming>
  /** Ends, as by a crash. */
  die(): void
}
/** What it does with each method; what is left out it does as a good agent does. */
export type AgentScript = Readonly<Record<string, (hands: AgentHands, message: Incoming) => void | Promise<void>>>

export const sessionId = 'session-1'
export const says = (text: string, messageId?: string) => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
  ...(messageId !== undefined && { messageId }),
})
export const calls = (toolCallId: string, more: object = {}) => ({
  sessionUpdate: 'tool_call',
  toolCallId,
  title: `call ${toolCallId}`,
  kind: 'read',
  status: 'pending',
  ...more,
})
export const updatesCall = (toolCallId: string, more: object) => ({
  sessionUpdate: 'tool_call_update',
  toolCallId,
  ...more,
})

/** An agent that does all as the protocol says. */
const good: AgentScript = {
  initialize: (hands, message) =>
    hands.answer(message, {
      protocolVersion: 1,
      agentInfo: { name: 'scripted', version: '1.2.3' },
      agentCapabilities: { loadSession: true, sessionCapabilities: { resume: {} } },
      authMethods: [],
    }),
  'session/new': (hands, message) => hands.answer(message, { sessionId }),
  'session/load': (hands, message) => hands.answer(message, {}),
  'session/resume': (hands, message) => hands.answer(message, {}),
  'session/prompt': (hands, message) => {
    hands.update(says('Hello.'))
    hands.answer(message, { stopReason: 'end_turn' })
  },
}

/** Plays a script on two streams. `session/cancel` answers the open prompt unless the script does otherwise. */
export function playAgent(script: AgentScript, from: Readable, to: Writable, die: () => void): void {
  const waiting = new Map<string | number, (answer: Incoming) => void>()
  let asked = 0
  let prompt: Incoming | null = null
  const send = (message: object) => to.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const hands: AgentHands = {
    line: (text) => to.write(`${text}\n`),
    answer: ({ id }, result) => send({ id, result }),
    refuse: ({ id }, code, message) => send({ id, error: { code, message } }),
    update: (update, session = sessionId) => send({ method: 'session/update', params: { sessionId: session, update } }),
    ask: (method, params) =>
      new Promise((resolve) => {
        asked += 1
        const id = `ask-${asked}`
        waiting.set(id, resolve)
        send({ id, method, params: { sessionId, ...params } })
      }),
    die,
  }
  const all: AgentScript = {
    ...good,
    'session/cancel': (_, message) => {
      if (prompt !== null) hands.answer(prompt, { stopReason: 'cancelled' })
      else void message
    },
    ...script,
  }
  const take = (message: Incoming) => {
    if (message.method === undefined) {
      if (message.id !== undefined) waiting.get(message.id)?.(message)
      return
    }
    if (message.method === 'session/prompt') prompt = message
    const act = all[message.method]
    if (act !== undefined) void act(hands, message)
    else if (message.id !== undefined) hands.refuse(message, -32601, 'Method not found')
  }
  let rest = ''
  from.on('data', (bytes: Buffer) => {
    const lines = (rest + bytes.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') take(incoming.parse(JSON.parse(line)))
  })
}

export interface ScriptedAgent {
  readonly pipes: AgentPipes
  /** How it was ended by the client, if it was. */
  endedHow(): 'gently' | 'now' | null
}

/** The agent without a process: its pipes are streams. */
export function scriptedAgent(script: AgentScript): ScriptedAgent {
  const input = new PassThrough()
  const output = new PassThrough()
  let endWith: (how: string) => void = () => undefined
  const ended = new Promise<string>((resolve) => {
    endWith = resolve
  })
  let how: 'gently' | 'now' | null = null
  playAgent(script, input, output, () => {
    output.end()
    endWith('ended with exit code 1')
  })
  const pipes: AgentPipes = {
    input,
    output,
    ended,
    errors: () => '',
    end: async (asked) => {
      how ??= asked
      output.end()
      endWith('was ended')
    },
  }
  return { pipes, endedHow: () => how }
}
