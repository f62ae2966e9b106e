import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** The variable by which a command's processes are known again, wherever they went. */
export const commandMark = 'STRATAGEM_COMMAND'

/** Ends the process group that `pid` leads; on Windows its tree. A group that is gone already is fine. */
export function endGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    // Windows has no gentle signal that a console program without a window would get.
    spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on(
      'error',
      () => undefined,
    )
    return
  }
  sendSignal(-pid, signal)
}

/**
 * Ends processes that left the group (setsid, a double fork) but still carry the command's mark in their
 * environment. Linux only; looks twice, since one may fork while the other is ended.
 */
export function endMarked(mark: string): void {
  if (process.platform !== 'linux') return
  for (let round = 0; round < 3; round++) if (!endOnce(mark)) return
}

function endOnce(mark: string): boolean {
  let found = false
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid) || pid === process.pid || !carries(pid, mark)) continue
    found = true
    sendSignal(pid, 'SIGKILL')
  }
  return found
}

function carries(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${commandMark}=${mark}\0`)
  } catch {
    // Gone already, or another user's.
    return false
  }
}

function sendSignal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch (thrown) {
    const gone = thrown instanceof Error && 'code' in thrown && (thrown.code === 'ESRCH' || thrown.code === 'EPERM')
    if (!gone) throw thrown
  }
}
