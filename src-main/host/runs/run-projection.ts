import { assertNever } from '../../../src-shared/base/assert-never.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { RunEvent } from '../../../src-shared/run/event.ts'
import { addToTotals } from '../../../src-shared/run/totals.ts'

/** A run as lists show it, after one more event of its log. */
export function projectRun(run: Run, event: RunEvent): Run {
  const durationMs = Math.max(run.durationMs, Math.round(event.ms - (run.forkedFrom?.ms ?? 0)))
  const timed = { ...run, durationMs, totals: addToTotals(run.totals, event) }
  switch (event.type) {
    case 'files':
      if (event.when === 'after')
        return { ...timed, after: event.snapshot, ...(event.beside !== undefined && { beside: event.beside }) }
      return { ...timed, before: run.before ?? event.snapshot }
    case 'run-end':
      return {
        ...timed,
        status: event.status,
        endedAt: event.at,
        text: event.text,
        failure: event.failure,
        totals: event.totals,
      }
    case 'approval-answer':
    case 'approval-ask':
    case 'branches-end':
    case 'branches-start':
    case 'child-end':
    case 'child-start':
    case 'files-step':
    case 'model-end':
    case 'model-retry':
    case 'model-start':
    case 'model-try-now':
    case 'notice':
    case 'pause-answer':
    case 'pause-ask':
    case 'phase-end':
    case 'phase-start':
    case 'run-resume':
    case 'run-start':
    case 'step-end':
    case 'step-start':
    case 'tool-begin':
    case 'tool-end':
    case 'tool-start':
      return timed
    default:
      return assertNever(event)
  }
}
