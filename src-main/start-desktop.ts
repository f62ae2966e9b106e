import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runAttached } from './processes/run-attached.ts'

/** Electron is fetched once, and no longer than this, ms. */
const fetchWithin = 180_000
/** Electron ends with this where its own libraries are not there. */
const cannotStart = 127

/** Why the desktop app can't be opened here, in words that end a sentence; null if nothing speaks against it. */
export function whyNoDesktop(): string | null {
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
    return 'there is no display'
  }
  if (process.getuid?.() === 0) return 'Electron does not run as root'
  return null
}

/** Electron's program, fetched where it was not yet; null if it is not available. */
export async function findElectron(root: string, say: (text: string) => void): Promise<string | null> {
  const before = electronProgram(root)
  if (before !== null) return before
  if (process.env['ELECTRON_OVERRIDE_DIST_PATH']) return null
  say('Downloading Electron (once) …')
  await runAttached(process.execPath, [join(root, 'node_modules', 'electron', 'install.js')], { within: fetchWithin })
    .ended
  return electronProgram(root)
}

/** The same places that the `electron` package looks in. */
function electronProgram(root: string): string | null {
  const folder = join(root, 'node_modules', 'electron')
  const named = join(folder, 'path.txt')
  const name = existsSync(named) ? readFileSync(named, 'utf8').trim() : usualName()
  const program = join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] || join(folder, 'dist'), name)
  return existsSync(program) ? program : null
}

function usualName(): string {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}

/**
 * Opens the desktop app and waits for its end.
 * @returns its exit code; null if it could not be started
 */
export function openDesktop(program: string, root: string, project: string | null): Promise<number | null> {
  const { ELECTRON_RUN_AS_NODE: _, ...environment } = process.env
  const args = [root, ...(project === null ? [] : ['--project', project])]
  const desktop = runAttached(program, args, { environment })
  // Ctrl-C reaches the app too, which puts its runs away; this process ends when the app has.
  const wait = () => {}
  process.on('SIGINT', wait)
  process.on('SIGTERM', desktop.end)
  return desktop.ended.then((end) => {
    if (end === null || end.code === cannotStart) return null
    return end.signal === null ? end.code : 1
  })
}
