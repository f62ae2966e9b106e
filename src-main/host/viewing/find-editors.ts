import { accessSync, constants, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import type { EditorPreset } from './editor-presets.ts'

/** What the search for programs depends on; tests pass their own. */
export interface Machine {
  readonly platform: string
  readonly environment: { readonly [name: string]: string | undefined }
}
export const thisMachine = (): Machine => ({ platform: process.platform, environment: process.env })

/**
 * A program by its name on the PATH, or by its absolute path; null if there is none. Relative entries of the PATH don't
 * count: they would be looked up in a project. On Windows only programs, since scripts (`.cmd`) need a shell.
 */
export function findProgram(name: string, { platform, environment }: Machine = thisMachine()): string | null {
  if (isAbsolute(name)) return isProgram(name) ? name : null
  if (/[\\/]/.test(name)) return null
  const names = platform === 'win32' && !/\.exe$/i.test(name) ? [`${name}.exe`] : [name]
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter).filter((each) => isAbsolute(each))
  return folders.flatMap((folder) => names.map((each) => join(folder, each))).find(isProgram) ?? null
}

/** How an editor can be called on this computer: by its program or its address; null if it was not found. */
export type EditorCall =
  | { readonly kind: 'program'; readonly program: string; readonly args: readonly string[] }
  | { readonly kind: 'address'; readonly address: string }

export function callOf(preset: EditorPreset, machine: Machine = thisMachine()): EditorCall | null {
  for (const name of preset.programs) {
    const program = findProgram(name, machine)
    if (program !== null) return { kind: 'program', program, args: preset.args }
  }
  const program = machine.platform === 'win32' ? windowsProgram(preset, machine) : null
  if (program !== null) return { kind: 'program', program, args: preset.args }
  if (preset.address === null || preset.application === null || machine.platform !== 'darwin') return null
  const bundles = ['/Applications', join(homedir(), 'Applications')].map((each) =>
    join(each, `${preset.application}.app`),
  )
  return bundles.some(isFolder) ? { kind: 'address', address: preset.address } : null
}

function windowsProgram({ windows }: EditorPreset, { environment }: Machine): string | null {
  const bases = ['LOCALAPPDATA', 'PROGRAMFILES'].flatMap((name) => environment[name] ?? [])
  return bases.flatMap((base) => windows.map((each) => join(base, each))).find(isProgram) ?? null
}

/** Whether it is a file that may be run. */
export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
