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
  /** What has come on standard output so far. */
  out(): string
  interrupt(): void
  /** As when its terminal is closed. */
  hangUp(): void
  /** At once, as a power cut would. */
  kill(): void
  /** Nobody reads its standard output any more, as after `| head -1`. */
  stopReading(): void
}

const program = join(import.meta.dirname, '../../../src-main/shell-command/agent.js')

/** The command line in a process of its own, without a terminal; dead when the test has finished. */
export function startCommand(
  home: string,
  args: readonly string[],
  environment: Record<string, string> = {},
  input: string | null = null,
): CommandProcess {
  const { INIT_CWD: _, OPENAI_API_KEY: __, ...clean } = process.env
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...clean, STRATAGEM_HOME: home, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
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
    out: () => out,
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
