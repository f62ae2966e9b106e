import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findProgram, type Machine, thisMachine } from '../../processes/find-program.ts'
import type { EditorPreset } from './editor-presets.ts'

/**
 * An editor's program by its name on the PATH, or by its absolute path; null if there is none. On Windows no batch file:
 * its command interpreter reads more in the name of a file than the name.
 */
export function findEditor(name: string, machine: Machine = thisMachine()): string | null {
  return findProgram(machine.platform === 'win32' && !/\.exe$/i.test(name) ? `${name}.exe` : name, machine)
}

/** How an editor can be called on this computer: by its program or its address; null if it was not found. */
export type EditorCall =
  | { readonly kind: 'program'; readonly program: string; readonly args: readonly string[] }
  | { readonly kind: 'address'; readonly address: string }

export function callOf(preset: EditorPreset, machine: Machine = thisMachine()): EditorCall | null {
  for (const name of preset.programs) {
    const program = findEditor(name, machine)
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

function windowsProgram({ windows }: EditorPreset, machine: Machine): string | null {
  const bases = ['LOCALAPPDATA', 'PROGRAMFILES'].flatMap((name) => machine.environment[name] ?? [])
  const files = bases.flatMap((base) => windows.map((each) => join(base, each)))
  return files.find((file) => findProgram(file, machine) !== null) ?? null
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
