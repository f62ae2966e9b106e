import type { EventOf, StoredEvent } from '../../../src-shared/run/event.ts'

/** A run's log to be read; it cannot be written. */
export interface ReplayLog {
  readonly events: readonly StoredEvent[]
  readBody(ref: string): string
}

/** How a strategy ended in a replay. */
export type ReplayEnd = Pick<EventOf<'run-end'>, 'status' | 'text' | 'meta' | 'failure'> & {
  /** JSON of the messages; null if the strategy broke, and the agent kept what there was. */
  readonly messages: readonly string[] | null
}
