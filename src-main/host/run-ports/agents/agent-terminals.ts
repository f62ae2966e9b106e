import { commandLine, isVariable, withVariables } from '../../../../src-shared/base/command-line.ts'
import type { AgentCall } from '../../../acp/calls.ts'
import type { CommandExit, StartCommand } from '../../../acp/terminals.ts'
import type { OtherAgentListener } from '../../../agent/ports.ts'
import { type CommandEnd, runCommand } from '../../../tools/built-in/run-command.ts'
import { cleanEnvironment } from '../../../tools/clean-environment.ts'
import { type Confinement, withConfinementHint } from '../../../tools/confinement.ts'
import type { GuardedFiles } from '../../../tools/workspace-port.ts'
import type { KeyHider } from '../../settings/redact-keys.ts'
import { endOf, toolCallOf } from './agent-calls.ts'
import type { Passed } from './agent-gate.ts'

interface TerminalParts {
  readonly files: GuardedFiles
  readonly hider: KeyHider
  readonly listener: OtherAgentListener
  /** The run that its processes belong to. */
  readonly owner: string
  /** As for commands of our own tools in this folder. */
  confinement(): Promise<Confinement | null>
  gate(call: AgentCall): Promise<Passed>
}

/** As long as a command of our own may take, ms. */
const timeLimitMs = 3_600_000
const shell = process.platform === 'win32' ? 'cmd' : 'posix'

/**
 * Runs the commands that an agent has us run, like those of our own tools: each passes the gate, is confined, and is
 * logged as a call of the agent. Variables that the agent sets are part of what is shown and of what rules are held to.
 */
export function terminalStarter(parts: TerminalParts): StartCommand {
  const { files, hider, listener, owner } = parts
  let count = 0
  return async ({ words, env, folder }, output, stop) => {
    const place = await files.resolve(folder ?? '.')
    if (!place.ok) throw new Error(place.problem)
    const [first = '', ...rest] = words
    const command = rest.length === 0 ? first : commandLine(words, {}, shell)
    const odd = Object.keys(env).find((name) => !isVariable(name))
    // What is not shown is not set.
    if (odd !== undefined) throw new Error(`${JSON.stringify(odd)} is not the name of a variable.`)
    const call = callOf(`terminal-${++count}`, withVariables(command, env, shell))
    listener.callStart(call.key, toolCallOf(call, files.folder), 'command')
    const end = (how: 'completed' | 'failed', printed: string, exitCode: number | null) => {
      const ended = endOf({ ...call, printed, output: { exitCode } }, how, files.folder)
      listener.callEnd(call.key, hider.run({ result: { ...ended.result, durationMs: 0 }, body: ended.body }))
    }
    const passed = await parts.gate(call).catch((thrown: unknown) => {
      end('failed', '', null)
      throw thrown
    })
    if (passed.decision === 'deny' || stop.aborted) {
      end('failed', '', null)
      throw new Error(stop.aborted ? 'The prompt has ended.' : 'The user does not allow this command.')
    }
    const confinement = await parts.confinement()
    const toAgent = hider.stream(output)
    const toUser = hider.stream((text) => listener.callOutput(call.key, text))
    const run = runCommand({
      command,
      folder: place.absolute,
      environment: { ...cleanEnvironment(process.env), ...env },
      timeLimitMs,
      signal: stop,
      owner,
      confine: (passed.unseen ? confinement?.unseen : confinement?.confine) ?? null,
      output: toUser.push,
      printed: toAgent.push,
    })
    const noted = (done: CommandEnd): CommandExit => {
      const whole = withConfinementHint({ ...done, command }, confinement, passed.unseen)
      toAgent.push(whole.slice(done.output.length))
      const { exitCode, signal } = done
      end(done.how === 'exited' && exitCode === 0 ? 'completed' : 'failed', whole, exitCode)
      return { exitCode, signal: exitCode === null ? (signal ?? 'SIGTERM') : signal }
    }
    const failed = (thrown: unknown): CommandExit => {
      const why = thrown instanceof Error ? thrown.message : String(thrown)
      toAgent.push(why)
      end('failed', why, null)
      return { exitCode: 127, signal: null }
    }
    const ended = run.then(noted, failed).finally(() => {
      toAgent.end()
      toUser.end()
    })
    return { ended }
  }
}

const callOf = (key: string, command: string): AgentCall => ({
  key,
  id: key,
  title: command.slice(0, 200),
  kind: 'execute',
  input: { command },
  output: undefined,
  content: [],
  paths: [],
  printed: '',
})
