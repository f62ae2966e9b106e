import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { z } from 'zod'

const child = fileURLToPath(new URL('./host-child.ts', import.meta.url))
const started = z.object({ run: z.string(), conversation: z.string(), project: z.string(), host: z.string() })

export interface SpawnedHost {
  readonly ids: z.infer<typeof started>
  readonly lines: readonly string[]
  readonly pid: number
  /** Resolves when a line of output contains the text. */
  until(text: string): Promise<void>
  /** Sends SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>
}

/** A host in a child process, in the middle of a run; killed after the test. */
export async function spawnHost(
  dataFolder: string,
  folder: string,
  baseUrl: string,
  message: string,
): Promise<SpawnedHost> {
  const spawned = spawn(process.execPath, [child, dataFolder, 'run', folder, baseUrl, message], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => killed(spawned))
  const lines: string[] = []
  const waiting = new Set<() => void>()
  createInterface({ input: spawned.stdout }).on('line', (line) => {
    lines.push(line)
    for (const look of waiting) look()
  })
  const until = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!lines.some((line) => line.includes(text))) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  await until('"run":')
  return {
    ids: started.parse(JSON.parse(lines[0] ?? '')),
    lines,
    pid: spawned.pid ?? 0,
    until,
    kill: () => killed(spawned),
  }
}

/**
 * Sends one request to a host in a child process, and kills the process with SIGKILL as soon as `reached` returns true.
 * @returns whether it was killed; false if it had finished before
 */
export async function killDuring(
  dataFolder: string,
  method: string,
  params: unknown,
  reached: () => boolean,
): Promise<boolean> {
  const args = [child, dataFolder, 'request', method, JSON.stringify(params)]
  const spawned = spawn(process.execPath, args, { stdio: 'ignore' })
  let isOver = false
  const end = new Promise<void>((resolve) => spawned.on('close', () => resolve()))
  void end.then(() => {
    isOver = true
  })
  while (!isOver && !reached()) await setImmediate()
  spawned.kill('SIGKILL')
  await end
  return spawned.signalCode === 'SIGKILL'
}

function killed(spawned: ChildProcess): Promise<void> {
  if (spawned.exitCode !== null || spawned.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    spawned.once('exit', () => resolve())
    spawned.kill('SIGKILL')
  })
}
