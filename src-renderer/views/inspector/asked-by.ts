import type { ModelSpan, RunView, ToolSpan } from '../../../src-shared/run/view/run-view.ts'

/** The model call that asked for a tool call, and which of the run's model calls it is, from 1. */
export function askedBy(view: RunView, span: ToolSpan): { readonly span: ModelSpan; readonly number: number } | null {
  const at = view.at.get(span.path) ?? 0
  for (let index = at - 1; index >= 0; index--) {
    const before = view.spans[index]
    if (before?.kind !== 'model' || before.reply === null) continue
    if (!before.reply.message.toolCalls.some((call) => call.id === span.call.id && call.tool === span.call.tool))
      continue
    return { span: before, number: numberOf(view, index) }
  }
  return null
}

function numberOf(view: RunView, until: number): number {
  let number = 0
  for (let index = 0; index <= until; index++) if (view.spans[index]?.kind === 'model') number += 1
  return number
}
