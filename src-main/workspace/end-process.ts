import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'

/** ms a process has to end by itself, so that git can take its locks away. */
const grace = 50

export interface Ending {
  /** Ends the process and what it started: politely, then by force. */
  now(): void
  isAsked(): boolean
  /** The process has ended. */
  settled(): void
}

/** The end of a process that leads its own group (on Windows: its own tree). */
export function endOnce(child: ChildProcessWithoutNullStreams): Ending {
  let timer: NodeJS.Timeout | undefined
  let asked = false
  const force = () => {
    signal(child, 'SIGKILL')
    // What escaped the group may hold the pipes open: it is not waited for.
    child.stdout.destroy()
    child.stderr.destroy()
  }
  return {
    now: () => {
      if (asked) return
      asked = true
      signal(child, 'SIGTERM')
      timer = setTimeout(force, grace)
    },
    isAsked: () => asked,
    settled: () => clearTimeout(timer),
  }
}

function signal(child: ChildProcessWithoutNullStreams, name: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return
  if (process.platform === 'win32') {
    if (name === 'SIGKILL') spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' })
    return
  }
  try {
    process.kill(-child.pid, name)
  } catch {
    // It has ended already.
  }
}
