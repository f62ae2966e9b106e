import { type Failure, FailureError } from '../../src-shared/base/failure.ts'
import type { ModelRequest } from '../../src-shared/model/message.ts'
import type { ToolInfo, ToolResult } from '../../src-shared/model/tool.ts'
import type { AgentPorts, LogPort, OtherAgentPort } from '../agent/ports.ts'
import type { Behavior } from './behaviors.ts'

/** A disturbance, such as Stop, at the run's n-th contact with its environment, from 0. */
export interface Disturbance {
  readonly at: number
  readonly kind: 'stop' | 'failure'
}

export interface World {
  readonly ports: AgentPorts
  readonly signal: AbortSignal
  /** Number of the run's contacts with its environment. */
  contacts(): number
  /** Faults in the requests because of which a real endpoint would refuse them. */
  readonly wrongRequests: readonly string[]
}

const effects = { read_file: 'read', edit_file: 'edit', shell: 'command' } as const

const words = (description: string) => ({ type: 'string', description })
const tool = (name: keyof typeof effects, description: string, properties: ToolInfo['parameters']): ToolInfo => ({
  name,
  description,
  parameters: { type: 'object', properties, required: Object.keys(properties) },
  effect: effects[name],
})
export const workTools: readonly ToolInfo[] = [
  tool('read_file', 'Reads a file', { path: words('The file') }),
  tool('edit_file', 'Changes a file', { path: words('The file'), old: words('What'), new: words('By what') }),
  tool('shell', 'Runs a command', { command: words('The command') }),
]

const failure: Failure = { kind: 'tool-failed', message: 'A made-up failure.', advice: 'Look at how it is dealt with.' }

/** A simulated project, user and model, with the given behaviour and trouble. */
export function makeWorld(log: LogPort, behavior: Behavior, trouble: Disturbance | null): World {
  const stop = new AbortController()
  const wrongRequests: string[] = []
  let contacts = 0
  let calls = 0
  let checks = 0
  let ms = 0
  /** Counts a contact. @returns whether it fails */
  const reach = (): boolean => {
    const now = contacts++ === trouble?.at
    if (now && trouble?.kind === 'stop') stop.abort()
    return now && trouble?.kind === 'failure'
  }
  const orFail = async <T>(value: T): Promise<T> => {
    if (reach()) throw new FailureError(failure)
    return value
  }
  const workspace: AgentPorts['workspace'] = {
    snapshot: (label) => orFail(`snapshot-${label}`),
    restore: () => orFail(undefined),
    changes: () => orFail({ files: [{ path: 'total.js', added: 1, removed: 1 }], patch: '-a\n+b' }),
    // Checks fail and pass alternately, beginning with a failure.
    check: () => orFail({ exitCode: checks++ % 2 === 0 ? 1 : 0, output: 'checked' }),
    copies: {
      open: async () => ({ tools, workspace, agents, remove: async () => {} }),
      reopen: async () => ({ tools, workspace, agents, remove: async () => {} }),
    },
  }
  /** Another agent says what the model would. */
  const agents: OtherAgentPort = {
    prompt: async ({ prompt }, listener) => {
      const session = 'session'
      listener.session(session, { kind: 'session', name: 'scripted', how: 'new', mode: null, model: null }, null)
      if (reach()) throw new FailureError({ ...failure, kind: 'agent-failed' })
      const request = {
        role: 'agent',
        messages: [{ role: 'user', text: prompt }],
        tools: [],
        toolChoice: 'auto',
      } as const
      const answer = behavior.answer({ ...request, stop: [], stopAfterCalls: 0, temperature: null }, calls++)
      if (!answer.ok) throw new FailureError({ ...answer.failure, kind: 'agent-failed' })
      listener.said('message', answer.reply.message.text, null)
      return { stopReason: 'end_turn', session, usage: null, undone: [], messages: '' }
    },
  }
  const tools: AgentPorts['tools'] = {
    effectOf: (name) => workTools.find((each) => each.name === name)?.effect ?? 'command',
    run: async (call, context) => {
      const bad = reach()
      context.begin()
      const known = workTools.some((each) => each.name === call.tool)
      const ok = known && call.complete && isJson(call.arguments) && !bad
      const text = ok ? `The result of ${call.tool}.` : `The call of ${call.tool} failed.`
      const result: ToolResult = {
        callId: call.id,
        tool: call.tool,
        ok,
        text,
        summary: ok ? 'done' : 'failed',
        durationMs: 1,
        data: null,
      }
      return { result, body: { kind: 'text', text } }
    },
  }
  const ports: AgentPorts = {
    log,
    tools,
    workspace,
    agents,
    clock: { now: () => 1_700_000_000_000, elapsed: () => ms++ },
    user: {
      approve: async () => ({ decision: 'allow', by: 'user', note: '' }),
      ask: async (_path, question) => question.options[0] ?? 'Yes.',
      hasQueued: () => false,
      takeQueued: () => [],
    },
    model: {
      api: () => 'chat-completions',
      parameters: () => ({}),
      call: async (_bound, request) => {
        const wrong = unanswered(request)
        if (wrong !== null) wrongRequests.push(wrong)
        if (reach()) return { ok: false, failure: { ...failure, kind: 'model-overloaded' }, firstTokenMs: null }
        return behavior.answer(request, calls++)
      },
    },
  }
  return { ports, signal: stop.signal, contacts: () => contacts, wrongRequests }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * Why an endpoint would refuse the messages: a tool call without a result, or a result without a call. Null if valid.
 */
function unanswered({ messages }: ModelRequest): string | null {
  const open = new Set<string>()
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.callId)) return 'a tool result without its call'
      continue
    }
    if (open.size > 0) return 'a tool call without its result'
    if (message.role === 'assistant') for (const call of message.toolCalls) open.add(call.id)
  }
  return open.size > 0 ? 'a tool call without its result' : null
}
