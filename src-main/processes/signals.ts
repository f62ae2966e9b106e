import { spawn } from 'node:child_process'

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
 * Sends a signal to a process, or to the group that `-pid` leads. One that is gone already, or another user's, is left
 * alone: macOS reports a group of which only zombies are left as another user's (EPERM).
 */
export function sendSignal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch (thrown) {
    const gone = thrown instanceof Error && 'code' in thrown && (thrown.code === 'ESRCH' || thrown.code === 'EPERM')
    if (!gone) throw thrown
  }
}
