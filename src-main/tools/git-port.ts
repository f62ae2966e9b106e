/**
 * How tools run git: the workspace package is git's only home, so the host hands this in.
 *
 * It runs in the project folder against the user's own repository, with `GIT_*` variables and secrets removed
 * from the environment, no input, no prompt (`GIT_TERMINAL_PROMPT=0`) and no pager, and ends the process
 * within 100 ms of an abort.
 */
export interface GitPort {
  /** @returns exit code (null: ended by a signal) and both outputs together, of bounded size. Rejects only
   *  where git can't be started. */
  run(
    args: readonly string[],
    signal: AbortSignal,
    output: (text: string) => void,
  ): Promise<{ readonly exitCode: number | null; readonly output: string }>
}
