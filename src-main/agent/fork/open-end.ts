import type { Failure } from '../../../src-shared/base/failure.ts'
import type { EventBody, StoredEvent } from '../../../src-shared/run/event.ts'
import { isStepStart } from '../../../src-shared/run/step-start.ts'

/** The end event for an interrupted start; null if the event starts nothing. */
export function endFor(event: StoredEvent, failure: Failure): EventBody | null {
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
  }
}
