import type { JsonObject } from '../../../../src-shared/base/json.ts'
import type { FinishReason } from '../../../../src-shared/model/message.ts'
import type { RunView, SpanOf } from '../../../../src-shared/run/view/run-view.ts'
import { argumentsOf, assistantMessage, messageOf, toolError } from './inspect-messages.ts'

/**
 * The messages of a sample once, and the calls of models and tools of its run as events of Inspect's transcript, those of
 * child runs and branches too. What a model was sent is told by the places of messages: the task and what was said before
 * on the same line. Prompts of the strategy are not among them; they are in the app's own log.
 * Their ids are unique among all logs: tables of several are joined by them.
 * Source: `event/_model.py`, `_tool.py` and `_pool.py` of inspect_ai 0.3.285
 */
export function inspectEvents(
  view: RunView,
  runId: string,
  task: JsonObject,
): { messages: JsonObject[]; events: JsonObject[] } {
  const begun = view.startedAt ?? 0
  const messages = [task]
  const lines = new Map<string, [from: number, end: number][]>()
  const events: JsonObject[] = []
  for (const span of view.spans) {
    if (span.kind !== 'model' && span.kind !== 'tool') continue
    const line = lines.get(span.lane) ?? [[0, 1]]
    const { startMs, endMs } = span
    events.push({
      uuid: `${runId} ${span.path}`,
      timestamp: isoTime(begun + startMs),
      working_start: startMs / 1000,
      ...(endMs !== null && { completed: isoTime(begun + endMs), working_time: (endMs - startMs) / 1000 }),
      ...(span.kind === 'model'
        ? modelEvent(
            span,
            runId,
            line.map(([from, end]) => [from, end]),
          )
        : toolEvent(span)),
    })
    const message = messageOf(span, runId)
    if (message === null) continue
    const at = messages.push(message) - 1
    const last = line.at(-1)
    if (last?.[1] === at) last[1] = at + 1
    else line.push([at, at + 1])
    lines.set(span.lane, line)
  }
  return { messages, events }
}

export const isoTime = (ms: number): string => new Date(ms).toISOString().replace('Z', '+00:00')

const modelEvent = (span: SpanOf<'model'>, runId: string, input: [from: number, end: number][]): JsonObject => ({
  event: 'model',
  model: span.bound.model,
  role: span.role,
  input: [],
  input_refs: input,
  tools: [],
  tool_choice: 'auto',
  config: {},
  retries: span.retries.length,
  output: {
    model: span.reply?.model ?? span.bound.model,
    choices:
      span.reply === null
        ? []
        : [{ message: assistantMessage(span, runId, span.reply), stop_reason: stopReasons[span.reply.finish] }],
    ...(span.reply !== null &&
      !span.reply.usage.estimated && {
        usage: {
          input_tokens: span.reply.usage.input - span.reply.usage.cachedInput,
          output_tokens: span.reply.usage.output,
          total_tokens: span.reply.usage.input + span.reply.usage.output,
          input_tokens_cache_read: span.reply.usage.cachedInput,
          reasoning_tokens: span.reply.usage.reasoning,
        },
      }),
  },
  ...(span.failure !== null && { error: span.failure.message }),
})

/** Ends of an answer as Inspect calls them. */
const stopReasons: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  'stop-sequence': 'stop',
  'tool-calls': 'tool_calls',
  length: 'max_tokens',
  'content-filter': 'content_filter',
}

const toolEvent = (span: SpanOf<'tool'>): JsonObject => ({
  event: 'tool',
  type: 'function',
  id: span.call.id,
  function: span.call.tool,
  arguments: argumentsOf(span.call.arguments).arguments,
  result: span.result?.text ?? '',
  failed: span.state === 'failed',
  ...toolError(span),
})
