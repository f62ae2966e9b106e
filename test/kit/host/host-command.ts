import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

interface CommandRun {
  readonly code: number | null
  readonly out: string
  readonly error: string
}
export interface CommandProcess {
  readonly done: Promise<CommandRun>
  /** Standard output so far. */
  out(): string
  interrupt(): void
  readonly pid: number | undefined
  /** Standard error so far. */
  error(): string
  /** SIGTERM. */
  terminate(): void
  /** SIGHUP, as when its terminal is closed. */
  hangUp(): void
  /** SIGKILL. */
  kill(): void
  /** Closes the reading end of its standard output, like `| head -1`. */
  stopReading(): void
}

const program = join(import.meta.dirname, '../../../src-main/shell-command/agent.js')

/** Starts the command line in a child process without a terminal; killed after the test. */
export function startCommand(
  home: string,
  args: readonly string[],
  environment: Record<string, string> = {},
  input: string | null = null,
  folder?: string,
): CommandProcess {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, STRATAGEM_HOME: home, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd: folder,
  })
  child.stdin.end(input ?? '')
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let out = ''
  let error = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    error += text
  })
  return {
    pid: child.pid,
    out: () => out,
    error: () => error,
    terminate: () => child.kill('SIGTERM'),
    interrupt: () => child.kill('SIGINT'),
    hangUp: () => child.kill('SIGHUP'),
    kill: () => child.kill('SIGKILL'),
    stopReading: () => child.stdout.destroy(),
    done: new Promise((resolve) => child.on('close', (code) => resolve({ code, out, error }))),
  }
}

export const command = (
  home: string,
  args: readonly string[],
  environment: Record<string, string> = {},
  input: string | null = null,
) => startCommand(home, args, environment, input).done
