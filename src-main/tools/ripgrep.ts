import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { unpackedPath } from '../../src-shared/base/unpacked-path.ts'
import { ownWork } from '../processes/marks.ts'
import { startChild } from '../processes/start-child.ts'
import { cleanEnvironment } from './clean-environment.ts'
import { endOf } from './text/shorten.ts'

/**
 * Runs ripgrep in `folder` and passes on its output by lines; `line` returns false to stop.
 * @returns its exit code: 0 found, 1 nothing found, 2 error; null if it was ended early. Rejects only
 *  if it can't be started.
 */
export type Ripgrep = (
  args: readonly string[],
  folder: string,
  line: (text: string) => boolean,
  signal: AbortSignal,
  /** What ends a line: NUL for lists of names, which may contain line feeds. */
  end?: '\n' | '\0',
) => Promise<{ readonly exitCode: number | null; readonly problem: string }>

/** Time limit of a search, ms. */
const timeLimit = 60_000

export const bundledRipgrep: Ripgrep = async (args, folder, line, signal, end = '\n') => {
  const child = startChild(
    {
      program: await programPath(),
      args: ['--no-config', '--color=never', ...args],
      folder,
      environment: cleanEnvironment(process.env),
    },
    { kind: 'helper', owner: ownWork },
  )
  let problem = ''
  let enough = false
  let late = false
  const stop = () => void child.kill()
  const timer = setTimeout(() => {
    late = true
    stop()
  }, timeLimit)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  child.errors.setEncoding('utf8').on('data', (text: string) => {
    problem = endOf(problem + text, 2000)
  })
  const take = (text: string) => {
    if (enough || line(text)) return
    enough = true
    stop()
  }
  if (end === '\n') createInterface({ input: child.output }).on('line', take)
  else takeNames(child.output, take)
  const ended = await child.ended
  clearTimeout(timer)
  signal.removeEventListener('abort', stop)
  if (ended.kind === 'not-started') throw ended.why
  if (late || signal.aborted) problem ||= 'it took too long and was ended'
  return { exitCode: enough ? null : ended.code, problem: problem.trim() }
}

function takeNames(from: Readable, take: (name: string) => void): void {
  let rest = ''
  from.setEncoding('utf8').on('data', (text: string) => {
    const names = (rest + text).split('\0')
    rest = names.pop() ?? ''
    names.forEach(take)
  })
}

/** In the packaged app the binary is next to the archive, where it can be run. */
async function programPath(): Promise<string> {
  const { rgPath } = await import('@vscode/ripgrep')
  return unpackedPath(rgPath)
}

/** Hidden files are searched; git's own folder, temporary files of writes, and what the project ignores are not. */
export function walkFlags(folder: string): string[] {
  const common = ['--hidden', '--glob=!.git', '--glob=!.stratagem-*.tmp']
  // Outside a repository a `.gitignore` still counts, but only the project's own: not one in the home folder.
  return isInRepository(folder) ? common : [...common, '--no-require-git', '--no-ignore-parent']
}

function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true
  const parent = dirname(folder)
  return parent !== folder && isInRepository(parent)
}
