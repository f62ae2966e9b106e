import type { Json, JsonObject } from '../../../../src-shared/base/json.ts'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import type { TitledStrategy } from '../../../../src-shared/strategy/strategy-title.ts'
import { rootFacts, spanText, traceIds } from '../otlp.ts'

/** A finished span, ready to be sent. Times are ms since 1970; ids are those of an export of the same run. */
export interface TelemetrySpan {
  readonly traceId: string
  readonly spanId: string
  /** Null for the run itself. */
  readonly parentId: string | null
  readonly name: string
  readonly isClient: boolean
  readonly startAt: number
  readonly endAt: number
  readonly attributes: { readonly [name: string]: Json }
  readonly events: readonly { readonly name: string; readonly at: number; readonly attributes: JsonObject }[]
  /** The kind of the failure; null if there was none. */
  readonly failure: string | null
}

export interface TelemetryOptions {
  readonly content: boolean
  readonly known: readonly TitledStrategy[]
}

/** One step of a run. */
export function stepSpan(run: Run, span: Span, view: RunView, options: TelemetryOptions): TelemetrySpan {
  const { name, isClient, facts } = spanText(span, options.known)
  const ids = traceIds(run.id)
  const startedAt = view.startedAt ?? run.startedAt
  const endMs = Math.max(span.startMs, span.endMs ?? view.lastMs)
  const failure = 'failure' in span ? (span.failure?.kind ?? null) : null
  return {
    traceId: ids.trace,
    spanId: ids.span(span.path),
    parentId: ids.span(span.parent ?? ''),
    name,
    isClient,
    startAt: startedAt + span.startMs,
    endAt: startedAt + endMs,
    attributes: told({ 'stratagem.path': span.path, ...facts, ...messagesOf(span), 'error.type': failure }, options),
    events: eventsOf(span, startedAt),
    failure,
  }
}

/** The run itself, at its end. */
export function runSpan(run: Run, view: RunView, options: TelemetryOptions): TelemetrySpan {
  const ids = traceIds(run.id)
  const startedAt = view.startedAt ?? run.startedAt
  const { name, facts } = rootFacts(run, view, options.known)
  const input = { 'gen_ai.input.messages': messageJson('user', view.goal) }
  return {
    traceId: ids.trace,
    spanId: ids.span(''),
    parentId: null,
    name,
    isClient: false,
    startAt: startedAt,
    endAt: startedAt + view.lastMs,
    attributes: told({ ...facts, ...input }, options),
    events: [],
    failure: view.failure?.kind ?? null,
  }
}

/** Attributes that hold what was written or read: left out unless the user sends contents too. */
const contents = new Set([
  'gen_ai.tool.call.arguments',
  'gen_ai.tool.call.result',
  'gen_ai.input.messages',
  'gen_ai.output.messages',
])

function told(
  facts: { readonly [name: string]: Json | undefined },
  { content }: TelemetryOptions,
): { readonly [name: string]: Json } {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]): [string, Json][] =>
      value === undefined || value === null || (!content && contents.has(name)) ? [] : [[name, value]],
    ),
  )
}

/** Source: OpenTelemetry's GenAI conventions, `gen_ai.output.messages` as JSON. */
const messagesOf = (span: Span): JsonObject =>
  span.kind === 'model' ? { 'gen_ai.output.messages': messageJson('assistant', span.text) } : {}

const messageJson = (role: string, content: string): string =>
  JSON.stringify([{ role, parts: [{ type: 'text', content }] }])

function eventsOf(span: Span, startedAt: number): TelemetrySpan['events'] {
  if (span.kind !== 'model') return []
  const first =
    span.firstTokenAt === null
      ? []
      : [{ name: 'stratagem.first_token', at: startedAt + span.firstTokenAt, attributes: {} }]
  const retries = span.retries.map(({ ms, attempt, failure }) => ({
    name: 'stratagem.retry',
    at: startedAt + ms,
    attributes: { 'stratagem.attempt': attempt, 'error.type': failure.kind },
  }))
  return [...retries, ...first].sort((one, other) => one.at - other.at)
}
