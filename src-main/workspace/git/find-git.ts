import { join } from 'node:path'
import { findProgram } from '../../processes/find-program.ts'

const known = new Map<string, string>()
const name = process.platform === 'win32' ? 'git.exe' : 'git'

/**
 * The path of git.
 * @returns a missing file if git is in no absolute PATH entry: starting it fails as if it were not installed
 */
export function gitProgram(path = process.env['PATH'] ?? process.env['Path'] ?? ''): string {
  const before = known.get(path)
  if (before !== undefined) return before
  const found = findProgram(name, { platform: process.platform, environment: { PATH: path } })
  if (found !== null) known.set(path, found)
  return found ?? join('/', 'no-git-on-the-path', name)
}
