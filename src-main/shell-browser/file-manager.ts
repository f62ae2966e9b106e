import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'

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
    const explorer = join(environment['SYSTEMROOT'] ?? 'C:\\Windows', 'explorer.exe')
    return (path) => show(explorer, ['/select,', path])
  }
  const program = hasDisplay(environment) ? onPath('xdg-open', environment) : undefined
  return program === undefined ? null : (path) => show(program, [dirname(path)])
}

const hasDisplay = (environment: NodeJS.ProcessEnv) => Boolean(environment['DISPLAY'] || environment['WAYLAND_DISPLAY'])

function onPath(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((each) => isAbsolute(each))
  return folders.map((each) => join(each, name)).find(isProgram)
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Runs the program without a shell. If it can't be started, nothing happens. */
function show(program: string, args: readonly string[]): void {
  const child = spawn(program, args, { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
