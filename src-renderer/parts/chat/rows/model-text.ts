import type { ModelSpan } from '../../../../src-shared/run/view/run-view.ts'

/** A model's text: streamed while the call runs, then taken from the answer. */
export function modelText(span: ModelSpan): string {
  return span.reply?.message.text ?? span.text
}
export function modelReasoning(span: ModelSpan): string {
  return span.reply?.message.reasoning ?? span.reasoning
}

/** Whether the answer broke off: stopped, interrupted or failed after the model had begun to write. */
export const isCutAnswer = (span: ModelSpan): boolean =>
  span.reply === null && span.endMs !== null && (span.text.trim() !== '' || span.reasoning.trim() !== '')

/**
 * Estimated time spent thinking, ms, by the share of thinking in the output, because the log does not record when it
 * ended. Null until the call ends.
 */
export function thinkingMs(span: ModelSpan): number | null {
  if (span.endMs === null) return null
  const thinking = modelReasoning(span).length
  const calls = span.reply?.message.toolCalls ?? []
  const rest = modelText(span).length + calls.reduce((sum, call) => sum + call.arguments.length, 0)
  const written = span.endMs - (span.firstTokenAt ?? span.startMs)
  return (written * thinking) / Math.max(1, thinking + rest)
}
