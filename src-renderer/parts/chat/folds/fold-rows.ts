import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import { activityKey, phaseKey } from '../../../stores/session/fold-store.ts'
import { isCutAnswer } from '../rows/model-text.ts'
import type { RunRow } from '../rows/run-layout.ts'

/**
 * The rows of an ended run as first shown: one line per phase, within an expanded phase one line per group of tool
 * calls, and no answer, because the card at the end shows it. In a run under way, only the parts that have ended are
 * folded.
 *
 * 1. Folding hides rows but never drops them: every row is visible or inside a fold that can be expanded.
 * 2. A phase in which an answer was cut off is expanded: what was written stays in sight.
 * 3. Plans, evaluations, verdicts, questions, messages and model failures always keep their own rows.
 */
export type FoldedRow =
  | RunRow
  | { readonly kind: 'phase-line'; readonly path: string; readonly depth: number; readonly open: boolean }
  | {
      readonly kind: 'activity'
      /** Path of its first call. */
      readonly path: string
      readonly depth: number
      readonly open: boolean
      /** Paths of all its calls. */
      readonly paths: readonly string[]
    }

interface FoldOptions {
  readonly runId: string
  /** Folds that the user expanded or collapsed (fold-store.ts). */
  readonly open: { readonly [key: string]: boolean }
  /** Path of the model call that gave the answer; null if none did. */
  readonly answer: string | null
  /** In a run under way: folds only what ended before this time, ms of the run, and only long sequences of calls. */
  readonly upTo?: number
}

/** While the run is under way, shorter sequences of calls are not folded. */
const longStretch = 4
/** While the run is under way, this many of the newest calls stay visible. */
const newest = 2

export function foldRows(rows: readonly RunRow[], view: RunView, options: FoldOptions): readonly FoldedRow[] {
  const { runId, open, answer, upTo = Number.POSITIVE_INFINITY } = options
  const isOver = (path: string) => (spanIn(view, path)?.endMs ?? Number.POSITIVE_INFINITY) <= upTo
  const isLive = Number.isFinite(upTo)
  const cutIn = isLive ? noPhases : phasesAroundCuts(view)
  const isOpenPhase = (path: string) => open[phaseKey(runId, path)] ?? cutIn.has(path)
  const isOpen = openPhases(view, options, isOpenPhase)
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
        open: isOpenPhase(row.path),
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

/** The calls to fold in a run under way: the ended ones at the start of a long sequence. */
function foldedStretch(
  stretch: readonly RunRow[],
  isLast: boolean,
  isOver: (path: string) => boolean,
): readonly RunRow[] {
  const live = stretch.findIndex(({ path }) => !isOver(path))
  const over = live === -1 ? stretch : stretch.slice(0, live)
  const group = isLast ? over.slice(0, Math.max(0, stretch.length - newest)) : over
  return group.length < longStretch ? [] : group
}

/** Consecutive tool calls and checks at the same depth and in the same phase. */
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

const noPhases: ReadonlySet<string> = new Set()

/** Paths of the phases around answers that were cut off. */
function phasesAroundCuts(view: RunView): ReadonlySet<string> {
  const around = new Set<string>()
  for (const span of view.spans) {
    if (span.kind !== 'model' || !isCutAnswer(span)) continue
    for (let path = span.parent; path !== null && !around.has(path); path = spanIn(view, path)?.parent ?? null)
      around.add(path)
  }
  return around
}

/** Whether all phases around a span are expanded; each is checked once. */
function openPhases(
  view: RunView,
  { upTo = Number.POSITIVE_INFINITY }: FoldOptions,
  isOpenPhase: (path: string) => boolean,
): (parent: string | null) => boolean {
  const known = new Map<string, boolean>()
  const isOpen = (path: string | null): boolean => {
    if (path === null) return true
    const before = known.get(path)
    if (before !== undefined) return before
    const span = spanIn(view, path)
    const isLive = Number.isFinite(upTo) && (span?.endMs ?? Number.POSITIVE_INFINITY) > upTo
    const here = span?.kind !== 'phase' || isLive || isOpenPhase(path)
    const all = here && isOpen(span?.parent ?? null)
    known.set(path, all)
    return all
  }
  return isOpen
}

const spanIn = (view: RunView, path: string): Span | undefined => view.spans[view.at.get(path) ?? -1]

/** A branch heading belongs to no span: its parent is the parent of the branches. */
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

/** Removes separators before hidden work and at the end. */
function withoutLooseRules(rows: readonly FoldedRow[]): readonly FoldedRow[] {
  return rows.filter((row, at) => row.kind !== 'rule' || rows[at + 1]?.path === row.path)
}

/** Keys of the collapsed folds that hide a span; enclosing phases first. */
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
