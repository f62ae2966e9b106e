import { formatChange, formatCost, formatCount, formatDuration } from '../../src-shared/base/format.ts'
import type { ChangeCount, Run } from '../../src-shared/run/conversation.ts'
import { runTime } from '../../src-shared/run/run-time.ts'
import type { RunView } from '../../src-shared/run/view/run-view.ts'

/** One figure of a run. `value` is what runs are compared by, where less is better; null where it is not. */
export interface RunFigure {
  readonly name: string
  readonly shown: string
  readonly value: number | null
  readonly hint?: string
  /** The state of the run in which it grows by itself, between events. */
  readonly grows?: 'running' | 'waiting'
  /** It is left out where there is little room. */
  readonly minor?: boolean
}

/**
 * A run's figures as they stand, or at the moment that is played back. Waiting for the user is no work of the
 * strategy's.
 * @param view of the run as it is shown; the run's own figures lag behind it while it runs
 * @param soFar what its files came to there; null where that is not known
 */
export function runFigures(
  run: Run,
  view: RunView | undefined,
  soFar: ChangeCount | null = null,
): readonly RunFigure[] {
  const totals = view?.totals ?? run.totals
  const { workMs, waitedMs } = runTime(run, view)
  const tokens = totals.input + totals.output
  return [
    {
      name: 'Time',
      shown: formatDuration(workMs),
      value: workMs,
      hint: 'Without time waiting for you',
      grows: 'running',
    },
    { name: 'in model', shown: formatDuration(totals.modelMs), value: null, minor: true },
    { name: 'in tools', shown: formatDuration(totals.toolMs), value: null, minor: true },
    {
      name: 'Waited',
      shown: formatDuration(waitedMs),
      value: null,
      hint: 'For you',
      grows: 'waiting',
      minor: true,
    },
    { name: 'Model calls', shown: String(totals.modelCalls), value: totals.modelCalls },
    { name: 'Tool calls', shown: toolCalls(totals), value: null },
    { name: 'Retries', shown: String(totals.retries), value: null, minor: true },
    { name: 'Tokens', shown: formatCount(tokens), value: tokens },
    { name: 'Cost', shown: totals.modelCalls === 0 ? '—' : formatCost(totals.cost), value: totals.cost },
    { name: 'Files', shown: filesWords(hasEnded(view) ? (run.changes ?? soFar) : soFar), value: null },
  ]
}

/** As it is shown: a run that is played back has ended at its last moment. */
export const hasEnded = (view: RunView | undefined): boolean => view?.status !== 'running' && view?.status !== 'waiting'

const toolCalls = ({ toolCalls: calls, toolFailures }: Run['totals']): string =>
  toolFailures === 0 ? String(calls) : `${calls}, ${toolFailures} failed`

function filesWords(changes: Run['changes']): string {
  if (changes === null) return '—'
  return changes.files === 0 ? '0' : `${changes.files} · ${formatChange(changes.added, changes.removed)}`
}
