import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** What the choice of a data folder depends on; tests pass their own. */
export interface Machine {
  readonly platform: string
  readonly home: string
  readonly environment: { readonly [name: string]: string | undefined }
}
const thisMachine = (): Machine => ({ platform: process.platform, home: homedir(), environment: process.env })

/**
 * The folder of all of the app's data, the same for every shell: `STRATAGEM_HOME`, or the system's standard folder
 * for an app's data. Sources: the XDG base directory specification, Apple's and Microsoft's file system guides.
 */
export function dataFolder(machine: Machine = thisMachine()): string {
  const { platform, home, environment } = machine
  const moved = environment['STRATAGEM_HOME']
  if (moved) return resolve(moved)
  switch (platform) {
    case 'win32':
      return join(environment['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Stratagem')
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Stratagem')
    default:
      return join(environment['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'stratagem')
  }
}
