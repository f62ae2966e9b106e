import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

const known = new Map<string, string>()
const name = process.platform === 'win32' ? 'git.exe' : 'git'

/**
 * Where git is. By name alone some systems start a program that lies in the folder it is to work in, which a project
 * may bring along: Windows by itself, others by a PATH with a relative part.
 * @returns a file that is not there if git is on no absolute part of the PATH: starting it fails as if it were not installed
 */
export function gitProgram(path = process.env['PATH'] ?? process.env['Path'] ?? ''): string {
  const before = known.get(path)
  if (before !== undefined) return before
  const found = path
    .split(delimiter)
    .filter((each) => isAbsolute(each))
    .map((each) => join(each, name))
    .find(isProgram)
  if (found !== undefined) known.set(path, found)
  return found ?? join('/', 'no-git-on-the-path', name)
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
