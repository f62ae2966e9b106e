import { createHash } from 'node:crypto'
import { assertNever } from '../../../src-shared/base/assert-never.ts'
import type { Json, JsonObject } from '../../../src-shared/base/json.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { knownTokens } from '../../../src-shared/run/totals-text.ts'
import type { RunView, Span } from '../../../src-shared/run/view/run-view.ts'
import { choiceLabel } from '../../../src-shared/strategy/strategy-info.ts'
import { strategyTitle, type TitledStrategy, titleInConversation } from '../../../src-shared/strategy/strategy-title.ts'
import { providerName } from './provider-name.ts'

/**
 * A run as OTLP/JSON, the body of a POST to a collector's `/v1/traces`, with the GenAI semantic conventions
 * (status: development): `invoke_agent` for the run and its child runs, `chat` for model calls, `execute_tool`
 * for tool calls; phases and other steps are plain internal spans. Ids come from the run's id and the paths, so
 * that an export made twice is the same trace.
 *
 * Tokens stand once, on the calls that used them; their sum is `gen_ai.aggregated_usage`, as others call it.
 *
 * Sources: https://github.com/open-telemetry/semantic-conventions/blob/v1.41.0/docs/gen-ai/gen-ai-spans.md and
 * gen-ai-agent-spans.md; https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding (ids in hex, 64-bit
 * numbers as strings, enums as numbers).
 */
export function otlpTrace(run: Run, view: RunView, version: string, known: readonly TitledStrategy[]): JsonObject {
  const spans = view.spans.filter((span) => span.kind !== 'notice' && span.kind !== 'unknown')
  const trace: Trace = { run, startedAt: view.startedAt ?? run.startedAt, lastMs: view.lastMs, view, known }
  return {
    resourceSpans: [
      {
        resource: { attributes: attributes({ 'service.name': 'stratagem', 'service.version': version }) },
        scopeSpans: [
          {
            scope: { name: 'stratagem', version },
            schemaUrl: 'https://opentelemetry.io/schemas/1.41.0',
            spans: [rootSpan(trace), ...spans.map((span) => spanOf(span, trace))],
          },
        ],
      },
    ],
  }
}

interface Trace {
  readonly run: Run
  readonly view: RunView
  readonly startedAt: number
  readonly lastMs: number
  /** To call strategies by their titles. */
  readonly known: readonly TitledStrategy[]
}

const kinds = { internal: 1, client: 3 } as const
const statuses = { unset: 0, ok: 1, error: 2 } as const

const hex = (text: string, length: number): string => createHash('sha256').update(text).digest('hex').slice(0, length)
const traceId = ({ run }: Trace): string => traceIds(run.id).trace
const spanId = ({ run }: Trace, path: string): string => traceIds(run.id).span(path)

/** The ids of a run's trace and of its steps, by their paths; the run itself has the path ''. */
export const traceIds = (runId: string) => ({
  trace: hex(`run ${runId}`, 32),
  span: (path: string): string => hex(`span ${runId} ${path}`, 16),
})
const nanos = (ms: number): string => `${BigInt(Math.round(ms * 1000)) * 1000n}`

function rootSpan(trace: Trace): JsonObject {
  const { run, view } = trace
  const { name, facts } = rootFacts(run, view, trace.known)
  return {
    ...frame(trace, '', null, 0, view.lastMs),
    name,
    kind: kinds.internal,
    attributes: attributes(facts),
    status: statusOf(view.failure),
  }
}

/** The name and attributes of a run's own span. */
export function rootFacts(run: Run, view: RunView, known: readonly TitledStrategy[]) {
  const { totals, failure } = view
  const name = strategyTitle(run.strategy, known)
  // Collectors add up the usage of all spans: a sum beside its parts would count twice.
  const hasParts = view.spans.some((span) => span.kind === 'model' && span.reply !== null)
  const usage = hasParts ? 'gen_ai.aggregated_usage' : 'gen_ai.usage'
  const facts: Facts = {
    'gen_ai.operation.name': 'invoke_agent',
    ...(view.damaged > 0 && { 'stratagem.damaged_events': view.damaged }),
    'gen_ai.agent.name': name,
    'stratagem.strategy': choiceLabel(run.strategy),
    'gen_ai.agent.id': run.id,
    'gen_ai.conversation.id': run.conversationId,
    // An agent that reports no tokens has not used 0.
    ...(knownTokens(totals) !== null && {
      [`${usage}.input_tokens`]: totals.input,
      [`${usage}.output_tokens`]: totals.output,
    }),
    'error.type': failure?.kind ?? null,
  }
  return { name: `invoke_agent ${name}`, facts }
}

/** The name and attributes of a step's span; those of a tool call contain its arguments and its result. */
export function spanText(span: Span, known: readonly TitledStrategy[]) {
  const { name, kind, facts } = wordsOf(span, known)
  return { name, isClient: kind === kinds.client, facts }
}

