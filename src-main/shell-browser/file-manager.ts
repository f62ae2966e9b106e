import { homedir } from 'node:os'
import { dirname, win32 } from 'node:path'
import { findProgram } from '../processes/find-program.ts'
import { startApart } from '../processes/start-apart.ts'

/**
 * Shows a file in the system's file manager; null if this computer has none, such as a server without a display. On
 * Linux its folder is shown: no command selects a file in every file manager. Nothing is opened or run, whatever the
 * file is.
 */
export function fileManager(
  platform: string = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
): ((path: string) => void) | null {
  if (platform === 'darwin') return (path) => show('/usr/bin/open', ['-R', path])
  if (platform === 'win32') {
    const explorer = win32.join(environment['SYSTEMROOT'] ?? 'C:\\Windows', 'explorer.exe')
    return (path) => show(explorer, ['/select,', path])
  }
  const program = hasDisplay(environment) ? findProgram('xdg-open', { platform, environment }) : null
  return program === null ? null : (path) => show(program, [dirname(path)])
}

const hasDisplay = (environment: NodeJS.ProcessEnv) => Boolean(environment['DISPLAY'] || environment['WAYLAND_DISPLAY'])

/** ms after which it counts as running; nobody is told if it fails. */
const failsWithin = 1500

/** Runs the program without a shell. If it can't be started, nothing happens. */
function show(program: string, args: readonly string[]): void {
  void startApart(program, args, homedir(), failsWithin)
}
