import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { chromeTrace } from '../../../src-main/host/export/chrome-trace.ts'
import { otlpTrace } from '../../../src-main/host/export/otlp.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { noTotals, parseEvent } from '../../../src-shared/run/event.ts'
import { emptyRunView, foldItems } from '../../../src-shared/run/view/fold.ts'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import { randomLog } from '../../kit/agent/random-log.ts'
import { liveOnce } from '../../kit/agent/registry-runs.ts'

const known = [{ name: 'best-of-n', title: 'Best of n' }]
const run: Run = {
  id: 'run_1',
  turnId: 'turn_1',
  conversationId: 'conv_1',
  projectId: 'proj_1',
  strategy: { name: 'best-of-n', options: {} },
  roles: {},
  mode: 'act',
  approval: 'everything',
  status: 'completed',
  startedAt: 1_700_000_000_000,
  endedAt: null,
  durationMs: 0,
  totals: noTotals,
  text: '',
  failure: null,
  before: null,
  after: null,
  changes: null,
}

async function viewOfRun(): Promise<RunView> {
  const { events } = await liveOnce({ name: 'best-of-n', options: { candidates: 2 } })
  // Through text and back, as an export is.
  return foldItems(
    emptyRunView(),
    events.map((event) => ({ kind: 'event', event: parseEvent(JSON.stringify(event)) })),
  )
}

const slices = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      ph: z.enum(['X', 'i', 'M', 's', 'f']),
      pid: z.literal(1),
      tid: z.number(),
      ts: z.number().optional(),
      dur: z.number().min(0).optional(),
      cat: z.string().optional(),
      args: z.record(z.string(), z.unknown()),
    }),
  ),
})
const slicesOf = (view: RunView) =>
  slices.parse(JSON.parse(JSON.stringify(chromeTrace(view, run.strategy, known)))).traceEvents

describe('a Chrome trace', () => {
  it('is called what the person chose, and names the version that ran whole', async () => {
    const { events } = await liveOnce({ name: 'conversation', options: {}, inner: run.strategy })
    const view = foldItems(
      emptyRunView(),
      events.map((event) => ({ kind: 'event', event })),
    )
    const trace = chromeTrace(view, run.strategy, known)
    expect(trace['otherData']).toMatchObject({ strategy: 'best-of-n', version: view.strategyVersion })
    expect(slicesOf(view).find(({ name }) => name === 'process_name')?.args).toEqual({ name: 'Best of n' })
  })

  it('has every phase, model call and tool call, and a thread for each branch', async () => {
    const view = await viewOfRun()
    const events = slicesOf(view)
    for (const kind of ['phase', 'model', 'tool', 'branches', 'step'] as const)
      expect(events.filter((event) => event.cat === kind)).toHaveLength(
        view.spans.filter((span) => span.kind === kind).length,
      )
    const threads = events.filter((event) => event.name === 'thread_name').map((event) => event.args['name'])
    expect(threads).toEqual([
      'main line',
      ...new Set(
        view.spans
          .map((span) => span.lane)
          .filter((lane) => lane !== '')
          .map((lane) => `branch ${lane}`),
      ),
    ])
    expect(events.find((event) => event.cat === 'model')?.args).toMatchObject({ input: 100, output: 10, state: 'ok' })
  })

  it('leads from where branches part into each of them', async () => {
    const events = slicesOf(await viewOfRun())
    const starts = events.filter((event) => event.ph === 's')
    const ends = events.filter((event) => event.ph === 'f')
    const lanes = events.filter((event) => event.name === 'thread_name').length - 1
    expect(lanes).toBeGreaterThan(0)
    expect([starts.length, ends.length]).toEqual([lanes, lanes])
    for (const flow of [...starts, ...ends]) {
      const around = events.some(
        ({ ph, tid, ts = 0, dur = 0 }) =>
          ph === 'X' && tid === flow.tid && ts <= (flow.ts ?? -1) && (flow.ts ?? -1) <= ts + dur,
      )
      expect(around).toBe(true)
    }
  })

  it('of any log at all has slices that nest on each thread', () => {
    fc.assert(
      fc.property(randomLog, (items) => {
        const events = slicesOf(foldItems(emptyRunView(), items)).filter((event) => event.ph === 'X')
        for (const tid of new Set(events.map((event) => event.tid))) {
          const here = events.filter((event) => event.tid === tid)
          for (const one of here)
            for (const other of here) {
              const [from, to] = [one.ts ?? 0, (one.ts ?? 0) + (one.dur ?? 0)]
              const [start, end] = [other.ts ?? 0, (other.ts ?? 0) + (other.dur ?? 0)]
              const apart = end <= from || to <= start
              const within = (from <= start && end <= to) || (start <= from && to <= end)
              expect(apart || within).toBe(true)
            }
        }
      }),
      { numRuns: 200 },
    )
  })
})

