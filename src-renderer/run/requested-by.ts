import { isUnder } from '../../src-shared/run/time/under.ts'
import type { ModelSpan, RunView, ToolSpan } from '../../src-shared/run/view/run-view.ts'

/** The model call that requested a tool call. */
export interface RequestingCall {
  readonly span: ModelSpan
  /** Number of the model call in the run, from 1; null if only part of the run is loaded. */
  readonly number: number | null
}

/**
 * Finds the model call that requested a tool call; null if no loaded model call requested it.
 * @param whole whether the view contains the run from its start
 */
export function requestedBy(view: RunView, span: ToolSpan, whole = true): RequestingCall | null {
  const at = view.at.get(span.path) ?? 0
  for (let index = at - 1; index >= 0; index--) {
    const before = view.spans[index]
    if (before?.kind !== 'model' || before.reply === null) continue
    // Branches may number their calls alike.
    if (before.lane !== span.lane && !isAround(before.lane, span.lane)) continue
    if (!before.reply.message.toolCalls.some((call) => call.id === span.call.id && call.tool === span.call.tool))
      continue
    return { span: before, number: whole ? numberOf(view, index) : null }
  }
  return null
}

/** Whether a lane contains the other one, or is the main line. */
const isAround = (lane: string, inner: string): boolean => lane === '' || isUnder(inner, lane)

function numberOf(view: RunView, until: number): number {
  let number = 0
  for (let index = 0; index <= until; index++) if (view.spans[index]?.kind === 'model') number += 1
  return number
}
