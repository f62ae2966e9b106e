import { formatChange, formatDuration } from '../../src-shared/base/format.ts'
import type { ChangeCount, Run } from '../../src-shared/run/conversation.ts'
import type { Totals } from '../../src-shared/run/event.ts'
import { runTime } from '../../src-shared/run/time/run-time.ts'
import { costText, knownModelCalls, tokenCountText } from '../../src-shared/run/totals-text.ts'
import type { RunView } from '../../src-shared/run/view/run-view.ts'

/** One figure of a run. `value` is used to compare runs (less is better); null if the figure is not compared. */
export interface RunFigure {
  readonly name: string
  readonly shown: string
  readonly value: number | null
  readonly hint?: string
  /** The state of the run in which the figure grows between events. */
  readonly grows?: 'running' | 'waiting'
  /** Left out if there is little room. */
  readonly minor?: boolean
}

/**
 * A run's current figures, or those at the position that is played back. Time spent waiting for the user is not counted
 * as work.
 * @param view of the run as it is shown; the figures of the run record lag behind while it runs
 * @param soFar the file changes at that position; null if unknown
 */
export function runFigures(
  run: Run,
  view: RunView | undefined,
  soFar: ChangeCount | null = null,
): readonly RunFigure[] {
  const totals = view?.totals ?? run.totals
  const { workMs, waitedMs } = runTime(run, view)
  const modelCalls = knownModelCalls(totals)
  const tokens = totals.input + totals.output
  return [
    {
      name: 'Time',
      shown: formatDuration(workMs),
      value: workMs,
      hint: 'Without waiting',
      grows: 'running',
    },
    { name: 'in model', shown: formatDuration(totals.modelMs), value: null, minor: true },
    { name: 'in tools', shown: formatDuration(totals.toolMs), value: null, minor: true },
    {
      name: 'Waited',
      shown: formatDuration(waitedMs),
      value: null,
      hint: 'For you, or for a model',
      grows: 'waiting',
      minor: true,
    },
    { name: 'Model calls', shown: modelCalls === null ? '—' : String(modelCalls), value: modelCalls },
    { name: 'Tool calls', shown: toolCalls(totals), value: null },
    { name: 'Retries', shown: String(totals.retries), value: null, minor: true },
    {
      name: 'Tokens',
      shown: tokenCountText(totals, !hasEnded(view)),
      value: totals.unreported?.tokens ? null : tokens,
    },
    { name: 'Cost', shown: costShown(totals, !hasEnded(view)), value: totals.unreported?.cost ? null : totals.cost },
    { name: 'Files', shown: filesText(hasEnded(view) ? (run.changes ?? soFar) : soFar), value: null },
  ]
}

const costShown = (totals: Totals, isOpen: boolean): string =>
  totals.modelCalls === 0 && totals.unreported === undefined && totals.cost === 0 ? '—' : costText(totals, isOpen)

/** Whether the view shows the run as ended; during playback, only at its last position. */
export const hasEnded = (view: RunView | undefined): boolean => view?.status !== 'running' && view?.status !== 'waiting'

const toolCalls = ({ toolCalls: calls, toolFailures }: Run['totals']): string =>
  toolFailures === 0 ? String(calls) : `${calls}, ${toolFailures} failed`

function filesText(changes: Run['changes']): string {
  if (changes === null) return '—'
  return changes.files === 0 ? '0' : `${changes.files} · ${formatChange(changes.added, changes.removed)}`
}
