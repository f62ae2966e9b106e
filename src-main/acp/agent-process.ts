import type { Readable, Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { ChildEnd } from '../processes/child.ts'
import { startChild } from '../processes/start-child.ts'

/** How to start an agent: the confined command and its whole environment. */
export interface AgentProgram {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Absolute. */
  readonly cwd: string
}

/** An agent that is there: its two pipes, and its end. */
export interface AgentPipes {
  readonly output: Readable
  readonly input: Writable
  /** Settles when the agent has ended, with the reason as half a sentence. Never rejects. */
  readonly ended: Promise<string>
  /** The end of what it printed as errors. */
  errors(): string
  /** Ends it. `now`: without the time to clean up. Settles when the process is gone. */
  end(how: 'gently' | 'now'): Promise<void>
}

/** Characters kept of what is printed as errors. */
const keptErrors = 4000

/**
 * Starts an agent: a server like those of tools, which ends with its input, with all that it started (`startChild`).
 * @param owner id of the run: after a crash the remaining processes are found by it
 */
export function startAgent({ command, args, env, cwd }: AgentProgram, owner: string): AgentPipes {
  const program = { program: command, args, folder: cwd, environment: env }
  const child = startChild(program, { kind: 'server', owner, input: 'open' })
  let printed = ''
  const decoder = new StringDecoder('utf8')
  child.errors.on('data', (bytes: Buffer) => {
    printed = (printed + decoder.write(bytes)).slice(-keptErrors)
  })
  return {
    output: child.output,
    input: child.input,
    ended: child.ended.then(inWords),
    errors: () => printed,
    end: async (how) => void (await (how === 'gently' ? child.end() : child.kill())),
  }
}

function inWords(end: ChildEnd): string {
  if (end.kind === 'not-started') return `could not be started: ${end.why.message}`
  if (end.code !== null) return `ended with exit code ${end.code}`
  return end.signal === null ? 'could not be ended' : `was ended by ${end.signal}`
}
