import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import { askedBy } from '../../../run/asked-by.ts'

/** A span with what it came from or led to. */
export interface Related {
  readonly spans: ReadonlySet<number>
  /** From a model call to the tool calls it asked for, and from these to the next one. */
  readonly links: readonly (readonly [from: number, to: number])[]
}

/** Spans that are looked through for what a call led to. */
const farthest = 400

/**
 * The spans that a span came from or led to: the groups around it and what is in it; of a tool call the model call that
 * asked for it and the one that read it; of a model call the tool calls it asked for and the call after them. What it takes
 * does not grow with the run, but with a selected group.
 */
export function relatedSpans(view: RunView, index: number): Related {
  const found = new Set([index])
  const span = view.spans[index]
  if (span === undefined) return { spans: found, links: [] }
  for (let at = groupAt(view, span); at !== null; at = groupAt(view, view.spans[at])) found.add(at)
  const call = callOf(view, span)
  if (call === null) addInside(view, index, found)
  return { spans: found, links: call === null ? [] : addLedTo(view, call, found) }
}

/** Index of the model call itself, or of the one that asked for a tool call. */
function callOf(view: RunView, span: Span): number | null {
  if (span.kind === 'model') return view.at.get(span.path) ?? null
  const asking = span.kind === 'tool' ? askedBy(view, span, false) : null
  return asking === null ? null : (view.at.get(asking.span.path) ?? null)
}

const groupAt = (view: RunView, span: Span | undefined) =>
  span?.parent == null ? null : (view.at.get(span.parent) ?? null)

/** A model call, the tool calls it requested, and the next model call. */
function addLedTo(view: RunView, index: number, found: Set<number>): Related['links'] {
  const span = view.spans[index]
  if (span?.kind !== 'model') return []
  found.add(index)
  const asked = new Set(span.reply?.message.toolCalls.map(({ id }) => id))
  const tools: number[] = []
  if (asked.size === 0) return []
  for (let next = index + 1; next < Math.min(view.spans.length, index + farthest); next++) {
    const after = view.spans[next]
    if (after?.kind === 'tool' && asked.has(after.call.id)) tools.push(next)
    if (after?.kind !== 'model' || after.lane !== span.lane) continue
    for (const each of [...tools, next]) found.add(each)
    return tools.flatMap((each) => [[index, each] as const, [each, next] as const])
  }
  for (const each of tools) found.add(each)
  return tools.map((each) => [index, each] as const)
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