function spanOf(span: Span, trace: Trace): JsonObject {
  const failure = 'failure' in span ? span.failure : null
  const { name, kind, facts } = wordsOf(span, trace.known)
  return {
    ...frame(trace, span.path, span.parent ?? '', span.startMs, span.endMs ?? trace.lastMs),
    name,
    kind,
    attributes: attributes({ 'stratagem.path': span.path, ...facts, 'error.type': failure?.kind ?? null }),
    events: eventsOf(span, trace),
    status: statusOf(failure),
  }
}

/** Events within a span: the first token, retries, and questions to the user. */
function eventsOf(span: Span, { startedAt }: Trace): JsonObject[] {
  const event = (ms: number, name: string, facts: Facts): JsonObject => ({
    timeUnixNano: nanos(startedAt + ms),
    name,
    attributes: attributes(facts),
  })
  if (span.kind === 'model') {
    const first = span.firstTokenAt === null ? [] : [event(span.firstTokenAt, 'stratagem.first_token', {})]
    const retries = span.retries.map(({ ms, attempt, failure }) =>
      event(ms, 'stratagem.retry', { 'stratagem.attempt': attempt, 'error.type': failure.kind }),
    )
    return [...first, ...retries].sort((one, other) =>
      String(one['timeUnixNano']).localeCompare(String(other['timeUnixNano'])),
    )
  }
  if (span.kind !== 'tool' || span.approval === null) return []
  const { ask, askedMs, answer, answeredMs } = span.approval
  const askEvent = event(askedMs, 'stratagem.approval.ask', { 'stratagem.approval.title': ask.title })
  if (answer === null || answeredMs === null) return [askEvent]
  const { decision, by } = answer
  const facts = { 'stratagem.approval.decision': decision, 'stratagem.approval.by': by }
  return [askEvent, event(answeredMs, 'stratagem.approval.answer', facts)]
}

function frame(trace: Trace, path: string, parent: string | null, startMs: number, endMs: number): JsonObject {
  return {
    traceId: traceId(trace),
    spanId: spanId(trace, path),
    ...(parent === null ? {} : { parentSpanId: spanId(trace, parent) }),
    startTimeUnixNano: nanos(trace.startedAt + startMs),
    endTimeUnixNano: nanos(trace.startedAt + Math.max(startMs, endMs)),
  }
}

const statusOf = (failure: { readonly message: string } | null): JsonObject =>
  failure === null ? { code: statuses.unset } : { code: statuses.error, message: failure.message }

type Facts = { readonly [name: string]: Json | undefined }
interface Words {
  readonly name: string
  readonly kind: number
  readonly facts: Facts
}

function wordsOf(span: Span, known: readonly TitledStrategy[]): Words {
  switch (span.kind) {
    case 'model':
      return modelText(span)
    case 'tool':
      return {
        name: `execute_tool ${span.call.tool}`,
        kind: kinds.internal,
        facts: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': span.call.tool,
          'gen_ai.tool.type': 'function',
          'stratagem.tool.effect': span.effect,
          'gen_ai.tool.call.id': span.call.id,
          'gen_ai.tool.call.arguments': span.call.arguments,
          'gen_ai.tool.call.result': span.result?.text,
        },
      }
    case 'child': {
      const agent = titleInConversation(span.strategy, known)
      const facts = {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': agent,
        'stratagem.strategy': choiceLabel(span.strategy),
      }
      return { name: `invoke_agent ${agent}`, kind: kinds.internal, facts }
    }
    case 'phase':
      return { name: span.title, kind: kinds.internal, facts: { 'stratagem.phase': span.name } }
    case 'branches':
      return { name: `${span.count} branches`, kind: kinds.internal, facts: {} }
    case 'step':
      return { name: span.step, kind: kinds.internal, facts: {} }
    case 'notice':
    case 'unknown':
      return { name: span.kind, kind: kinds.internal, facts: {} }
    default:
      return assertNever(span)
  }
}

function modelText({ bound, role, reply, cost }: Extract<Span, { kind: 'model' }>): Words {
  return {
    name: `chat ${bound.model}`,
    kind: kinds.client,
    facts: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': providerName(bound.profileName),
      'gen_ai.request.model': bound.model,
      'gen_ai.response.model': reply?.model,
      'gen_ai.response.finish_reasons': reply === null ? undefined : [reply.finish],
      'gen_ai.usage.input_tokens': reply?.usage.input,
      'gen_ai.usage.cache_read.input_tokens': reply?.usage.cachedInput,
      'gen_ai.usage.cache_creation.input_tokens': reply?.usage.cacheWrite,
      'gen_ai.usage.output_tokens': reply?.usage.output,
      'gen_ai.usage.reasoning.output_tokens': reply?.usage.reasoning,
      'gen_ai.output.type': 'text',
      'stratagem.role': role,
      'stratagem.cost_usd': cost,
    },
  }
}

/** Attributes without a value are left out. */
function attributes(facts: Facts): JsonObject[] {
  return Object.entries(facts).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [{ key, value: anyValue(value) }],
  )
}

function anyValue(value: Json): JsonObject {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number') return Number.isSafeInteger(value) ? { intValue: `${value}` } : { doubleValue: value }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } }
  return { stringValue: JSON.stringify(value) }
}
