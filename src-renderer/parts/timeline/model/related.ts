import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import { askedBy } from '../../../run/asked-by.ts'

/** Spans that are looked through for what a call led to. */
const farthest = 400

/**
 * The spans that a span came from or led to: the groups around it and what is in it; of a tool call the model call that
 * asked for it and the one that read it; of a model call the tool calls it asked for and the call after them. What it takes
 * does not grow with the run.
 */
export function relatedSpans(view: RunView, index: number): ReadonlySet<number> {
  const found = new Set([index])
  const span = view.spans[index]
  if (span === undefined) return found
  for (let at = groupAt(view, span); at !== null; at = groupAt(view, view.spans[at])) found.add(at)
  if (span.kind === 'model') addLedTo(view, index, found)
  else if (span.kind === 'tool') {
    const call = askedBy(view, span, false)
    const at = call === null ? undefined : view.at.get(call.span.path)
    if (at !== undefined) addLedTo(view, at, found)
  } else addInside(view, index, found)
  return found
}

const groupAt = (view: RunView, span: Span | undefined) =>
  span?.parent == null ? null : (view.at.get(span.parent) ?? null)

/** A model call, the tool calls it requested, and the next model call. */
function addLedTo(view: RunView, index: number, found: Set<number>): void {
  const span = view.spans[index]
  if (span?.kind !== 'model') return
  found.add(index)
  const asked = new Set(span.reply?.message.toolCalls.map(({ id }) => id))
  if (asked.size === 0) return
  for (let next = index + 1; next < Math.min(view.spans.length, index + farthest); next++) {
    const after = view.spans[next]
    if (after?.kind === 'tool' && asked.has(after.call.id)) found.add(next)
    if (after?.kind !== 'model' || after.lane !== span.lane) continue
    found.add(next)
    return
  }
}

function addInside(view: RunView, index: number, found: Set<number>): void {
  const group = view.spans[index]
  if (group?.kind !== 'phase' && group?.kind !== 'child' && group?.kind !== 'branches') return
  for (let next = index + 1; next < view.spans.length; next++) {
    const span = view.spans[next]
    if (span === undefined || (group.endMs !== null && span.startMs > group.endMs)) return
    const around = groupAt(view, span)
    if (around !== null && (around === index || (found.has(around) && around > index))) found.add(next)
  }
}
