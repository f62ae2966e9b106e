import { subjectOf } from '../../src-shared/run/tool-subject.ts'
import type { RunView, Span, ToolSpan } from '../../src-shared/run/view/run-view.ts'
import { spanAt } from './phase-facts.ts'

/**
 * The earlier call that an open call waits for, by the order that the host keeps (tools/read-write-lock.ts): reads go
 * together, edits of different files too, everything else one after the other. Null if it waits for none.
 */
export function waitsFor(view: RunView, span: ToolSpan): ToolSpan | null {
  if (span.endMs !== null || !hasTurn(span)) return null
  return siblingBefore(view, span) ?? askedBefore(view, span)
}

/** Of the same answer of a model: its calls begin together. */
function siblingBefore(view: RunView, span: ToolSpan): ToolSpan | null {
  const from = span.parent === null ? undefined : view.at.get(span.parent)
  const to = view.at.get(span.path)
  if (from === undefined || to === undefined) return null
  for (let at = from + 1; at < to; at++) {
    const earlier = view.spans[at]
    if (earlier?.kind === 'tool' && earlier.parent === span.parent && holdsUp(earlier, span)) return earlier
  }
  return null
}

/** Of another agent or branch that works on the same files. */
function askedBefore(view: RunView, span: ToolSpan): ToolSpan | null {
  for (const path of view.waiting) {
    const asked = spanAt(view, path)
    if (asked?.kind !== 'tool' || asked.seq >= span.seq || !holdsUp(asked, span)) continue
    if (copyAround(view, asked) === copyAround(view, span)) return asked
  }
  return null
}

const hasTurn = ({ effect }: ToolSpan): boolean => effect !== 'ask' && effect !== 'own'

function holdsUp(earlier: ToolSpan, later: ToolSpan): boolean {
  if (earlier.endMs !== null || !hasTurn(earlier)) return false
  if (earlier.effect === 'read' && later.effect === 'read') return false
  const bothEdit = earlier.effect === 'edit' && later.effect === 'edit'
  return !bothEdit || fileOf(earlier) === fileOf(later)
}

const fileOf = ({ call }: ToolSpan): string =>
  subjectOf(call)
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+/, '')
    .toLowerCase()

/** Path of the innermost phase around a span that works in a copy of the files; null: it works on the files. */
function copyAround(view: RunView, span: Span): string | null {
  for (let path = span.parent; path !== null; ) {
    const around = spanAt(view, path)
    if (around?.kind === 'phase' && around.inCopy === true) return path
    path = around?.parent ?? null
  }
  return null
}
