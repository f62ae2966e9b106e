import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { guardProcess } from '../processes/guardian.ts'
import { commandMark, endMarkedProcesses, markOf } from '../processes/marks.ts'
import { endGroup } from '../processes/signals.ts'

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
/** ms for each of: the end of its input, SIGTERM. */
const patience = 500
/** ms until pipes are given up that other processes hold. */
const drain = 50

/**
 * Starts an agent in a process group of its own.
 *
 * 1. It ends with the app, even if the app is killed (`guardProcess`).
 * 2. Its end takes the whole group, and on Linux all processes that carry its mark: launchers leave children behind
 *    that don't notice the end of their input.
 * 3. Nothing waits for pipes that such a child inherited.
 *
 * @param owner id of the run: after a crash the remaining processes are found by it
 */
export function startAgent(program: AgentProgram, owner: string): AgentPipes {
  const mark = markOf(owner)
  const guarded = guardProcess(mark)
  const child = spawn(program.command, [...program.args], {
    cwd: program.cwd,
    env: { ...program.env, [commandMark]: mark },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  guarded.led(child.pid)
  let printed = ''
  const decoder = new StringDecoder('utf8')
  child.stderr.on('data', (bytes: Buffer) => {
    printed = (printed + decoder.write(bytes)).slice(-keptErrors)
  })
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => undefined)
  const killGroup = (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.pid !== undefined) endGroup(child.pid, signal)
  }
  const ended = new Promise<string>((resolve) => {
    const over = (reason: string) => {
      killGroup('SIGKILL')
      endMarkedProcesses(mark)
      guarded.over()
      setTimeout(() => {
        child.stdout.destroy()
        child.stderr.destroy()
        resolve(reason)
      }, drain)
    }
    child.on('error', (thrown) => over(`could not be started: ${thrown.message}`))
    child.on('exit', (code, signal) => over(code === null ? `was ended by ${signal}` : `ended with exit code ${code}`))
  })
  const wait = (ms: number) => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms)
    })
    return Promise.race([ended, late]).finally(() => clearTimeout(timer))
  }
  return {
    output: child.stdout,
    input: child.stdin,
    ended,
    errors: () => printed,
    end: async (how) => {
      child.stdin.end()
      if (how === 'gently') {
        await wait(patience)
        killGroup('SIGTERM')
        await wait(patience)
      }
      killGroup('SIGKILL')
      await ended
    },
  }
}
