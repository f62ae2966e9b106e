/** The command that runs a project's tests, as it is proposed. */
export interface TestCommand {
  readonly command: string
  /** The file that says so, such as `package.json`. */
  readonly source: string
}
