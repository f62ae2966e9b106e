import { formatDuration } from '../../base/format.ts'
import type { Run } from '../conversation.ts'
import { waitedUntil } from '../totals.ts'
import type { RunView } from '../view/run-view.ts'

/**
 * How long a run or a part of it worked, and how long it waited in addition, ms: for its user, before the next try of a
 * model call, or for the limits of a model. The two are never added.
 */
export interface WorkingTime {
  readonly workMs: number
  readonly waitedMs: number
}

/**
 * Of a run by its projection, or by its log as it is shown. What a branch took over from another run is that run's
 * time.
 * @param view of the run as it is shown, if it is here; the projection lags behind it while the run goes on
 * @param nowMs the run's time, if it is under way and has moved on since its latest event
 */
export function runTime(
  run: Pick<Run, 'durationMs' | 'totals'>,
  view?: Pick<RunView, 'lastMs' | 'totals' | 'forkedFrom'> | null,
  nowMs = 0,
): WorkingTime {
  return view ? viewTime(view, nowMs) : workingTime(run.durationMs, run.totals.waitingMs)
}

/** The same by the log alone. */
export function viewTime(view: Pick<RunView, 'lastMs' | 'totals' | 'forkedFrom'>, nowMs = 0): WorkingTime {
  const now = Math.max(view.lastMs, nowMs)
  return workingTime(Math.max(0, now - (view.forkedFrom?.ms ?? 0)), waitedUntil(view.totals, now))
}

/** Branches may wait at the same time: what was waited is never more than what passed. */
export function workingTime(wholeMs: number, waitedMs: number): WorkingTime {
  const waited = Math.min(wholeMs, waitedMs)
  return { workMs: wholeMs - waited, waitedMs: waited }
}

/** Shorter waits than this are not worth a word, ms. */
const noticed = 500

/** `41.8 s`, or `41.8 s, waited 2 min 14 s`. */
export function formatWorkingTime({ workMs, waitedMs }: WorkingTime): string {
  return waitedMs < noticed ? formatDuration(workMs) : `${formatDuration(workMs)}, ${waitedText(waitedMs)}`
}

export const waitedText = (waitedMs: number): string => `waited ${formatDuration(waitedMs)}`
