import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import { activityKey, phaseKey } from '../../../stores/session/fold-store.ts'
import type { RunRow } from '../rows/run-layout.ts'

/**
 * The rows of a run that is over, as they are read at first: one line a phase, within an open phase one line a group of
 * tool calls, and no answer, which has a card of its own at the end. Of a run that goes on, what is over of it.
 *
 * 1. What is folded is hidden, never gone: every row has an open fold or stands in one that can be opened.
 * 2. Plans, evaluations, verdicts, questions, messages and failures of models stay rows of their own.
 */
export type FoldedRow =
  | RunRow
  | { readonly kind: 'phase-line'; readonly path: string; readonly depth: number; readonly open: boolean }
  | {
      readonly kind: 'activity'
      /** Of its first call. */
      readonly path: string
      readonly depth: number
      readonly open: boolean
      /** Of all its calls. */
      readonly paths: readonly string[]
    }

interface FoldOptions {
  readonly runId: string
  /** What was opened or folded by hand (fold-store.ts). */
  readonly open: { readonly [key: string]: boolean }
  /** The model call that gave the answer; null if none did. */
  readonly answer: string | null
  /** Of a run that goes on: only what ended before this is folded, ms of the run; and of calls only long stretches. */
  readonly upTo?: number
}

/** Fewer calls than this stay as they are while the run goes on. */
const longStretch = 4
/** The newest calls are not folded while the run goes on: they say what it is about. */
const newest = 2

export function foldRows(rows: readonly RunRow[], view: RunView, options: FoldOptions): readonly FoldedRow[] {
  const { runId, open, answer, upTo = Number.POSITIVE_INFINITY } = options
  const isOver = (path: string) => (spanIn(view, path)?.endMs ?? Number.POSITIVE_INFINITY) <= upTo
  const isLive = Number.isFinite(upTo)
  const isOpen = openPhases(view, options)
  const folded: FoldedRow[] = []
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]
    if (row === undefined || (row.path === answer && row.kind === 'block')) continue
    if (!isOpen(parentOf(view, row))) continue
    if (row.kind === 'phase' && (!isLive || isOver(row.path))) {
      folded.push({
        kind: 'phase-line',
        path: row.path,
        depth: row.depth,
        open: open[phaseKey(runId, row.path)] ?? false,
      })
    } else if (!isActivity(view, row)) folded.push(row)
    else {
      const stretch = activityAt(rows, at, view, row)
      const group = isLive ? foldedStretch(stretch, at + stretch.length === rows.length, isOver) : stretch
      if (group.length === 0) {
        folded.push(row)
        continue
      }
      at += group.length - 1
      const isShown = open[activityKey(runId, row.path)] ?? false
      const paths = group.map(({ path }) => path)
      folded.push({ kind: 'activity', path: row.path, depth: row.depth, open: isShown, paths })
      if (isShown) folded.push(...group)
    }
  }
  return withoutLooseRules(folded)
}

/** What is folded of calls of a run that goes on: the first of a long stretch, as far as they are over. */
function foldedStretch(
  stretch: readonly RunRow[],
  isLast: boolean,
  isOver: (path: string) => boolean,
): readonly RunRow[] {
  const going = stretch.findIndex(({ path }) => !isOver(path))
  const over = going === -1 ? stretch : stretch.slice(0, going)
  const group = isLast ? over.slice(0, Math.max(0, stretch.length - newest)) : over
  return group.length < longStretch ? [] : group
}

/** Tool calls and checks that follow each other at one depth. */
function activityAt(rows: readonly RunRow[], from: number, view: RunView, first: RunRow): readonly RunRow[] {
  const group: RunRow[] = []
  for (let at = from; at < rows.length; at++) {
    const row = rows[at]
    if (row === undefined || row.depth !== first.depth || !isActivity(view, row)) break
    if (parentPhase(view, row) !== parentPhase(view, first)) break
    group.push(row)
  }
  return group
}

function isActivity(view: RunView, row: RunRow): boolean {
  if (row.kind !== 'block') return false
  const span = spanIn(view, row.path)
  if (span?.kind === 'tool') return span.effect !== 'own' && span.effect !== 'ask'
  return span?.kind === 'step' && span.step === 'check'
}

/** Whether all phases around a span are open; each is checked once. */
function openPhases(
  view: RunView,
  { runId, open, upTo = Number.POSITIVE_INFINITY }: FoldOptions,
): (parent: string | null) => boolean {
  const known = new Map<string, boolean>()
  const isOpen = (path: string | null): boolean => {
    if (path === null) return true
    const before = known.get(path)
    if (before !== undefined) return before
    const span = spanIn(view, path)
    const isLive = Number.isFinite(upTo) && (span?.endMs ?? Number.POSITIVE_INFINITY) > upTo
    const here = span?.kind !== 'phase' || isLive || (open[phaseKey(runId, path)] ?? false)
    const all = here && isOpen(span?.parent ?? null)
    known.set(path, all)
    return all
  }
  return isOpen
}

const spanIn = (view: RunView, path: string): Span | undefined => view.spans[view.at.get(path) ?? -1]

/** The head of a branch stands for no span: what is around it is around the branches. */
function parentOf(view: RunView, row: RunRow): string | null {
  if (row.kind === 'branch') return row.path.slice(0, row.path.lastIndexOf('/'))
  return spanIn(view, row.path)?.parent ?? null
}

function parentPhase(view: RunView, row: RunRow): string | null {
  for (let path = parentOf(view, row); path !== null; ) {
    const span = spanIn(view, path)
    if (span?.kind === 'phase' || span?.kind === 'child') return path
    path = span?.parent ?? null
  }
  return null
}

/** A line before work that is hidden, or at the end, parts nothing. */
function withoutLooseRules(rows: readonly FoldedRow[]): readonly FoldedRow[] {
  return rows.filter((row, at) => row.kind !== 'rule' || rows[at + 1]?.path === row.path)
}

/** Keys of the folds that hide a span, of those that are not open; the phases around it first. */
export function foldsOver(rows: readonly FoldedRow[], view: RunView, runId: string, path: string): readonly string[] {
  const keys: string[] = []
  for (let parent = spanIn(view, path)?.parent ?? null; parent !== null; ) {
    const span = spanIn(view, parent)
    if (span?.kind === 'phase') keys.unshift(phaseKey(runId, parent))
    parent = span?.parent ?? null
  }
  const group = rows.find((row) => row.kind === 'activity' && row.paths.includes(path))
  return group === undefined ? keys : [...keys, activityKey(runId, group.path)]
}
