import type { Run } from '../../../src-shared/conversation.ts'
import { formatChange, formatCost, formatCount, formatDuration } from '../../../src-shared/format.ts'

/** One figure of a run. `value` is what runs are compared by, where less is better; null where it is not. */
export interface RunFigure {
  readonly name: string
  readonly shown: string
  readonly value: number | null
  readonly hint?: string
}

/** A run's figures as they stand. Waiting for the user is no work of the strategy's. */
export function runFigures({ durationMs, totals, changes }: Run): readonly RunFigure[] {
  const workMs = Math.max(0, durationMs - totals.waitingMs)
  const tokens = totals.input + totals.output
  const parts = `model ${formatDuration(totals.modelMs)}, tools ${formatDuration(totals.toolMs)}`
  const calls = String(totals.toolCalls)
  return [
    {
      name: 'Time',
      shown: formatDuration(workMs),
      value: workMs,
      hint: `${parts}; waiting for you, ${formatDuration(totals.waitingMs)}, is not counted`,
    },
    { name: 'Model calls', shown: String(totals.modelCalls), value: totals.modelCalls },
    { name: 'Tokens', shown: formatCount(tokens), value: tokens },
    { name: 'Cost', shown: totals.modelCalls === 0 ? '—' : formatCost(totals.cost), value: totals.cost },
    {
      name: 'Tool calls',
      shown: totals.toolFailures === 0 ? calls : `${calls} · ${totals.toolFailures} ✕`,
      value: null,
      hint: `${totals.toolFailures} failed`,
    },
    { name: 'Retries', shown: String(totals.retries), value: null },
    {
      name: 'Files',
      shown: changes === null ? '—' : `${changes.files} · ${formatChange(changes.added, changes.removed)}`,
      value: null,
    },
  ]
}
