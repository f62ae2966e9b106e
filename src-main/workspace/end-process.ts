import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { endGroup } from '../processes/signals.ts'

/** ms that a process has to end by itself, so that git can remove its locks. */
const graceMs = 50

export interface ProcessEnd {
  /** Ends the process and what it started: with SIGTERM, then with SIGKILL. */
  now(): void
  isAsked(): boolean
  /** The process has ended. */
  settled(): void
}

/** Ends a process that leads its own group (on Windows: its own tree). */
export function createProcessEnd(child: ChildProcessWithoutNullStreams): ProcessEnd {
  let timer: NodeJS.Timeout | undefined
  let hasAsked = false
  const end = (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.pid !== undefined) endGroup(child.pid, signal)
  }
  const force = () => {
    end('SIGKILL')
    // Processes that left the group may hold the pipes open: they are not waited for.
    child.stdout.destroy()
    child.stderr.destroy()
  }
  return {
    now: () => {
      if (hasAsked) return
      hasAsked = true
      end('SIGTERM')
      timer = setTimeout(force, graceMs)
    },
    isAsked: () => hasAsked,
    settled: () => clearTimeout(timer),
  }
}
