import type { EventOf } from '../../src-shared/run/event.ts'
import type { Reveal } from '../../src-shared/run/view/reveal.ts'

/** When a model's answer arrived, from the event that requested it to the event that ended it. */
export interface Streamed {
  /** Number of events recorded when it was requested, and when it ended. */
  readonly from: number
  readonly to: number
  /** ms since the run's start; null if no token arrived. */
  readonly firstMs: number | null
  readonly endMs: number
  readonly end: EventOf<'model-end'>
}

const nothing: Reveal = { firstTokenAt: null, text: '', reasoning: '', drafts: [] }

/**
 * How much of an answer had arrived by a given time. The log does not record when each word arrived, so words are
 * assumed to be spread evenly between the first token and the end: reasoning first, then text, then tool calls.
 */
export function streamedBy(answer: Streamed, ms: number): Reveal {
  const { firstMs, endMs, end } = answer
  if (firstMs === null || ms < firstMs) return nothing
  const message = end.outcome.ok ? end.outcome.value.message : null
  const calls = message?.toolCalls ?? []
  const parts = [
    message?.reasoning ?? end.thought ?? '',
    message?.text ?? end.said ?? '',
    ...calls.map((call) => call.arguments),
  ]
  const all = parts.reduce((sum, part) => sum + part.length, 0)
  let left = endMs <= firstMs ? all : Math.floor(all * Math.min(1, (ms - firstMs) / (endMs - firstMs)))
  const [reasoning = '', text = '', ...written] = parts.map((part) => {
    const shown = whole(part, left)
    left = Math.max(0, left - part.length)
    return shown
  })
  const drafts = calls.flatMap((call, index) => {
    const shown = written[index] ?? ''
    return shown === '' ? [] : [{ tool: call.tool, text: shown }]
  })
  return { firstTokenAt: firstMs, text, reasoning, drafts }
}

/** The first units of a text, without half of a surrogate pair at the end. */
function whole(text: string, length: number): string {
  const cut = text.slice(0, Math.max(0, length))
  const last = cut.charCodeAt(cut.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut
}
