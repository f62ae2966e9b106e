/** The result of a replay: the run's strategy executed again with every answer from its log. */
export interface Replay {
  /** Steps of the log that the strategy reached, with equal content. */
  readonly steps: number
  /** The first divergence; null if every step and the outcome are equal. */
  readonly divergence: Divergence | null
  /** Of the strategy, when the run began and now. */
  readonly versions: { readonly logged: string; readonly present: string }
  /**
   * `outcome`: it reached its end. `cut`: it reached the point where the log ends early: a crash, a stop, a reached
   * limit.
   */
  readonly reached: 'outcome' | 'cut'
}

export interface Divergence {
  /** The step's path; `''` is the run itself, at its end. */
  readonly path: string
  /** What the log has there, in words. */
  readonly expected: string
  /** What the strategy asked for, or its outcome. */
  readonly got: string
}

export interface ReplayReport extends Replay {
  /** Describes what is damaged in the log; null if nothing is, or if it was not checked. */
  readonly damage: string | null
}
