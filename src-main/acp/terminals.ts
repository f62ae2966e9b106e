import path from 'node:path'
import { RequestError } from '@agentclientprotocol/sdk'
import { z } from 'zod'
import { type KeptTail, keepTail } from './kept-tail.ts'
import type { AgentLimits } from './limits.ts'

/** A command that an agent has the client run. */
export interface CommandOfAgent {
  /** The program and its arguments; one word alone is a command line. */
  readonly words: readonly string[]
  /** Variables of its own. */
  readonly env: Readonly<Record<string, string>>
  /** Absolute; null: the session's. */
  readonly folder: string | null
}
export interface CommandExit {
  readonly exitCode: number | null
  readonly signal: string | null
}
/**
 * Starts a command once it is allowed. Rejects if it is not, or can't be started; `ended` never rejects. Raising `stop`
 * ends the command.
 */
export type StartCommand = (
  command: CommandOfAgent,
  output: (text: string) => void,
  stop: AbortSignal,
) => Promise<{ readonly ended: Promise<CommandExit> }>

export interface Terminals {
  answer(method: string, params: unknown): Promise<unknown>
  /** Ends what still runs, and waits for that. */
  close(): Promise<void>
}

interface Terminal {
  readonly output: KeptTail
  readonly stop: AbortController
  readonly ended: Promise<CommandExit>
  exit: CommandExit | null
}

const variable = z.object({ name: z.string().min(1).max(200), value: z.string().max(100_000) })
const creating = z.object({
  command: z.string().min(1).max(100_000),
  args: z.array(z.string().max(100_000)).max(10_000).nullish(),
  env: z.array(variable).max(1000).nullish(),
  cwd: z.string().nullish(),
  outputByteLimit: z.number().int().min(0).nullish(),
})
const naming = z.object({ terminalId: z.string() })

/**
 * The terminals of one prompt.
 *
 * 1. A terminal is known until it is released; killing it keeps what it printed.
 * 2. What is not released ends with the prompt.
 * 3. However much a command prints, only the end of it is kept, up to a limit.
 * @param over raised when the prompt has ended: nothing is started then
 */
export function createTerminals(
  start: StartCommand,
  limits: Pick<AgentLimits, 'maxTerminals' | 'maxOutput'>,
  over: AbortSignal,
): Terminals {
  const terminals = new Map<string, Terminal>()
  const running = new Set<Promise<unknown>>()
  let count = 0
  const create = async (params: unknown) => {
    const { command, args, env, cwd, outputByteLimit } = parsed(creating, params)
    if (cwd != null && !path.isAbsolute(cwd)) throw new RequestError(-32602, 'The folder must be absolute.')
    if (count >= limits.maxTerminals)
      throw new RequestError(-32603, `A prompt has at most ${limits.maxTerminals} terminals.`)
    count += 1
    const terminalId = `terminal-${count}`
    const output = keepTail(Math.min(outputByteLimit ?? limits.maxOutput, limits.maxOutput))
    const stop = new AbortController()
    const asked = {
      words: [command, ...(args ?? [])],
      env: Object.fromEntries((env ?? []).map(({ name, value }) => [name, value])),
      folder: cwd ?? null,
    }
    const { ended } = await start(asked, output.add, AbortSignal.any([stop.signal, over]))
    const terminal: Terminal = { output, stop, ended, exit: null }
    const noted = ended.then((exit) => {
      terminal.exit = exit
      running.delete(noted)
    })
    running.add(noted)
    terminals.set(terminalId, terminal)
    return { terminalId }
  }
  const known = (params: unknown) => {
    const { terminalId } = parsed(naming, params)
    const terminal = terminals.get(terminalId)
    if (terminal === undefined) throw new RequestError(-32002, 'There is no such terminal.')
    return { terminalId, terminal }
  }
  return {
    answer: async (method, params) => {
      switch (method) {
        case 'terminal/create':
          return await create(params)
        case 'terminal/output': {
          const { output, exit } = known(params).terminal
          return { output: output.text(), truncated: output.isCut(), exitStatus: exit }
        }
        case 'terminal/wait_for_exit':
          return await known(params).terminal.ended
        case 'terminal/kill':
          known(params).terminal.stop.abort()
          return {}
        case 'terminal/release': {
          const { terminalId, terminal } = known(params)
          terminal.stop.abort()
          terminals.delete(terminalId)
          return {}
        }
        default:
          throw RequestError.methodNotFound(method)
      }
    },
    close: async () => {
      for (const { stop } of terminals.values()) stop.abort()
      await Promise.all([...running])
    },
  }
}

function parsed<T>(shape: z.ZodType<T>, params: unknown): T {
  const read = shape.safeParse(params)
  if (read.success) return read.data
  throw new RequestError(-32602, `The parameters do not fit: ${read.error.issues[0]?.message ?? ''}`)
}
