/** One thing that is measured, in a file of its own; named in run.ts. */
export interface Bench {
  /** What is measured, in a line. */
  readonly about: string
  /** Prints its figures; true where they are within their limits. Leaves nothing behind. */
  run(): Promise<boolean>
}
