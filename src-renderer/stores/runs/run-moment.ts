/** Where a run is: so many of its events were told, and so many ms have gone by since its start. */
export interface RunMoment {
  readonly count: number
  readonly ms: number
}
