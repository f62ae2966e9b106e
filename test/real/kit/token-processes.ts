import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, onTestFinished } from 'vitest'
import { sendSignal } from '../../../src-main/processes/signals.ts'

/** A word that is in the command line of every process a test wants to find; what is left of them is ended after it. */
export function processToken(): string {
  const token = `odd-${randomUUID()}`
  onTestFinished(() => {
    // One may be gone by then.
    for (const pid of withToken(token)) sendSignal(pid, 'SIGKILL')
  })
  return token
}

/** The processes whose command line contains the word, but not those that have ended and wait to be reaped. */
export function withToken(token: string): readonly number[] {
  if (process.platform === 'linux')
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) && hasToken(name, token) ? [Number(name)] : []))
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,command='], { encoding: 'utf8' }).split('\n')
  return lines.filter((line) => line.includes(token)).map((line) => Number.parseInt(line, 10))
}

function hasToken(pid: string, token: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(token)
  } catch {
    return false
  }
}

export const noneLeft = (token: string) => expect.poll(() => withToken(token)).toEqual([])
