/** The result of a replay: the run's strategy executed again with every answer from its log. */
export interface Replay {
  /** Steps of the log that the strategy reached, with equal content. */
  readonly steps: number
  /** The first divergence; null if every step and the outcome are equal. */
  readonly divergence: Divergence | null
  /** Of the strategy, when the run began and now. */
  readonly versions: { readonly logged: string; readonly present: string }
  /** `outcome`: it came to its end. `cut`: to the place where the log breaks off: a crash, a stop, a spent limit. */
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
  /** What of the log is not what was written, in words; null if all is, or nobody asked. */
  readonly damage: string | null
}
