import type { Confine } from '../../../src-shared/workspace/confine.ts'
import { gitEnvironment } from './git-environment.ts'
import { type GitRun, runGit } from './git-runner.ts'
import { type ReadingPlace, readGit } from './read-git.ts'

export interface ProjectGit {
  /** The user's project: where the command runs. */
  readonly folder: string
  /** Subcommand first, as a person would type them after `git`. */
  readonly args: readonly string[]
  /**
   * For a command that only reads: it writes nothing, not even a refreshed index (T14), and neither starts a program nor
   * reads a file outside because the project or its repository says so (T25, T33). Null: it is a command like any other.
   */
  readonly reading: ReadingPlace | null
  /** Whose command it is, such as a run's. */
  readonly owner: string
  readonly signal: AbortSignal
  /** Bytes of output that are kept. */
  readonly limit: number
  /** Keeps a command that writes, and the hooks that it runs, to where they belong; left out or null: nothing does. */
  readonly confine?: Confine | null
}

/** Runs git in the user's own project without a pager, prompt or editor; what writes, with the user's own configuration. */
export async function runProjectGit(asked: ProjectGit): Promise<GitRun> {
  const { folder, args, signal, limit, confine, reading, owner } = asked
  if (reading !== null) return readGit({ folder, args, signal, limit, place: reading })
  return runGit(['--no-pager', ...args], { folder, signal, limit, environment: gitEnvironment(), confine, owner })
}
