import type { JsonObject } from '../../../../src-shared/base/json.ts'
import type { SpanOf } from '../../../../src-shared/run/view/run-view.ts'

/** What a model said, or a tool returned; null: nothing. */
export function messageOf(span: SpanOf<'model'> | SpanOf<'tool'>, runId: string): JsonObject | null {
  if (span.kind === 'model') return span.reply === null ? null : assistantMessage(span, runId, span.reply)
  return span.result === null ? null : toolMessage(span, runId, span.result.text)
}

export const assistantMessage = (
  { bound, path }: SpanOf<'model'>,
  runId: string,
  { message }: NonNullable<SpanOf<'model'>['reply']>,
): JsonObject => ({
  id: `${runId} ${path}`,
  role: 'assistant',
  content: message.text,
  source: 'generate',
  model: bound.model,
  ...(message.toolCalls.length > 0 && {
    tool_calls: message.toolCalls.map((call) => ({
      id: call.id,
      function: call.tool,
      type: 'function',
      ...argumentsOf(call.arguments),
    })),
  }),
})

/** Inspect wants an object; what a model wrote otherwise is kept as text. */
export function argumentsOf(text: string): { readonly arguments: JsonObject; readonly parse_error?: string } {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { arguments: Object.fromEntries(Object.entries(value)) }
  } catch {
    return { arguments: {}, parse_error: text }
  }
  return { arguments: {}, parse_error: text }
}

const toolMessage = (span: SpanOf<'tool'>, runId: string, text: string): JsonObject => ({
  id: `${runId} ${span.path}`,
  role: 'tool',
  content: text,
  tool_call_id: span.call.id,
  function: span.call.tool,
  ...toolError(span),
})

export const toolError = ({ failure, state, result }: SpanOf<'tool'>): JsonObject =>
  state === 'failed'
    ? { error: { type: 'unknown', message: failure?.message ?? (result?.text ?? '').slice(0, 1000) } }
    : {}
