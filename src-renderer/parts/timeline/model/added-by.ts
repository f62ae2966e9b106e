import type { ModelSpan, RunView, Span, ToolSpan } from '../../../../src-shared/run/view/run-view.ts'

/** The input that a tool call's result added to the model call that read it. */
export interface Added {
  /** Indices of spans. */
  readonly tool: number
  readonly call: number
  /** Estimated tokens, by the lengths of all results read by the same call. */
  readonly tokens: number
  /** Number of the call's input tokens before the added ones. */
  readonly before: number
}

/**
 * The input that each tool call added to a model call. A model call that continues the previous one of its lane and
 * role repeats that call's input and output; the additional tokens are the results between them. One pass over all
 * spans.
 */
export function addedBy({ spans }: Pick<RunView, 'spans'>): readonly Added[] {
  const before = new Map<string, ModelSpan>()
  const results = new Map<string, number[]>()
  const found: Added[] = []
  for (const [index, span] of spans.entries()) {
    if (span.kind === 'tool') results.set(span.lane, [...(results.get(span.lane) ?? []), index])
    if (span.kind !== 'model' || span.reply === null) continue
    const key = `${span.lane} ${span.role}`
    const last = before.get(key)
    before.set(key, span)
    const lane = lanesUnder(results, span.lane)
    if (last !== undefined)
      found.push(...shared(spans, index, newTokens(last, span), requestedTokens(spans, last, lane)))
  }
  return found
}

/** Input tokens beyond the previous call's input and output; 0 if the call does not continue it. */
function newTokens(last: ModelSpan, call: ModelSpan): number {
  const [then, now] = [last.reply?.usage, call.reply?.usage]
  return then === undefined || now === undefined ? 0 : Math.max(0, now.input - then.input - then.output)
}

/** Parallel tool calls run in sub-lanes: their results are collected and removed together. */
function lanesUnder(results: Map<string, number[]>, lane: string): readonly number[] {
  const indices: number[] = []
  for (const [key, own] of results) {
    if (key !== lane && !key.startsWith(lane === '' ? '' : `${lane}.`)) continue
    indices.push(...own)
    results.delete(key)
  }
  return indices
}

function requestedTokens(
  spans: readonly Span[],
  { reply }: ModelSpan,
  indices: readonly number[],
): readonly [number, ToolSpan][] {
  const ids = new Set(reply?.message.toolCalls.map(({ id }) => id))
  return indices.flatMap((index): [number, ToolSpan][] => {
    const span = spans[index]
    return span?.kind === 'tool' && ids.has(span.call.id) ? [[index, span]] : []
  })
}

function shared(
  spans: readonly Span[],
  call: number,
  tokens: number,
  tools: readonly (readonly [number, ToolSpan])[],
): Added[] {
  const span = spans[call]
  const input = span?.kind === 'model' ? (span.reply?.usage.input ?? 0) : 0
  const lengths = tools.map(([, { result }]) => Math.max(1, result?.text.length ?? 1))
  const all = lengths.reduce((sum, length) => sum + length, 0)
  if (tokens === 0) return []
  let before = input - tokens
  return tools.map(([tool], at) => {
    const part = (tokens * (lengths[at] ?? 0)) / all
    const added = { tool, call, tokens: part, before }
    before += part
    return added
  })
}
