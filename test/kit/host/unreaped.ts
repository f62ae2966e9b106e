import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

export interface UnreapedProcess {
  readonly pid: number
  /** Resolves with the first line of output that contains the text. */
  until(text: string): Promise<string>
  /** Sends SIGKILL. The pid stays in use until the test has finished, as in a container without an init process. */
  kill(): void
}

/** Starts a Node program whose parent never reaps it; POSIX only. */
export async function startUnreaped(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<UnreapedProcess> {
  const script = '"$@" & echo "pid $!"; exec sleep 600'
  const parent = spawn('sh', ['-c', script, 'sh', process.execPath, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const waiting = new Set<() => void>()
  createInterface({ input: parent.stdout }).on('line', (line) => {
    lines.push(line)
    for (const look of waiting) look()
  })
  const until = (text: string) =>
    new Promise<string>((resolve) => {
      const look = () => {
        const found = lines.find((line) => line.includes(text))
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  const pid = Number((await until('pid ')).slice('pid '.length))
  const kill = () => {
    if (isGone(pid)) return
    process.kill(pid, 'SIGKILL')
  }
  onTestFinished(() => {
    kill()
    parent.kill('SIGKILL')
  })
  return { pid, until, kill }
}

/** Whether the process has ended; true for a zombie too. */
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform === 'linux' && / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}
