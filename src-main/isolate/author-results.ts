import { z } from 'zod'
import { type Json, json } from '../../src-shared/base/json.ts'
import type { ToolCall } from '../../src-shared/model/message.ts'
import type { ToolResult } from '../../src-shared/model/tool.ts'
import type { Outcome } from '../../src-shared/strategy/strategy-info.ts'
import { failureOf, type LoopEnd, textOf } from '../strategy/loop/loop.ts'
import type { Submission } from '../strategy/loop/submission.ts'

/** The end of a tool loop in the form that users' strategies get (`LoopEnd` in stratagem.d.ts). */
export function loopResult(end: LoopEnd) {
  const { added, calls, rounds, ending, outOfBudget, cutOff } = end
  return {
    text: textOf(end),
    added,
    calls,
    rounds: rounds.length,
    cycles: rounds.filter(({ kind }) => kind === 'calls').length,
    refused: 0,
    ending,
    submitted: end.ending === 'submitted' ? end.submitted : null,
    outOfBudget,
    // The name in version 1 of the vocabulary.
    spent: outOfBudget,
    cutOff,
    failure: failureOf(end),
  }
}

/** A submission in the form that users' strategies get (`Submission` in stratagem.d.ts). */
export function submissionResult<T>({ added, calls, outOfBudget, ...result }: Submission<T>) {
  return { added, calls, outOfBudget, spent: outOfBudget, ...result }
}

/** An outcome in the form that users' strategies get: the reason not to try more is in its `meta`. */
export function outcomeResult({ status, text, messages, calls, meta, failure }: Outcome) {
  return { status, text, messages, calls, meta, failure }
}

const handlerAnswer = z.object({
  ok: z.boolean().default(true),
  text: z.string(),
  summary: z.string().optional(),
  data: json.default(null),
})

/** What a handler of a strategy's tool returned, as the result of the call; null if it is none. */
export function handlerResult({ id, tool }: ToolCall, value: Json): ToolResult | null {
  const read = handlerAnswer.safeParse(typeof value === 'string' ? { text: value } : value)
  if (!read.success) return null
  const { ok, text, data, summary = text.trim().split('\n', 1)[0]?.slice(0, 100) ?? '' } = read.data
  return { callId: id, tool, ok, text, summary, durationMs: 0, data }
}
