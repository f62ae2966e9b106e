import { holdsAgent, isGroup } from '../../../../src-shared/run/view/paths.ts'
import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import { requestedBy } from '../../../run/requested-by.ts'

/** A span with the spans that caused it or resulted from it. */
export interface Related {
  readonly spans: ReadonlySet<number>
  /** From a model call to the tool calls it requested, and from these to the next model call. */
  readonly links: readonly (readonly [from: number, to: number])[]
}

/** Maximum number of spans searched for the results of a call. */
const farthest = 400

/**
 * The spans related to a span: the groups around it and the spans in it; for a tool call, the model call that requested
 * it and the one that read its result; for a model call, the tool calls it requested and the next model call. The cost
 * does not grow with the run, only with a selected group.
 */
export function relatedSpans(view: RunView, index: number): Related {
  const found = new Set([index])
  const span = view.spans[index]
  if (span === undefined) return { spans: found, links: [] }
  for (let at = groupAt(view, span); at !== null; at = groupAt(view, view.spans[at])) found.add(at)
  const call = callOf(view, span)
  if (call === null) addInside(view, insideAgent(view, span) ?? index, found)
  return { spans: found, links: call === null ? [] : addLedTo(view, call, found) }
}

/** Index of the prompt to another agent that the span is a part of: all that the agent did belongs together. */
function insideAgent(view: RunView, span: Span): number | null {
  const around = groupAt(view, span)
  const prompt = around === null ? undefined : view.spans[around]
  return prompt !== undefined && holdsAgent(prompt) ? around : null
}

/** Index of the span if it is a model call, else of the model call that requested it. */
function callOf(view: RunView, span: Span): number | null {
  if (span.kind === 'model') return view.at.get(span.path) ?? null
  const asking = span.kind === 'tool' ? requestedBy(view, span, false) : null
  return asking === null ? null : (view.at.get(asking.span.path) ?? null)
}

const groupAt = (view: RunView, span: Span | undefined) =>
  span?.parent == null ? null : (view.at.get(span.parent) ?? null)

/** A model call, the tool calls it requested, and the next model call. */
function addLedTo(view: RunView, index: number, found: Set<number>): Related['links'] {
  const span = view.spans[index]
  if (span?.kind !== 'model') return []
  found.add(index)
  const callIds = new Set(span.reply?.message.toolCalls.map(({ id }) => id))
  const tools: number[] = []
  if (callIds.size === 0) return []
  for (let next = index + 1; next < Math.min(view.spans.length, index + farthest); next++) {
    const after = view.spans[next]
    if (after?.kind === 'tool' && callIds.has(after.call.id) && requestedBy(view, after, false)?.span === span)
      tools.push(next)
    if (after?.kind !== 'model' || after.lane !== span.lane) continue
    for (const each of [...tools, next]) found.add(each)
    return tools.flatMap((each) => [[index, each] as const, [each, next] as const])
  }
  for (const each of tools) found.add(each)
  return tools.map((each) => [index, each] as const)
}

function addInside(view: RunView, index: number, found: Set<number>): void {
  const group = view.spans[index]
  if (group === undefined || !isGroup(group)) return
  for (let next = index + 1; next < view.spans.length; next++) {
    const span = view.spans[next]
    if (span === undefined || (group.endMs !== null && span.startMs > group.endMs)) return
    const around = groupAt(view, span)
    if (around !== null && (around === index || (found.has(around) && around > index))) found.add(next)
  }
}