const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
  z.strictObject({ doubleValue: z.number() }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ arrayValue: z.object({ values: z.array(z.unknown()) }) }),
])
const otlpSpan = z.strictObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string().min(1),
  kind: z.number().int().min(1).max(5),
  startTimeUnixNano: z.string().regex(/^\d+$/),
  endTimeUnixNano: z.string().regex(/^\d+$/),
  attributes: z.array(z.strictObject({ key: z.string(), value })),
  events: z
    .array(
      z.strictObject({
        timeUnixNano: z.string().regex(/^\d+$/),
        name: z.string().min(1),
        attributes: z.array(z.strictObject({ key: z.string(), value })),
      }),
    )
    .optional(),
  status: z.object({ code: z.number().int().min(0).max(2), message: z.string().optional() }),
})
const otlp = z.object({
  resourceSpans: z.tuple([z.object({ scopeSpans: z.tuple([z.object({ spans: z.array(otlpSpan) })]) })]),
})
const spansOf = (view: RunView) =>
  otlp.parse(JSON.parse(JSON.stringify(otlpTrace(run, view, '0.1.0', known)))).resourceSpans[0].scopeSpans[0].spans

describe('OTLP/JSON', () => {
  it('is one tree under the run, by ids that are the same again', async () => {
    const view = await viewOfRun()
    const spans = spansOf(view)
    const ids = new Set(spans.map((span) => span.spanId))
    expect(ids.size).toBe(spans.length)
    expect(spans.filter((span) => span.parentSpanId === undefined).map((span) => span.name)).toEqual([
      'invoke_agent Best of n',
    ])
    for (const span of spans) {
      if (span.parentSpanId !== undefined) expect(ids.has(span.parentSpanId)).toBe(true)
      expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true)
    }
    expect(spansOf(view)).toEqual(spans)
  })

  it('says what the GenAI conventions ask of a model call and of a tool call', async () => {
    const spans = spansOf(await viewOfRun())
    const facts = (name: string) =>
      Object.fromEntries(
        spans.find((span) => span.name.startsWith(name))?.attributes.map((each) => [each.key, each.value]) ?? [],
      )
    expect(facts('chat ')).toMatchObject({
      'gen_ai.operation.name': { stringValue: 'chat' },
      'gen_ai.provider.name': { stringValue: 'doer' },
      'gen_ai.request.model': { stringValue: 'doer' },
      'gen_ai.response.model': { stringValue: 'scripted' },
      'gen_ai.response.finish_reasons': { arrayValue: { values: [{ stringValue: 'tool-calls' }] } },
      'gen_ai.usage.input_tokens': { intValue: '100' },
      'gen_ai.usage.output_tokens': { intValue: '10' },
    })
    expect(facts('execute_tool ')).toMatchObject({
      'gen_ai.operation.name': { stringValue: 'execute_tool' },
      'gen_ai.tool.name': { stringValue: 'write_file' },
      'gen_ai.tool.type': { stringValue: 'function' },
      'gen_ai.tool.call.id': { stringValue: 'w' },
    })
    expect(facts('invoke_agent ')).toMatchObject({ 'gen_ai.conversation.id': { stringValue: 'conv_1' } })
  })

  // Collectors add up all spans.
  it('says how many tokens were used once: what all spans report is what the run used', async () => {
    const view = await viewOfRun()
    const reported = (key: string) =>
      spansOf(view).flatMap(({ attributes }) =>
        attributes.flatMap((each) =>
          each.key === key ? [Number(z.object({ intValue: z.string() }).parse(each.value).intValue)] : [],
        ),
      )
    const sum = reported('gen_ai.usage.input_tokens').reduce((all, each) => all + each, 0)
    expect(sum).toBe(view.totals.input)
    expect(reported('gen_ai.aggregated_usage.input_tokens')).toEqual([sum])
  })

  it('holds for any log at all', () => {
    fc.assert(
      fc.property(randomLog, (items) => {
        const view = foldItems(emptyRunView(), items)
        const shown = view.spans.filter((span) => span.kind !== 'notice' && span.kind !== 'unknown')
        expect(spansOf(view)).toHaveLength(1 + shown.length)
      }),
      { numRuns: 100 },
    )
  })
})
