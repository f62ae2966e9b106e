import { accessSync, constants, lstatSync, statSync } from 'node:fs'
import { posix, win32 } from 'node:path'

/** What the search for programs depends on; tests pass their own. */
export interface Machine {
  readonly platform: string
  readonly environment: { readonly [name: string]: string | undefined }
  /** Whether a file is there and may be run; left out: as on this computer. */
  readonly isProgram?: (file: string) => boolean
}
export const thisMachine = (environment: Machine['environment'] = process.env): Machine => ({
  platform: process.platform,
  environment,
})

/** What Windows itself can start, and in which order it is looked for if `PATHEXT` says nothing. */
const startable: readonly string[] = ['.COM', '.EXE', '.BAT', '.CMD']

/**
 * The file of a program: by its name in `PATH`, or by its absolute path; null if there is none.
 *
 * 1. Only absolute folders of `PATH` count. An empty one, `.` and any other relative one mean the working folder, which
 *    is often that of a project that nobody trusts yet.
 * 2. The working folder itself never counts, though Windows looks there first.
 * 3. On Windows the file has one of the endings in `PATHEXT`: beside `npx.cmd` lies a script `npx` for other systems.
 */
export function findProgram(name: string, machine: Machine = thisMachine()): string | null {
  if (isFixed(name, machine.platform)) return withEnding(name, machine)
  if (isPath(name, machine.platform)) return null
  const { join } = pathOf(machine)
  for (const folder of programFolders(machine)) {
    const file = withEnding(join(folder, name), machine)
    if (file !== null) return file
  }
  return null
}

/**
 * The file of a program that the user named: also one whose path is relative to a folder, such as `./server` or
 * `bin/agent`, which nobody writes by accident. A name alone is never looked for in the folder.
 */
export function programIn(folder: string, name: string, machine: Machine = thisMachine()): string | null {
  const { platform } = machine
  if (!isPath(name, platform) || isFixed(name, platform)) return findProgram(name, machine)
  return withEnding(pathOf(machine).resolve(folder, name), machine)
}

/** The absolute folders of `PATH`. */
export function programFolders({ platform, environment }: Omit<Machine, 'isProgram'>): readonly string[] {
  const value = variableOf('PATH', environment, platform) ?? ''
  if (platform !== 'win32') return value.split(posix.delimiter).filter((each) => posix.isAbsolute(each))
  // A folder with a semicolon in its name stands in quotation marks.
  const parts = value.match(/(?:"[^"]*"?|[^;"])+/g) ?? []
  return parts.map((each) => each.replaceAll('"', '')).filter((each) => isFixed(each, platform))
}

/** The value of a variable: on Windows, whose names have no case, it is often `Path`. */
export function variableOf(name: string, environment: Machine['environment'], platform: string): string | undefined {
  if (platform !== 'win32') return environment[name]
  return Object.entries(environment).find(([each]) => each.toUpperCase() === name)?.[1]
}

/** Whether a path names the same file in whatever folder: on Windows `\x` and `C:x` depend on the current one. */
export const isFixed = (path: string, platform: string): boolean =>
  platform === 'win32' ? /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/i.test(path) : posix.isAbsolute(path)

const isPath = (name: string, platform: string): boolean => (platform === 'win32' ? /[\\/:]/ : /\//).test(name)

const pathOf = ({ platform }: Machine) => (platform === 'win32' ? win32 : posix)

function withEnding(file: string, machine: Machine): string | null {
  const { platform, environment, isProgram = isProgramHere } = machine
  if (platform !== 'win32') return isProgram(file) ? file : null
  const named = (variableOf('PATHEXT', environment, platform) ?? '').toUpperCase().split(';')
  const wanted = named.filter((each) => startable.includes(each))
  const endings = wanted.length === 0 ? startable : wanted
  const hasEnding = startable.includes(win32.extname(file).toUpperCase())
  const files = [...(hasEnding ? [file] : []), ...endings.map((each) => `${file}${each.toLowerCase()}`)]
  return files.find(isProgram) ?? null
}

function isProgramHere(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return process.platform === 'win32' && isAlias(file)
  }
}

/** What Windows' store installs is an alias that can be started, but not opened. */
function isAlias(file: string): boolean {
  try {
    return !lstatSync(file).isDirectory()
  } catch {
    return false
  }
}
