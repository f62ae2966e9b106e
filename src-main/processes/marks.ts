import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { sendSignal } from './signals.ts'

/** The environment variable that identifies a command's processes, whatever group they are in. */
export const commandMark = 'STRATAGEM_COMMAND'

/**
 * A mark of one command. It contains its owner, such as a run, so that it is found after a crash without being stored.
 */
export const markOf = (owner: string): string => `${owner}.${randomUUID()}`

/** The owner of what the app starts for itself. */
export const ownWork = 'app'

/**
 * Ends processes that left the group (setsid, a double fork) but still carry the command's mark in their
 * environment. Linux only; searches again until there is none, since one may fork while another is ended.
 */
export function endMarkedProcesses(mark: string): void {
  if (process.platform !== 'linux') return
  for (let round = 0; round < rounds; round++) if (!endOnce([`${commandMark}=${mark}\0`])) return
}

/** A process that starts itself again is found in the next round. */
const rounds = 20

/** ms between two checks whether the ended processes are gone, and the number of checks. */
const again = 5
const looks = 200

/**
 * Ends all remaining processes of these owners, such as runs of an app that was killed, and waits for their end. On
 * macOS the environment of the system's own programs is not visible, so some may stay; on Windows, of no program.
 */
export async function endProcessesOf(owners: readonly string[]): Promise<void> {
  if (owners.length === 0) return
  const marks = owners.map((owner) => `${commandMark}=${owner}.`)
  for (let look = 0; look < looks && endOnce(marks); look++) await delay(again)
}

/** The same, without waiting. */
export function killProcessesOf(owners: readonly string[]): void {
  endOnce(owners.map((owner) => `${commandMark}=${owner}.`))
}

/** @returns whether a process with one of these marks was found */
function endOnce(marks: readonly string[]): boolean {
  const found = markedProcesses(marks)
  for (const pid of found) sendSignal(pid, 'SIGKILL')
  return found.length > 0
}

/** The processes that carry one of these marks, but for this one; on Windows none is found. */
export function markedProcesses(marks: readonly string[]): readonly number[] {
  if (process.platform === 'darwin') return listed(marks).filter((pid) => pid !== process.pid)
  return processes().filter((pid) => pid !== process.pid && carries(pid, marks))
}

/** All processes, on Linux; elsewhere none. */
export function processes(): readonly number[] {
  if (process.platform !== 'linux') return []
  try {
    return numbered(readdirSync('/proc'))
  } catch {
    return []
  }
}

const numbered = (names: readonly string[]) => names.map(Number).filter((pid) => Number.isInteger(pid) && pid > 0)

function carries(pid: number, marks: readonly string[]): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1')
    return marks.some((mark) => environment.includes(mark))
  } catch {
    // Gone already, or another user's.
    return false
  }
}

/** Uses the list of processes with their environments. Source: ps(1) of macOS, `-E`. */
function listed(marks: readonly string[]): readonly number[] {
  try {
    const lines = execFileSync('/bin/ps', ['-A', '-E', '-ww', '-o', 'pid=,command='], { encoding: 'utf8' }).split('\n')
    return numbered(
      lines.filter((line) => marks.some((mark) => line.includes(mark))).map((line) => line.trim().split(' ')[0] ?? ''),
    )
  } catch {
    return []
  }
}
