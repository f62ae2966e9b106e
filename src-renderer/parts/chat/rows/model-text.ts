import type { ModelSpan } from '../../../../src-shared/run/view/run-view.ts'

/** A model's words: as they stream in, then as the answer holds them. */
export function modelText(span: ModelSpan): string {
  return span.reply?.message.text ?? span.text
}
export function modelReasoning(span: ModelSpan): string {
  return span.reply?.message.reasoning ?? span.reasoning
}

/**
 * ms spent thinking, by the thinking's share of what was written: the log does not say when it ended.
 * Null while the answer runs.
 */
export function thinkingMs(span: ModelSpan): number | null {
  if (span.endMs === null) return null
  const thinking = modelReasoning(span).length
  const calls = span.reply?.message.toolCalls ?? []
  const rest = modelText(span).length + calls.reduce((sum, call) => sum + call.arguments.length, 0)
  const written = span.endMs - (span.firstTokenAt ?? span.startMs)
  return (written * thinking) / Math.max(1, thinking + rest)
}
