import { listed, plural } from '../../src-shared/base/format.ts'
import type { Confine } from '../../src-shared/workspace/confine.ts'
import type { ToolCallContext } from './call-context.ts'

/**
 * How tools run git: only the workspace package runs git, so the host provides this.
 *
 * It runs in the project folder against the user's own repository, with `GIT_*` variables and secrets removed
 * from the environment, no input, no prompt (`GIT_TERMINAL_PROMPT=0`) and no pager, and ends the process
 * within 100 ms of an abort. Calls that only read (`onlyReads` in git-reading.ts) were approved by nobody: for
 * these it also prevents git from running what the repository's own settings name: monitors, filters, text conversions,
 * external diffs (threat T25).
 */
export interface GitPort {
  /**
   * @param args the words after `git`, the subcommand first
   * @param confine how a command that writes is confined; null: it is not
   * @returns exit code (null: ended by a signal) and both outputs together, of bounded size. Rejects only
   *  if git can't be started.
   */
  run(
    args: readonly string[],
    doing: Pick<ToolCallContext, 'signal' | 'output' | 'owner'>,
    confine: Confine | null,
  ): Promise<{ readonly exitCode: number | null; readonly output: string }>
  /**
   * After a command was ended: removes the locks that git has left in the project's repository since a time, so that later
   * ones can work. Never rejects.
   * @param since milliseconds since 1970
   * @returns the removed files, from the project's folder
   */
  removeStaleLocks(since: number): Promise<readonly string[]>
}

/** What a command's result says of locks that were removed; empty if none was. */
export const locksNote = (removed: readonly string[]): string =>
  removed.length === 0
    ? ''
    : `\n[${listed(removed)}, which the ended command had left, ${plural(removed.length, 'was', 'were')} removed.]`
