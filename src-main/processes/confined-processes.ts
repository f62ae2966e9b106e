import { readFileSync, readlinkSync } from 'node:fs'
import { commandMark, markedProcesses, processes } from './marks.ts'
import { sendSignal } from './signals.ts'

/**
 * Sends SIGTERM to all in the PID namespaces of the processes with this mark, also to those that cleared their
 * environment or left the group. A namespace's first process is left out: it takes no signals, and the rest ends with it.
 * Linux only.
 */
export function terminateConfined(mark: string): void {
  const own = namespaceOf('self')
  const marked = markedProcesses([`${commandMark}=${mark}\0`]).map(namespaceOf)
  const inner = new Set(marked.filter((each) => each !== null && each !== own))
  if (inner.size === 0) return
  for (const pid of processes()) if (inner.has(namespaceOf(pid)) && !isFirst(pid)) sendSignal(pid, 'SIGTERM')
}

/** Null: the process is gone already, or another user's. */
function namespaceOf(pid: number | 'self'): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`)
  } catch {
    return null
  }
}

/** Whether it is process 1 of its namespace. Source: proc_pid_status(5), `NSpid`. */
function isFirst(pid: number): boolean {
  try {
    return /^NSpid:.*\s1$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return true
  }
}
