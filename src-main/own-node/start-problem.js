import { spawnSync } from 'node:child_process'
import { basename } from 'node:path'

/** What brings a library that Node is linked against, by system. */
const providers = new Map([
  [
    'libatomic.so.1',
    'On Debian and Ubuntu, install it with `apt install libatomic1`; on Fedora, with `dnf install libatomic`.',
  ],
  [
    'libstdc++.so.6',
    'On Debian and Ubuntu, install it with `apt install libstdc++6`; on Fedora, with `dnf install libstdc++`.',
  ],
])

/**
 * Why a program of Node can't start here, and what to do about it, as one or more sentences; null if it can.
 * @param {string} program
 * @returns {string | null}
 */
export function startProblem(program) {
  const { status, signal, stderr, error } = spawnSync(program, ['--version'], { encoding: 'utf8', windowsHide: true })
  if (status === 0) return null
  const said = stderr ?? ''
  const library = basename(/loading shared libraries: (.+?): /.exec(said)?.[1] ?? '')
  if (library !== '')
    return `The library ${library} is missing or can’t be read. ${providers.get(library) ?? 'Install the package of your system that has it.'}`
  const needs = /version `([A-Za-z]+_[\d.]+)' not found/.exec(said)?.[1]
  if (needs !== undefined) return `It needs ${needs}, which is newer than this system’s libraries.`
  if (signal === 'SIGILL') return 'It needs a newer processor.'
  const code = error !== undefined && 'code' in error ? error.code : null
  // The file is there, so what is missing is the loader that it names.
  if (code === 'ENOENT') return 'It needs glibc, and this system has another C library.'
  if (code === 'EACCES') return 'The system doesn’t permit programs to run from its folder.'
  const first = said.split('\n').find((line) => line.trim() !== '')
  return `The system says: ${first ?? error?.message ?? `exit code ${status ?? signal}`}`
}
