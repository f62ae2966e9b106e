import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Host, HostMessage } from '../../../src-main/host/host.ts'
import { shortEvent } from '../../../src-shared/opening/short-event.ts'
import type { RunItem } from '../../../src-shared/run/event.ts'
import { emptyRunView, foldItems, viewFrom } from '../../../src-shared/run/view/fold.ts'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import { eventsOf, openTestHost, temporaryFolder } from '../../kit/host/host-open.ts'
import { writeLongRun } from '../../kit/host/long-run.ts'

/** What a window hears that opens the run now. */
function opened(host: Host, runId: string) {
  const heard: Extract<HostMessage, { topic: 'run' }>[] = []
  host.follow({ kind: 'run', runId, afterSeq: -1, fromEnd: true }, (each) => {
    if (each.topic === 'run') heard.push(each)
  })()
  return { opening: heard[0]?.opening ?? null, items: heard.flatMap(({ items }) => items) }
}

const plain = ({ version: _, shape: _shape, spans, at, ...head }: RunView) => ({
  ...head,
  spans: [...spans],
  at: [...at],
})

async function openLong(events: number, outlined = true) {
  const home = await temporaryFolder()
  const run = writeLongRun(home, path.join(home, 'project'), events, { outlined })
  return { run, host: await openTestHost({ dataFolder: home }) }
}

test('a long run is opened at its end, with an outline of all before it', async () => {
  const { run, host } = await openLong(4000)
  const { opening, items } = opened(host, run.runId)
  const last = eventsOf(host, run.runId).at(-1)?.seq ?? 0
  expect(items.length).toBeGreaterThanOrEqual(500)
  expect(items.length).toBeLessThanOrEqual(1500)
  expect(items[0]).toMatchObject({ event: { seq: (opening?.checkpoint.head.lastSeq ?? 0) + 1 } })
  const end = opening === null ? null : foldItems(viewFrom(opening.checkpoint), items)
  expect(end).toMatchObject({ status: 'completed', text: run.lastWords, lastSeq: last, goal: run.lastWords })
  expect(opening?.outline?.groups[0]?.lines.model[0]?.start.length).toBeGreaterThan(100)
})

test('the pages before the end, then the end, are the whole log with its texts made short', async () => {
  const { run, host } = await openLong(3000)
  const { opening, items } = opened(host, run.runId)
  const until = opening?.checkpoint.head.lastSeq ?? 0
  let view = emptyRunView()
  for (let afterSeq = -1; afterSeq < until; ) {
    const page = await ask(host, 'run-page', { runId: run.runId, afterSeq, most: Math.min(700, until - afterSeq) })
    view = foldItems(
      view,
      page.events.map((event): RunItem => ({ kind: 'event', event })),
    )
    afterSeq = page.through
  }
  const whole = foldItems(view, items)
  const events = eventsOf(host, run.runId)
  const short = events.map(
    (event): RunItem => ({ kind: 'event', event: event.seq <= until ? shortEvent(event) : event }),
  )
  expect(plain(whole)).toEqual(plain(foldItems(emptyRunView(), short)))
})

test('a span that was cut is read whole', async () => {
  const { run, host } = await openLong(2000)
  const whole = foldItems(
    emptyRunView(),
    eventsOf(host, run.runId).map((event): RunItem => ({ kind: 'event', event })),
  )
  for (const kind of ['tool', 'model'] as const) {
    const span =
      whole.spans.find((each) => each.kind === kind && each.lane !== '') ??
      whole.spans.find((each) => each.kind === kind)
    if (span === undefined) throw new Error(`no ${kind}`)
    const read = await ask(host, 'span-read', { runId: run.runId, path: span.path, seq: span.seq })
    expect({ ...read, parent: span.parent }).toEqual(span)
  }
  expect(await ask(host, 'span-read', { runId: run.runId, path: 'nowhere', seq: 3 })).toBeNull()
})

test('a long run that was written by an older version gets its outline beside other work, and opens at its end meanwhile', async () => {
  const { run, host } = await openLong(4000, false)
  const { opening, items } = opened(host, run.runId)
  expect(opening).toMatchObject({ outline: null, checkpoint: { head: { goal: run.lastWords } } })
  expect(items.at(-1)).toMatchObject({ event: { type: 'run-end' } })
  expect(items.length).toBeLessThanOrEqual(1000)
  await vi.waitFor(() => expect(opened(host, run.runId).opening?.outline).not.toBeNull(), { timeout: 20_000 })
  const { opening: then } = opened(host, run.runId)
  const carried = await openLong(4000)
  expect(then).toEqual(opened(carried.host, carried.run.runId).opening)
})

test('a run that is short is told from its start', async () => {
  const { run, host } = await openLong(1000)
  const { opening, items } = opened(host, run.runId)
  expect(opening).toBeNull()
  expect(items).toHaveLength(eventsOf(host, run.runId).length)
})

test('a window that missed far more than a run’s end is opened there again', async () => {
  const { run, host } = await openLong(12_000)
  const openedAfter = (afterSeq: number) => {
    const heard: HostMessage[] = []
    host.follow({ kind: 'run', runId: run.runId, afterSeq, fromEnd: true }, (each) => heard.push(each))()
    return heard[0]
  }
  expect(openedAfter(100)).toMatchObject({ opening: { checkpoint: { head: { goal: run.lastWords } } } })
  expect(openedAfter(9000)).not.toHaveProperty('opening')
})

test('the events of some moments are found in a log with those around them, in few looks', async () => {
  const { run, host } = await openLong(12_000)
  const events = eventsOf(host, run.runId)
  const [from, to] = [events[6000]?.ms ?? 0, events[6100]?.ms ?? 0]
  const { afterSeq, through } = await ask(host, 'run-part', { runId: run.runId, fromMs: from, toMs: to })
  expect(afterSeq).toBeLessThan(6000)
  expect(through).toBeGreaterThan(6100)
  expect(through - afterSeq).toBeLessThan(1000)
  const start = await ask(host, 'run-part', { runId: run.runId, fromMs: 0, toMs: 0 })
  expect(start).toMatchObject({ afterSeq: -1 })
  const beyond = await ask(host, 'run-part', { runId: run.runId, fromMs: 1e12, toMs: 2e12 })
  expect(beyond.through).toBe(events.length - 1)
})
