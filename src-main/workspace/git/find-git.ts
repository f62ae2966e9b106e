import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

const known = new Map<string, string>()
const name = process.platform === 'win32' ? 'git.exe' : 'git'

/**
 * The path of git. Given only a name, some systems start a program from the working folder, which a project
 * may contain: Windows does so by default, others if PATH has a relative entry.
 * @returns a missing file if git is in no absolute PATH entry: starting it fails as if it were not installed
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
