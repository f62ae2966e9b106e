/** What a replay came to: a run's strategy carried out once more with every answer out of its log. */
export interface Replay {
  /** Steps of the log that the strategy came to, and asked for in the same words. */
  readonly steps: number
  /** The first place where it took another road; null where every step and the outcome are equal. */
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
  /** What the strategy asked for, or came to. */
  readonly got: string
}

export interface ReplayReport extends Replay {
  /** What of the log is not what was written, in words; null where all is, or nobody asked. */
  readonly damage: string | null
}
