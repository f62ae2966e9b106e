import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { z } from 'zod'

const child = fileURLToPath(new URL('./host-child.ts', import.meta.url))
const started = z.object({ run: z.string(), conversation: z.string(), project: z.string(), host: z.string() })

export interface SpawnedHost extends KeptHost {
  readonly ids: z.infer<typeof started>
}
interface KeptHost {
  readonly lines: readonly string[]
  readonly pid: number
  /** Resolves when a line of output contains the text, or the lines so far fit. */
  until(text: string | ((lines: readonly string[]) => boolean)): Promise<void>
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
  const kept = keepHost([dataFolder, 'run', folder, baseUrl, message])
  await kept.until('"run":')
  return { ...kept, ids: started.parse(JSON.parse(kept.lines[0] ?? '')) }
}

/** A host in a child process that makes one request, prints what changes, and keeps running; killed after the test. */
export const spawnKept = (dataFolder: string, method: string, params: unknown): KeptHost =>
  keepHost([dataFolder, 'keep', method, JSON.stringify(params)])

function keepHost(args: readonly string[]): KeptHost {
  const spawned = spawn(process.execPath, [child, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => killed(spawned))
  const lines: string[] = []
  const waiting = new Set<() => void>()
  createInterface({ input: spawned.stdout }).on('line', (line) => {
    lines.push(line)
    for (const look of waiting) look()
  })
  const until: KeptHost['until'] = (text) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!(typeof text === 'string' ? lines.some((line) => line.includes(text)) : text(lines))) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  return { lines, pid: spawned.pid ?? 0, until, kill: () => killed(spawned) }
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
