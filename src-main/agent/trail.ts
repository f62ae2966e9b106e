import type { Failure } from '../../src-shared/base/failure.ts'
import type { EventBody, StoredEvent } from '../../src-shared/run/event.ts'
import { endFor } from './fork/open-end.ts'

/**
 * What the end of an interrupted run needs from its log, collected as it is written, so that Stop costs the same
 * however long the log is: what is open, and which models were called. Their answers stay in the log.
 */
export interface Trail {
  record(event: StoredEvent): void
  /** Ends for all that started and did not end, the innermost first. */
  openEnds(failure: Failure): EventBody[]
  /** `run-start`, model calls and child runs as they began, in their order. */
  readonly starts: readonly StoredEvent[]
}

/** @param events what the log holds already */
export function createTrail(events: readonly StoredEvent[]): Trail {
  const open = new Map<string, StoredEvent>()
  const starts: StoredEvent[] = []
  const record = (event: StoredEvent): void => {
    if (event.type === 'run-start' || event.type === 'model-start' || event.type === 'child-start') starts.push(event)
    if (!('path' in event)) return
    if (event.type.endsWith('-start')) open.set(event.path, event)
    else if (event.type.endsWith('-end')) open.delete(event.path)
  }
  for (const event of events) record(event)
  return {
    record,
    openEnds: (failure) => [...open.values()].reverse().flatMap((event) => endFor(event, failure) ?? []),
    starts,
  }
}
