import { accessSync, constants, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { Confine } from '../../../src-shared/workspace/confine.ts'
import { gitEnvironment } from '../git/git-environment.ts'
import { runGit } from '../git/git-runner.ts'
import { parseConfig } from '../git-view/config-text.ts'
import { findRepository } from '../git-view/find-repository.ts'
import { readRegularFile } from '../git-view/regular-files.ts'
import { globalSettings } from './identity.ts'
import { cannotWrite } from './writing-view.ts'

/** The hooks that can stand in the way of a commit. Source: githooks(5). */
const names = ['pre-commit', 'commit-msg'] as const

/** Those that the repository of a folder has. */
export async function commitHooks(folder: string): Promise<readonly string[]> {
  const found = await findRepository(folder)
  if ('why' in found) return []
  const own = parseConfig((await readRegularFile(join(found.common, 'config')))?.bytes.toString() ?? '')
  const moved = [...(await globalSettings(found)), ...own].findLast(
    ({ section, subsection, name }) => section === 'core' && subsection === null && name.toLowerCase() === 'hookspath',
  )?.value
  const at = moved === undefined ? join(found.common, 'hooks') : isAbsolute(moved) ? moved : join(found.top, moved)
  return names.filter((name) => isProgram(join(at, name)))
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

const limit = 1_000_000
const maxShown = 2000

/**
 * Runs a repository's hook as the commands of a project are run: confined, and ended with the app.
 * @throws FailureError with what it printed, if it refuses the commit
 */
export async function runHook(
  folder: string,
  hook: string,
  args: readonly string[],
  confine: Confine,
  signal: AbortSignal,
): Promise<void> {
  const words = ['hook', 'run', '--ignore-missing', hook, ...(args.length === 0 ? [] : ['--', ...args])]
  const run = await runGit(words, { folder, environment: gitEnvironment(), confine, signal, limit, owner: 'commit' })
  if (run.code === 0) return
  const output = `${run.output.toString()}${run.trouble}`.trim()
  throw cannotWrite(
    `The hook ${hook} of this repository refused the commit${output === '' ? '.' : `: ${output.slice(-maxShown)}`}`,
    'Change what it asks for, and commit again.',
  )
}
