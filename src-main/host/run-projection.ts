import type { Run } from '../../src-shared/conversation.ts'
import type { RunEvent } from '../../src-shared/event.ts'
import { countModelEnd, countStart, countToolEnd } from '../../src-shared/run-view-totals.ts'

/** A run as lists show it, after one more event of its log. */
export function projectRun(run: Run, event: RunEvent): Run {
  const timed = { ...run, durationMs: Math.max(run.durationMs, Math.round(event.ms - (run.forkedFrom?.ms ?? 0))) }
  switch (event.type) {
    case 'model-start':
      return { ...timed, totals: countStart(run.totals, 'model') }
    case 'tool-start':
      return { ...timed, totals: countStart(run.totals, 'tool') }
    case 'step-start':
      return { ...timed, totals: countStart(run.totals, 'step') }
    case 'model-retry':
      return { ...timed, totals: { ...run.totals, retries: run.totals.retries + 1 } }
    case 'model-end':
      return { ...timed, totals: countModelEnd(run.totals, event) }
    case 'tool-end':
      return { ...timed, totals: countToolEnd(run.totals, event) }
    case 'approval-answer':
      return { ...timed, totals: { ...run.totals, waitingMs: run.totals.waitingMs + event.waitedMs } }
    case 'files':
      if (event.when === 'after') return { ...timed, after: event.snapshot }
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
    default:
      return timed
  }
}
