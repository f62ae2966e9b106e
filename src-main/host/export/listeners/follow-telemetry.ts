import { setTimeout as delay } from 'node:timers/promises'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import type { RunItem, StoredEvent } from '../../../../src-shared/run/event.ts'
import { emptyRunView, foldItem } from '../../../../src-shared/run/view/fold.ts'
import { listenerKeyId, noTelemetry, type Telemetry } from '../../../../src-shared/settings/listeners.ts'
import { strategyInfos } from '../../../strategy/registry.ts'
import type { HostContext } from '../../host-context.ts'
import { knownKeys } from '../../settings/redact-keys.ts'
import { createRedactor } from '../../settings/redact-secrets.ts'
import type { Exporter } from './open-exporter.ts'
import { runSpan, stepSpan, type TelemetryOptions, type TelemetrySpan } from './telemetry-spans.ts'

type Parts = Pick<HostContext, 'store' | 'bus' | 'feed' | 'settings' | 'profiles' | 'keys' | 'options'>

/** How long closing waits for the last spans, ms. */
const closeWithin = 1500

/**
 * Sends the steps of this host's runs to the user's OpenTelemetry collector, each when it has ended. Off until an
 * endpoint is set; the SDK is loaded with the first run after that.
 *
 * 1. It never holds a run up: spans are queued, and dropped if the queue is full or the collector is gone, which is
 *    reported once until it answers again.
 * 2. Without the user's choice no span holds what was written or read; secrets are removed from what remains.
 * @param isOurs whether this host executes a run
 * @returns ends it
 */
export function followTelemetry(parts: Parts, isOurs: (runId: string) => boolean) {
  const { bus, feed, settings } = parts
  const followed = new Map<string, () => void>()
  const unfinished = new Set<string>()
  let current: { readonly key: string; readonly exporter: Promise<Exporter> } | null = null
  let reported = false

  function onResult(endpoint: string, problem: string | null): void {
    if (problem !== null && !reported) bus.publish({ kind: 'notice', level: 'warning', text: notTaken(endpoint) })
    reported = problem !== null
  }

  /** The key of the settings' collector is for no other one. */
  const secretOf = () => parts.options.telemetry?.headers ?? parts.keys.get(listenerKeyId('telemetry')) ?? ''

  function exporterFor({ endpoint }: Telemetry): Promise<Exporter> {
    const secret = secretOf()
    const key = `${endpoint}\n${secret}`
    if (current?.key === key) return current.exporter
    void current?.exporter.then((before) => before.close(closeWithin))
    const options = {
      url: tracesUrl(endpoint),
      headers: headersIn(secret),
      version: parts.options.version,
      onResult: (problem: string | null) => onResult(endpoint, problem),
    }
    current = { key, exporter: import('./open-exporter.ts').then(({ openExporter }) => openExporter(options)) }
    return current.exporter
  }

  function follow(run: Run, telemetry: Telemetry): void {
    const exporter = exporterFor(telemetry)
    const redactor = createRedactor(knownKeys(parts, process.env))
    const send = (span: TelemetrySpan) => {
      const { name, attributes, events } = span
      const clean = {
        ...span,
        name: redactor.text(name),
        attributes: redactor.deep(attributes),
        events: redactor.deep(events),
      }
      void exporter.then((opened) => opened.send(clean)).catch(() => undefined)
    }
    const trail = spanTrail(run, { content: telemetry.content, known: strategyInfos() }, send)
    const catchUp = () => trail.take(parts.store.events.read(run.id, trail.lastSeq()))
    catchUp()
    const stop = feed.listen(run.id, (items: readonly RunItem[]) => {
      trail.take(items.flatMap((item) => (item.kind === 'event' ? item.event : [])))
    })
    followed.set(run.id, () => {
      stop()
      catchUp()
    })
  }

  function end(runId: string): void {
    followed.get(runId)?.()
    followed.delete(runId)
  }

  const undo = bus.follow((change) => {
    if (change.kind !== 'run') return
    const { run } = change
    const began = unfinished.has(run.id)
    if (run.endedAt === null) unfinished.add(run.id)
    else unfinished.delete(run.id)
    // A short run may be over when it is heard of.
    const isNew = (run.endedAt === null || began) && !followed.has(run.id) && isOurs(run.id)
    const { telemetry: saved } = isNew ? settings.read() : { telemetry: noTelemetry }
    const telemetry = isNew ? { ...saved, endpoint: parts.options.telemetry?.endpoint ?? saved.endpoint } : saved
    if (telemetry.endpoint !== '') follow(run, telemetry)
    if (run.endedAt !== null) end(run.id)
  })

  return async () => {
    undo()
    for (const runId of [...followed.keys()]) end(runId)
    const exporter = current?.exporter
    if (exporter === undefined) return
    const closed = exporter.then((opened) => opened.close(closeWithin)).catch(() => undefined)
    await Promise.race([closed, delay(closeWithin, undefined, { ref: false })])
  }
}

/**
 * Folds a run's events, and gives out the span of each step that ended, and at last the run's own. What another run did,
 * and what was done before the run was resumed, has been sent already.
 */
function spanTrail(run: Run, options: TelemetryOptions, send: (span: TelemetrySpan) => void) {
  let view = emptyRunView()
  const copied = run.forkedFrom?.copied ?? -1
  const takeOne = (event: StoredEvent, isOld: boolean) => {
    if (event.seq <= view.lastSeq) return
    view = foldItem(view, { kind: 'event', event })
    if (isOld || event.seq <= copied) return
    if (event.type === 'run-end') send(runSpan(run, view, options))
    if (!isEnd(event)) return
    const span = view.spans[view.at.get(event.path) ?? -1]
    if (span !== undefined) send(stepSpan(run, span, view, options))
  }
  return {
    lastSeq: () => view.lastSeq,
    take: (events: readonly StoredEvent[]) => {
      const resumed = events.findLastIndex(({ type }) => type === 'run-resume')
      events.forEach((event, index) => {
        takeOne(event, index < resumed)
      })
    },
  }
}

type StepEnd = Extract<
  StoredEvent,
  { readonly type: 'model-end' | 'tool-end' | 'step-end' | 'phase-end' | 'branches-end' | 'child-end' }
>
const ends: ReadonlySet<string> = new Set([
  'model-end',
  'tool-end',
  'step-end',
  'phase-end',
  'branches-end',
  'child-end',
] satisfies StepEnd['type'][])
const isEnd = (event: StoredEvent): event is StepEnd => ends.has(event.type)

/** The endpoint as a collector's base address, or the whole address of its traces. */
function tracesUrl(endpoint: string): string {
  const url = new URL(endpoint)
  if (!url.pathname.endsWith('/v1/traces')) url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`
  return url.href
}

/** Lines of `Name: value`. */
function headersIn(secret: string): { readonly [name: string]: string } {
  const lines = secret.split('\n').flatMap((line) => {
    const [, name, value] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*:\s*(\S.*?)\s*$/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(lines)
}

const notTaken = (endpoint: string): string =>
  `The OpenTelemetry collector at ${new URL(endpoint).host} does not take spans. Runs continue without it. Check the endpoint in Settings → Integrations.`
