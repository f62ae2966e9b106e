/** A skill's, a sub-agent's or a prompt's file that is not used, or not just as it is written. */
export interface LeftOutFile {
  /** Relative to the project's folder, or to the user's own folder for such files. */
  readonly file: string
  /** In a sentence. */
  readonly problem: string
  readonly isUsed: boolean
}
