import type { ApprovalMode, ToolLimits } from '../../../../src-shared/model/tool.ts'
import type { AgentCall } from '../../../acp/calls.ts'
import type { PromptListener } from '../../../acp/prompt-turn.ts'
import type { OtherAgentListener } from '../../../agent/ports.ts'
import type { Confinement } from '../../../tools/confinement.ts'
import type { Rule } from '../../../tools/rules.ts'
import type { GuardedFiles } from '../../../tools/workspace-port.ts'
import type { KeyHider } from '../../settings/redact-keys.ts'
import { commandOf, effectOf, endOf, inFolder, pathsOf, toolCallOf } from './agent-calls.ts'
import { type Passed, passGate } from './agent-gate.ts'
import { terminalStarter } from './agent-terminals.ts'

interface ListenerParts {
  readonly agent: string
  readonly files: GuardedFiles
  readonly mode: ApprovalMode
  readonly limits: ToolLimits
  rules(): readonly Rule[]
  readonly hider: KeyHider
  /** The run that the processes of its commands belong to. */
  readonly owner: string
  confinement(): Promise<Confinement | null>
  readonly listener: OtherAgentListener
}

/**
 * What an agent does and asks, passed on to its run.
 *
 * 1. Requests for permission pass the gate.
 * 2. A file that the agent has us write was allowed with an edit of it, which counts once; one that was not passes the
 *    gate as a call of its own. Permission to read, search or run something is none to write.
 * 3. A command that the agent has us run passes the gate too, unless it was just allowed with its call; that counts once.
 * 4. A file that is not there is read as empty: agents take an error for a broken disk.
 */
export function promptListener(parts: ListenerParts): PromptListener {
  const { files, hider, listener, agent } = parts
  const { folder } = files
  /** How many writes of each path were allowed. */
  const allowed = new Map<string, number>()
  const isAllowedOnce = (path: string): boolean => {
    const left = allowed.get(path) ?? 0
    allowed.set(path, Math.max(0, left - 1))
    return left > 0
  }
  const shown = new Map<string, number>()
  let written = 0
  const gate = (call: AgentCall, who?: string) =>
    passGate(call, { ...parts, folder }, (ask) => listener.approve(call.key, ask), who)
  const allowedCommands = new Map<string, Passed>()
  const gateCommand = async (call: AgentCall): Promise<Passed> => {
    const command = commandOf(call) ?? ''
    const known = allowedCommands.get(command)
    allowedCommands.delete(command)
    return known ?? (await gate(call, `The agent ${agent} asks Stratagem to run it.`))
  }
  const end = (call: AgentCall, how: 'completed' | 'failed' | 'unfinished') => {
    const { result, body } = hider.run({ ...endOfCall(call, how, folder) })
    listener.callEnd(call.key, { result, body })
  }
  const writeAsCall = async (path: string, text: string) => {
    const key = `write-${++written}`
    const before = await files.readText(path)
    const diff = { kind: 'diff', path, before: before.ok ? before.text : null, after: text } as const
    const call: AgentCall = {
      key,
      id: key,
      title: `Write ${path}`,
      kind: 'edit',
      input: { path },
      output: undefined,
      content: [diff],
      paths: [path],
      printed: '',
    }
    listener.callStart(key, toolCallOf(call, folder), 'edit')
    const isAllowed = (await gate(call)).decision === 'allow'
    const done = isAllowed ? await files.writeText(path, text, 'any') : denied
    end(call, done.ok ? 'completed' : 'failed')
    if (!done.ok) throw new Error(done.problem)
  }
  return {
    chunk: (channel, text, of) => listener.said(channel, hider.text(text), of),
    plan: (entries) => listener.plan(entries),
    mode: (mode) => listener.notice('info', `The agent changed its mode to ${mode.slice(0, 80)}.`),
    callStart: (call) => listener.callStart(call.key, toolCallOf(call, folder), effectOf(call)),
    callChange: (call) => {
      const from = shown.get(call.key) ?? 0
      if (call.printed.length <= from) return
      shown.set(call.key, call.printed.length)
      listener.callOutput(call.key, hider.text(call.printed.slice(from)))
    },
    callEnd: end,
    permission: async (call) => {
      const passed = await gate(call)
      const { decision } = passed
      const command = commandOf(call)
      if (decision === 'allow' && command !== null) allowedCommands.set(command, passed)
      if (decision === 'allow' && effectOf(call) === 'edit')
        for (const path of editedPaths(call, folder)) allowed.set(path, (allowed.get(path) ?? 0) + 1)
      return decision
    },
    readFile: async (path) => {
      const place = await files.resolve(path)
      if (!place.ok) throw new Error(place.problem)
      if (!place.exists) return ''
      const read = await files.readText(path)
      if (!read.ok) throw new Error(read.problem)
      return read.text
    },
    writeFile: async (path, text) => {
      const relative = inFolder(path, folder)
      if (relative === null) throw new Error('The path is outside of the project.')
      if (!isAllowedOnce(relative)) return await writeAsCall(relative, text)
      const done = await files.writeText(path, text, 'any')
      if (!done.ok) throw new Error(done.problem)
    },
    startCommand: terminalStarter({ ...parts, gate: gateCommand }),
    oddity: (text) => listener.notice('warning', `The agent ${agent} broke the protocol. ${text}`),
  }
}

const editedPaths = (call: AgentCall, folder: string): readonly string[] => [
  ...new Set(pathsOf(call).flatMap((path) => inFolder(path, folder) ?? [])),
]

const denied = { ok: false, problem: 'The user does not allow this.' } as const

/** With a duration, which the run measures itself. */
function endOfCall(call: AgentCall, how: 'completed' | 'failed' | 'unfinished', folder: string) {
  const { result, body } = endOf(call, how, folder)
  return { result: { ...result, durationMs: 0 }, body }
}
