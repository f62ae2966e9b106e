import type { Failure } from '../../../src-shared/base/failure.ts'
import type { EventBody } from '../../../src-shared/run/event.ts'
import type { Ended, JournalEntry } from '../journal.ts'

/** How one leaf step is executed and logged. One file in this folder for each kind. */
export interface LeafWork {
  readonly fingerprint: string
  /** Changes nothing outside the run, so nothing need be committed before it, and it can be repeated after a crash. */
  readonly quiet: boolean
  /** @param again the step had started before a crash */
  start(again: boolean): EventBody
  /** @param past the journal's entry of an earlier start of this step; null if there was none */
  perform(past: JournalEntry | null): Promise<LeafEnd>
  /** The end event of a step that was stopped or whose port broke. */
  failed(failure: Failure, durationMs: number): EventBody
}

export interface LeafEnd {
  readonly outcome: Ended
  readonly end: EventBody
}
