/** A position in a run: the number of events recorded, and the ms since its start. */
export interface RunMoment {
  readonly count: number
  readonly ms: number
}
