import { spawn } from 'node:child_process'

/** A program that uses this process's own terminal. */
export interface Attached {
  /** Null: it could not be started. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null } | null>
  end(): void
}

/**
 * Runs a program of this app in the terminal, in its group: Ctrl-C reaches it too. Only for what starts the app, before
 * there is one.
 * @param within ms after which it is killed, and nothing of it is shown; left out: it takes as long as it takes
 */
export function runAttached(
  program: string,
  args: readonly string[],
  { folder, environment, within }: { folder?: string; environment?: NodeJS.ProcessEnv; within?: number } = {},
): Attached {
  const child = spawn(program, [...args], {
    stdio: within === undefined ? 'inherit' : 'ignore',
    killSignal: within === undefined ? 'SIGTERM' : 'SIGKILL',
    ...(folder !== undefined && { cwd: folder }),
    ...(environment !== undefined && { env: environment }),
    ...(within !== undefined && { timeout: within }),
  })
  const ended = new Promise<Awaited<Attached['ended']>>((resolve) => {
    child.on('error', () => resolve(null))
    child.on('exit', (code, signal) => resolve({ code, signal }))
  })
  return { ended, end: () => void child.kill('SIGTERM') }
}
