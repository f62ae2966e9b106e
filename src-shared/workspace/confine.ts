/** How a program is started so that it is confined: another program in its place. Pure. */
export type Confine = (program: string, args: readonly string[]) => ConfinedStart
export interface ConfinedStart {
  readonly program: string
  readonly args: readonly string[]
  /** Beside the command's own. */
  readonly environment: Readonly<Record<string, string>>
  /**
   * The program that confines takes SIGTERM for its own end and would kill all in it: only what runs in its PID
   * namespace gets that signal.
   */
  readonly endsByTerm?: true
  /**
   * Ends what is left of it where signals don't reach, such as in a container.
   * @param mark the value of the variable that marks its processes
   */
  end?(mark: string): void
}
