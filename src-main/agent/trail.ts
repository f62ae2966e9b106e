import { assertNever } from '../../src-shared/base/assert-never.ts'
import type { Failure } from '../../src-shared/base/failure.ts'
import type { EventBody, EventOf, StoredEvent } from '../../src-shared/run/event.ts'
import { isStepStart } from '../../src-shared/run/step-start.ts'

/**
 * What the end of an interrupted run needs from its log, collected as it is written, so that Stop costs the same
 * however long the log is: what is open, and which models were called. Their answers stay in the log.
 */
export interface Trail {
  record(event: StoredEvent): void
  /** Ends for all that started and did not end, the innermost first. */
  openEnds(failure: Failure): EventBody[]
  /** The phases and child runs around a path that have not ended, outermost first. */
  around(path: string): readonly (EventOf<'phase-start'> | EventOf<'child-start'>)[]
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
    around: (path) =>
      [...open.values()].flatMap((event) =>
        (event.type === 'phase-start' || event.type === 'child-start') && isWithin(path, event.path) ? [event] : [],
      ),
    starts,
  }
}

/** Whether a path is of a step in the group at `group`. */
export const isWithin = (path: string, group: string): boolean =>
  path.startsWith(`${group}.`) || path.startsWith(`${group}/`)

/** The end event for an interrupted start; null if the event starts nothing. */
function endFor(event: StoredEvent, failure: Failure): EventBody | null {
  if (!isStepStart(event)) return null
  const outcome = { ok: false, failure } as const
  switch (event.type) {
    case 'model-start':
      return { type: 'model-end', path: event.path, outcome, firstTokenMs: null, durationMs: 0, cost: null }
    case 'tool-start':
      return { type: 'tool-end', path: event.path, outcome, body: { kind: 'none' }, durationMs: 0 }
    case 'step-start':
      return { type: 'step-end', path: event.path, step: event.step, outcome, durationMs: 0 }
    case 'phase-start':
      return { type: 'phase-end', path: event.path, failure }
    case 'branches-start':
      return { type: 'branches-end', path: event.path, failure }
    case 'child-start':
      return { type: 'child-end', path: event.path, failure }
    default:
      return assertNever(event)
  }
}
