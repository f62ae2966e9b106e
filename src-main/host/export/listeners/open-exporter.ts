import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import { agentFor } from '../../../network/agent-for.ts'
import type { TelemetrySpan } from './telemetry-spans.ts'

export interface Exporter {
  send(span: TelemetrySpan): void
  /** Sends the rest, as far as possible within the time limit, ms. */
  close(withinMs: number): Promise<void>
}

interface ExporterOptions {
  readonly url: string
  readonly headers: { readonly [name: string]: string }
  readonly version: string
  /** Called with the result of each request; null if it was received. */
  readonly onResult: (problem: string | null) => void
}

/** Spans that wait; further ones are dropped, so that a dead collector costs little memory. */
const maxQueue = 2048
/** How long spans are gathered, ms, and the time limit of a request with its repetitions. */
const gatherFor = 1000
const requestWithin = 3000

/**
 * OpenTelemetry's own batching and OTLP over HTTP, with our ids. Loaded only if a collector is set.
 *
 * Its variables (`OTEL_EXPORTER_OTLP_HEADERS`, `…_CERTIFICATE`, …) are meant for another collector and have no effect:
 * what is sent, and where, is what the user set in the app (T54).
 */
export const openExporter = (options: ExporterOptions): Exporter => withoutVariables(() => open(options))

/** Hides OpenTelemetry's variables from what the SDK makes, which reads them only while it is made. */
function withoutVariables<T>(make: () => T): T {
  const hidden = Object.entries(process.env).filter(([name]) => /^OTEL_/i.test(name))
  for (const [name] of hidden) delete process.env[name]
  try {
    return make()
  } finally {
    Object.assign(process.env, Object.fromEntries(hidden))
  }
}

function open({ url, headers, version, onResult }: ExporterOptions): Exporter {
  const next = { trace: '', span: '' }
  const exporter = new OTLPTraceExporter({
    url,
    headers: { ...headers },
    timeoutMillis: requestWithin,
    concurrencyLimit: 2,
    httpAgentOptions: () => agentFor(new URL(url)),
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'stratagem', 'service.version': version }),
    idGenerator: { generateTraceId: () => next.trace, generateSpanId: () => next.span },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(exporter, onResult),
        maxQueueSize: maxQueue,
        scheduledDelayMillis: gatherFor,
        exportTimeoutMillis: requestWithin,
      }),
    ],
  })
  const tracer = provider.getTracer('stratagem', version)

  function send(span: TelemetrySpan): void {
    const { traceId, spanId, parentId } = span
    next.trace = traceId
    next.span = spanId
    const parent = { traceId, spanId: parentId ?? '', traceFlags: TraceFlags.SAMPLED }
    const context = parentId === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent)
    const kind = span.isClient ? SpanKind.CLIENT : SpanKind.INTERNAL
    const made = tracer.startSpan(
      span.name,
      { kind, startTime: span.startAt, attributes: flat(span.attributes) },
      context,
    )
    for (const { name, at, attributes } of span.events) made.addEvent(name, flat(attributes), at)
    if (span.failure !== null) made.setStatus({ code: SpanStatusCode.ERROR, message: span.failure })
    made.end(span.endAt)
  }
  return {
    send,
    close: async (withinMs) => {
      // Not `shutdown`, which waits for every batch: its timers hold no process, and the rest is given up.
      await provider.forceFlush({ timeoutMillis: withinMs }).catch(() => undefined)
    },
  }
}

/** The same exporter, whose results are reported. */
const reporting = (exporter: SpanExporter, onResult: ExporterOptions['onResult']): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans, (result) => {
      onResult(result.code === 0 ? null : (result.error?.message ?? 'no reason was given'))
      done(result)
    }),
  shutdown: () => exporter.shutdown(),
})

/** Attributes are texts, numbers, truth values, or lists of texts. */
function flat(facts: { readonly [name: string]: unknown }): { [name: string]: string | number | boolean | string[] } {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => {
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [name, value]
      if (Array.isArray(value))
        return [name, value.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))]
      return [name, JSON.stringify(value)]
    }),
  )
}
