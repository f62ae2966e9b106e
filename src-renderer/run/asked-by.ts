import type { ModelSpan, RunView, ToolSpan } from '../../src-shared/run/view/run-view.ts'

/** The model call that asked for a tool call. */
export interface AskingCall {
  readonly span: ModelSpan
  /** Which of the run's model calls it is, from 1; null if only a part of the run is known. */
  readonly number: number | null
}

/**
 * Finds the model call that asked for a tool call; null if none of those before it did.
 * @param whole whether the view holds the run from its start
 */
export function askedBy(view: RunView, span: ToolSpan, whole = true): AskingCall | null {
  const at = view.at.get(span.path) ?? 0
  for (let index = at - 1; index >= 0; index--) {
    const before = view.spans[index]
    if (before?.kind !== 'model' || before.reply === null) continue
    if (!before.reply.message.toolCalls.some((call) => call.id === span.call.id && call.tool === span.call.tool))
      continue
    return { span: before, number: whole ? numberOf(view, index) : null }
  }
  return null
}

function numberOf(view: RunView, until: number): number {
  let number = 0
  for (let index = 0; index <= until; index++) if (view.spans[index]?.kind === 'model') number += 1
  return number
}
