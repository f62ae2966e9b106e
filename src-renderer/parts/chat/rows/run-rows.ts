import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import { addGroupRow, addSpans, childrenOf, type Found, layoutRun, type RunRow } from './run-layout.ts'

/** An open group that may contain the next spans. */
interface Level {
  /** Path of the group; null for the run itself. */
  readonly path: string | null
  readonly depth: number
  readonly span: Span | null
  afterPhase: boolean
}

/**
 * The rows of a growing run. Rows of spans that can no longer change are kept, so that adding a span costs the same
 * regardless of the run's length. At any time the result equals that of `layoutRun`.
 */
export class RunRows {
  private readonly rows: RunRow[] = []
  private settled = 0
  /** Number of spans whose rows are final. */
  private done = 0
  private levels: Level[] = []
  private resumed = -1
  private failure: string | undefined
  /** Whether its spans are not in the order of its rows; such rows are not kept. */
  private mixed = false

  update(view: RunView): readonly RunRow[] {
    if (view.resumed !== this.resumed || view.failure?.message !== this.failure || view.spans.length < this.done) {
      this.reset(view)
    }
    this.rows.length = this.settled
    while (!this.mixed && this.done < view.spans.length && this.settle(view));
    this.settled = this.rows.length
    if (this.mixed) return layoutRun(view)
    this.addRest(view)
    return this.rows
  }

  private reset(view: RunView): void {
    this.resumed = view.resumed
    this.failure = view.failure?.message
    this.levels = [{ path: null, depth: 0, span: null, afterPhase: false }]
    this.done = this.settled = 0
    this.mixed = false
  }

  /** Makes the rows of the next span final, if no later span can change them. */
  private settle(view: RunView): boolean {
    const span = view.spans[this.done]
    const at = this.levels.findLastIndex(({ path }) => path === span?.parent)
    const level = this.levels[at]
    if (span === undefined || level === undefined) {
      this.mixed = true
      return false
    }
    // A preceding group that has not ended may get more rows, which belong before this span.
    if (this.levels.slice(at + 1).some((inner) => inner.span !== null && !isOver(inner.span, view))) return false
    const group = span.kind === 'phase' || span.kind === 'child'
    const inside = span.kind === 'branches' ? insideOf(view, this.done) : []
    if (inside === null || (!group && ![span, ...inside].every((each) => isOver(each, view)))) return false
    this.levels.length = at + 1
    const found = { of: childrenOf(inside), failure: view.failure }
    if (group) {
      level.afterPhase = addGroupRow(span, level.depth, level.afterPhase, this.rows)
      const depth = span.kind === 'child' ? level.depth + 1 : level.depth
      this.levels.push({ path: span.path, depth, span, afterPhase: false })
    } else level.afterPhase = addSpans([span], level.depth, found, this.rows, level.afterPhase)
    this.done += 1 + inside.length
    return true
  }

  /** Adds the rows of spans that may still change, group by group from the innermost open one. */
  private addRest(view: RunView): void {
    const found: Found = { of: childrenOf(view.spans.slice(this.done)), failure: view.failure }
    for (const { path, depth, afterPhase } of this.levels.toReversed()) {
      addSpans(found.of.get(path) ?? [], depth, found, this.rows, afterPhase)
    }
  }
}

/** Looks the span up by path, because the kept one may be outdated. */
function isOver(span: Span, view: RunView): boolean {
  const now = view.spans[view.at.get(span.path) ?? -1] ?? span
  return now.endMs !== null && now.state !== 'interrupted'
}

/** The contiguous spans inside parallel branches; null if they are not contiguous or may be incomplete. */
function insideOf(view: RunView, at: number): Span[] | null {
  const branches = view.spans[at]
  if (branches === undefined || branches.endMs === null) return null
  const groups = new Set([branches.path])
  const inside: Span[] = []
  for (let index = at + 1; index < view.spans.length; index++) {
    const span = view.spans[index]
    if (span === undefined || span.startMs > branches.endMs) break
    const isInside = span.parent !== null && groups.has(span.parent)
    if (!isInside) continue
    if (index !== at + 1 + inside.length) return null
    inside.push(span)
    if (span.kind === 'branches' || span.kind === 'phase' || span.kind === 'child') groups.add(span.path)
  }
  return inside
}
