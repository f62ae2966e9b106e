import type { Run, Turn } from '../../../src-shared/conversation.ts'
import type { RunRow } from './run-layout.ts'

/** One row of the conversation. `key` stays the same while the row means the same. */
export type ChatRow =
  | { readonly kind: 'message'; readonly key: string; readonly turn: Turn }
  | { readonly kind: 'run'; readonly key: string; readonly run: Run; readonly row: RunRow; readonly close: boolean }
  /** The answer of a run whose log is not here yet. */
  | { readonly kind: 'brief'; readonly key: string; readonly run: Run }
  | { readonly kind: 'ending'; readonly key: string; readonly run: Run; readonly turn: Turn }

export interface ShownTurn {
  readonly turn: Turn
  readonly run: Run | null
  /** Null where the run's log is not here yet. */
  readonly rows: readonly RunRow[] | null
}

export function chatRows(turns: readonly ShownTurn[]): readonly ChatRow[] {
  const rows: ChatRow[] = []
  for (const { turn, run, rows: runRows } of turns) {
    rows.push({ kind: 'message', key: `${turn.id}:message`, turn })
    if (run === null) continue
    if (runRows === null) rows.push({ kind: 'brief', key: `${run.id}:brief`, run })
    else rows.push(...runRows.map((row, index) => runRow(run, row, runRows[index + 1])))
    rows.push({ kind: 'ending', key: `${run.id}:ending`, run, turn })
  }
  return rows
}

function runRow(run: Run, row: RunRow, next: RunRow | undefined): ChatRow {
  const card = (each: RunRow | undefined) => each?.kind === 'block' && each.look === 'card'
  return { kind: 'run', key: `${run.id}:${row.kind}:${row.path}`, run, row, close: card(row) && card(next) }
}

/** Which turns' logs are read: all of a short branch, else those near what is on screen and the last. */
export function followedTurns(count: number, firstSeen: number, lastSeen: number): readonly number[] {
  if (count <= 12) return [...Array(count).keys()]
  const around = 3
  const near = [...Array(count).keys()].filter((index) => index >= firstSeen - around && index <= lastSeen + around)
  return near.includes(count - 1) ? near : [...near, count - 1]
}
