import type { Confine } from '../../../src-shared/workspace/confine.ts'
import { gitEnvironment } from './git-environment.ts'
import { type GitRun, runGit } from './git-runner.ts'
import { type GitReadOptions, readGit } from './read-git.ts'

export interface ProjectGit {
  /** The user's project: where the command runs. */
  readonly folder: string
  /** The subcommand first, as typed after `git`. */
  readonly args: readonly string[]
  /**
   * Set for a command that only reads: it writes nothing, not even a refreshed index (T14), and neither starts a
   * program nor reads an outside file because the project or its repository says so (T25, T33). Null: an ordinary
   * command.
   */
  readonly reading: GitReadOptions | null
  /** The owner of the command, such as a run. */
  readonly owner: string
  readonly signal: AbortSignal
  /** Maximum bytes of output. */
  readonly limit: number
  /** How a command that writes, with the hooks that it runs, is confined; left out or null: it is not. */
  readonly confine?: Confine | null
}

/** Runs git in the user's project without a pager, prompt or editor; writing commands use the user's configuration. */
export async function runProjectGit(request: ProjectGit): Promise<GitRun> {
  const { folder, args, signal, limit, confine, reading, owner } = request
  if (reading !== null) return readGit({ folder, args, signal, limit, reading })
  return runGit(['--no-pager', ...args], { folder, signal, limit, environment: gitEnvironment(), confine, owner })
}
