import { spawn } from 'node:child_process'

/** Ends the process group that `pid` leads; on Windows its tree. Ignores a group that is already gone. */
export function endGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    // Windows has no gentle signal for a console program without a window.
    spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on(
      'error',
      () => undefined,
    )
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
