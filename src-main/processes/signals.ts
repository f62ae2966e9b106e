import { spawn } from 'node:child_process'
import { systemProgram } from './windows-system.ts'

/**
 * Ends the process group that `pid` leads; on Windows its tree, for which it must not have ended: its number may be
 * another program's by then. Ignores a group that is already gone.
 */
export function endGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    // Windows has no gentle signal for a console program without a window.
    spawn(systemProgram('taskkill.exe', process.env), ['/pid', String(pid), '/T', '/F'], {
      stdio: 'ignore',
      windowsHide: true,
    }).on('error', () => undefined)
    return
  }
  sendSignal(-pid, signal)
}

/**
 * Sends a signal to a process, or to the group `-pid`. One that is already gone, or another user's, is
 * ignored: macOS reports a group with only zombies left as another user's (EPERM).
 */
export function sendSignal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch (thrown) {
    const gone = thrown instanceof Error && 'code' in thrown && (thrown.code === 'ESRCH' || thrown.code === 'EPERM')
    if (!gone) throw thrown
  }
}

/** Whether a process group still has a process. One that nobody reaps counts as well. */
export function hasGroup(pid: number): boolean {
  try {
    process.kill(-pid, 0)
    return true
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM'
  }
}
