import type { Run, Turn } from '../../../../src-shared/run/conversation.ts'
import type { FoldedRow } from '../folds/fold-rows.ts'

/** One row of the conversation. `key` identifies it across updates. */
export type ChatRow =
  | { readonly kind: 'message'; readonly key: string; readonly turn: Turn }
  /** Placeholder for the part of a long run that is still loading. */
  | { readonly kind: 'earlier'; readonly key: string; readonly run: Run }
  | { readonly kind: 'run'; readonly key: string; readonly run: Run; readonly row: FoldedRow; readonly close: boolean }
  /** The answer of a run whose log is not loaded yet. */
  | { readonly kind: 'brief'; readonly key: string; readonly run: Run }
  | { readonly kind: 'ending'; readonly key: string; readonly run: Run; readonly turn: Turn }

export interface ShownTurn {
  readonly turn: Turn
  readonly run: Run | null
  /** Null if the run's log is not loaded yet. */
  readonly rows: readonly FoldedRow[] | null
  /** Path of the span that the card at the end replaces, when a folded run shows its answer there. */
  readonly answer?: string | null
  /** Whether the part of the log before these rows is still loading. */
  readonly earlier: boolean
}

/** All rows of a branch, each created on access because there may be very many. */
export interface ChatRows {
  readonly count: number
  readonly parts: readonly Part[]
}
/** The rows of one turn. */
interface Part extends ShownTurn {
  readonly start: number
  /** The run's rows grow in place; this many belong to this version. */
  readonly runRows: number
  readonly count: number
}

export function chatRows(turns: readonly ShownTurn[]): ChatRows {
  let start = 0
  const parts = turns.map((shown): Part => {
    const runRows = shown.rows?.length ?? 1
    const count = shown.run === null ? 1 : 2 + runRows + (shown.earlier ? 1 : 0)
    const part = { ...shown, start, runRows, count }
    start += count
    return part
  })
  return { count: start, parts }
}

/** Index of the turn that contains a row; -1 for none. */
export function turnOf({ parts, count }: ChatRows, index: number): number {
  if (index < 0 || index >= count) return -1
  let low = 0
  let high = parts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((parts[middle]?.start ?? 0) <= index) low = middle + 1
    else high = middle
  }
  return low - 1
}

export function rowAt(rows: ChatRows, index: number): ChatRow | undefined {
  const part = rows.parts[turnOf(rows, index)]
  return part === undefined ? undefined : rowOf(part, index - part.start)
}

function rowOf({ turn, run, rows, earlier, runRows }: Part, at: number): ChatRow {
  if (run === null || at === 0) return { kind: 'message', key: `${turn.id}:message`, turn }
  const index = at - (earlier ? 2 : 1)
  if (index < 0) return { kind: 'earlier', key: `${run.id}:earlier`, run }
  if (index >= runRows) return { kind: 'ending', key: `${run.id}:ending`, run, turn }
  const row = rows?.[index]
  if (row === undefined) return { kind: 'brief', key: `${run.id}:brief`, run }
  const next = index + 1 < runRows ? rows?.[index + 1] : undefined
  return { kind: 'run', key: runKey(run, row), run, row, close: isCard(row) && isCard(next) }
}

const runKey = (run: Run, row: FoldedRow) => `${run.id}:${row.kind}:${row.path}`
const isCard = (row: FoldedRow | undefined) =>
  row?.kind === 'activity' || row?.kind === 'phase-line' || (row?.kind === 'block' && row.look === 'card')

/** Index of a span's row; -1 if there is none. */
export function indexOfSpan({ parts }: ChatRows, runId: string, path: string): number {
  const part = parts.find(({ run }) => run?.id === runId)
  if (part !== undefined && part.answer === path) return part.start + part.count - 1
  const at = part?.rows?.findIndex((row) => row.path === path && !(row.kind === 'activity' && !row.open)) ?? -1
  return part === undefined || at < 0 || at >= part.runRows ? -1 : part.start + (part.earlier ? 2 : 1) + at
}

export function indexOfMessage({ parts }: ChatRows, turnId: string): number {
  return parts.find(({ turn }) => turn.id === turnId)?.start ?? -1
}

export function indexOfKey(rows: ChatRows, key: string | null): number {
  if (key === null) return -1
  const part = rows.parts.find(({ turn, run }) => key.startsWith(`${turn.id}:`) || key.startsWith(`${run?.id}:`))
  if (part === undefined) return -1
  const { run, runRows, start, count } = part
  const at = run === null ? -1 : (part.rows?.findIndex((row) => runKey(run, row) === key) ?? -1)
  if (at >= 0 && at < runRows) return start + (part.earlier ? 2 : 1) + at
  for (const index of [0, 1, 2, count - 1]) if (rowAt(rows, start + index)?.key === key) return start + index
  return -1
}

/** The turns whose logs to load: all of a short branch, else those near the viewport and the last. */
export function followedTurns(count: number, firstSeen: number, lastSeen: number): readonly number[] {
  if (count <= 12) return [...Array(count).keys()]
  const around = 3
  const first = Math.max(0, firstSeen - around)
  const near: number[] = []
  for (let index = first; index <= Math.min(count - 1, lastSeen + around); index++) near.push(index)
  return near.includes(count - 1) ? near : [...near, count - 1]
}
