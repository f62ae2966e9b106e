import { assertNever } from '../../../src-shared/base/assert-never.ts'
import type { JsonObject } from '../../../src-shared/base/json.ts'
import type { RunView, Span } from '../../../src-shared/run/view/run-view.ts'
import { choiceLabel, type StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { strategyTitle, type TitledStrategy, titleInConversation } from '../../../src-shared/strategy/strategy-title.ts'

/**
 * A run as a trace for Perfetto and chrome://tracing: phases, model calls, tool calls and other steps as slices
 * that nest by time, one thread per lane. Times are µs since the run's start. Its name is the title of what the user
 * chose, by the strategies in `known`; `otherData` has the id. The wrapper that gave it the conversation so far is
 * named in `version`. Source: "Trace Event Format", complete (`X`), instant (`i`), flow (`s`, `f`) and metadata (`M`)
 * events in the object form, https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
 */
export function chromeTrace(view: RunView, chosen: StrategyChoice, known: readonly TitledStrategy[]): JsonObject {
  const lanes = [...new Set(['', ...view.spans.map((span) => span.lane)])]
  const threadOf = (span: Span) => lanes.indexOf(span.lane)
  const threads = lanes.map((lane, at) => named('thread_name', at, lane === '' ? 'main line' : `branch ${lane}`))
  return {
    displayTimeUnit: 'ms',
    otherData: { strategy: choiceLabel(chosen), version: view.strategyVersion, status: view.status },
    traceEvents: [
      named('process_name', 0, strategyTitle(chosen, known)),
      ...threads,
      ...lanes.map(
        (_, at): JsonObject => ({ name: 'thread_sort_index', ph: 'M', pid: 1, tid: at, args: { sort_index: at } }),
      ),
      ...view.spans.flatMap((span) => eventsOf(span, threadOf(span), view.lastMs, known)),
      ...lanes.slice(1).flatMap((lane, at) => flowInto(view, lane, at + 1, threadOf)),
    ],
  }
}

/** An arrow from where branches start to the first slice of each lane, bound to the slices around its ends. */
function flowInto(view: RunView, lane: string, tid: number, threadOf: (span: Span) => number): JsonObject[] {
  const first = view.spans.find((span) => span.lane === lane && span.kind !== 'notice' && span.kind !== 'unknown')
  const from = view.spans.find((span) => span.path === first?.parent)
  if (first === undefined || from === undefined || from.lane === lane) return []
  const same = { name: 'branch', cat: 'flow', id: tid, pid: 1, args: {} }
  return [
    { ...same, ph: 's', ts: micros(from.startMs), tid: threadOf(from) },
    { ...same, ph: 'f', bp: 'e', ts: micros(first.startMs), tid },
  ]
}

const named = (name: string, tid: number, text: string): JsonObject => ({
  name,
  ph: 'M',
  pid: 1,
  tid,
  args: { name: text },
})
const micros = (ms: number): number => Math.round(ms * 1000)

function eventsOf(span: Span, tid: number, lastMs: number, known: readonly TitledStrategy[]): JsonObject[] {
  const ts = micros(span.startMs)
  const common = { cat: span.kind, ts, pid: 1, tid }
  if (span.kind === 'notice' || span.kind === 'unknown')
    return [{ name: span.kind === 'notice' ? span.text : 'unknown event', ph: 'i', s: 't', ...common, args: {} }]
  const dur = Math.max(0, micros(span.endMs ?? lastMs) - ts)
  const slice = {
    name: nameOf(span, known),
    ph: 'X',
    dur,
    ...common,
    args: { path: span.path, state: span.state, ...factsOf(span) },
  }
  const retries = span.kind === 'model' ? span.retries : []
  return [
    slice,
    ...retries.map(({ ms, attempt, failure }) => ({
      name: `retry ${attempt}`,
      ph: 'i',
      s: 't',
      ...common,
      ts: micros(ms),
      args: { message: failure.message },
    })),
  ]
}

type Slice = Exclude<Span, { readonly kind: 'notice' | 'unknown' }>

function nameOf(span: Slice, known: readonly TitledStrategy[]): string {
  switch (span.kind) {
    case 'phase':
      return span.title
    case 'branches':
      return `${span.count} branches`
    case 'child':
      return titleInConversation(span.strategy, known)
    case 'model':
      return `${span.role}: ${span.bound.model}`
    case 'tool':
      return span.call.tool
    case 'step':
      return span.step
    default:
      return assertNever(span)
  }
}

function factsOf(span: Slice): JsonObject {
  const failure: JsonObject = span.failure === null ? {} : { failure: span.failure.message }
  switch (span.kind) {
    case 'model': {
      const { usage, finish, message } = span.reply ?? { usage: null, finish: null, message: null }
      const tokens: JsonObject =
        usage === null ? {} : { input: usage.input, cached: usage.cachedInput, output: usage.output }
      return { ...failure, ...tokens, cost: span.cost, finish, text: message?.text ?? span.text }
    }
    case 'tool': {
      const waited = span.approval?.answer?.decision ?? null
      return { ...failure, arguments: span.call.arguments, summary: span.result?.summary ?? null, approval: waited }
    }
    case 'step':
      return { ...failure, ask: span.ask, answer: span.answer }
    case 'child':
      return { ...failure, goal: span.goal }
    case 'phase':
    case 'branches':
      return failure
    default:
      return assertNever(span)
  }
}
