import { FailureError } from '../../../src-shared/base/failure.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { StoredEvent } from '../../../src-shared/run/event.ts'

/** The first event up to `seq` that is not, or not surely, what was written; its `seq`, or null. */
export function damagedAt(events: readonly StoredEvent[], seq = Number.POSITIVE_INFINITY): number | null {
  return events.find((event) => event.damaged && event.seq <= seq)?.seq ?? null
}

/**
 * Damaged data is shown, and marked, but never acted on.
 * @param cannot what is refused, such as "cannot be resumed"
 * @param upTo `seq` of the last event that counts
 * @throws FailureError if one of the events is damaged
 */
export function refuseDamaged(events: readonly StoredEvent[], cannot: string, upTo?: number): void {
  const seq = damagedAt(events, upTo)
  if (seq !== null) throw damagedRun(cannot, seq)
}

export function damagedRun(cannot: string, seq: number): FailureError {
  return new FailureError({
    kind: 'damaged',
    message: `The log of this run was damaged on disk, first at its entry ${seq + 1}, so it ${cannot}.`,
    advice: 'Branch from a step before the damage, send the message again, or restore a backup of the data folder.',
    detail: `event ${seq}`,
  })
}

/**
 * A damaged record does not reliably say what the run may do and with which models.
 * @throws FailureError if it is damaged
 */
export function refuseDamagedRecord({ damaged }: Run, cannot: string): void {
  if (damaged !== 'record') return
  throw new FailureError({
    kind: 'damaged',
    message: `The record of this run was damaged on disk, so it ${cannot}.`,
    advice: 'Send the message again, or restore a backup of the data folder.',
  })
}
