/** One benchmark, in its own file and registered in run.ts. */
export interface Bench {
  /** One line about what is measured. */
  readonly about: string
  /** Prints its figures and removes all its files. @returns whether the figures are within their limits */
  run(): Promise<boolean>
}
