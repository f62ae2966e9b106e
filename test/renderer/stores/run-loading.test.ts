import { beforeEach, expect, test, vi } from 'vitest'
import type { RunOpening } from '../../../src-shared/opening/opening.ts'
import { shortEvent } from '../../../src-shared/opening/short-event.ts'
import type { RunItem, StoredEvent } from '../../../src-shared/run/event.ts'
import { checkpointOf, emptyRunView, foldItems } from '../../../src-shared/run/view/fold.ts'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import { createOutliner } from '../../../src-shared/timeline/outline.ts'
import { longLog } from '../../kit/host/long-run.ts'

interface Asked {
  readonly afterSeq: number
  readonly most: number
  answer(): void
}
/** The host's stream of the run, and the pages that were asked for and are not answered yet. */
const host = vi.hoisted(() => ({
  streams: [] as {
    afterSeq: number
    hand: (message: { opening?: RunOpening; items: readonly RunItem[] }) => void
  }[],
  pages: [] as Asked[],
  /** Parts that were asked for: where they stand is told by whoever answers. */
  parts: [] as ((range: { afterSeq: number; through: number }) => void)[],
  log: [] as StoredEvent[],
}))
vi.mock('../../../src-renderer/host/host.ts', () => ({
  follow: (topic: { afterSeq: number }, hand: (typeof host.streams)[number]['hand']) => {
    const stream = { ...topic, hand }
    host.streams.push(stream)
    return () => void host.streams.splice(host.streams.indexOf(stream), 1)
  },
  ask: (method: string, { afterSeq, most }: { afterSeq: number; most: number }) =>
    new Promise((resolve) => {
      if (method === 'run-part') return void host.parts.push(resolve)
      const events = host.log.slice(afterSeq + 1, afterSeq + 1 + most).map(shortEvent)
      host.pages.push({
        afterSeq,
        most,
        answer: () => resolve({ events, through: afterSeq + events.length, more: true }),
      })
    }),
}))
vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 0))
vi.stubGlobal('cancelAnimationFrame', (timer: ReturnType<typeof setTimeout>) => clearTimeout(timer))

const { followRun, useRuns } = await import('../../../src-renderer/stores/runs/run-store.ts')
const { useLoading } = await import('../../../src-renderer/stores/runs/run-loading.ts')
const { lookAtPart, partsOf, readPart, spanInParts } = await import('../../../src-renderer/stores/runs/run-parts.ts')

const all = [...longLog('run', 3000, 0, 'The end.')]
const covered = 2000
const itemOf = (event: StoredEvent): RunItem => ({ kind: 'event', event })
const plain = ({ version: _, shape: _shape, spans, at, ...head }: RunView) => ({
  ...head,
  spans: [...spans],
  at: [...at],
})

function openingOf(events: readonly StoredEvent[]): RunOpening {
  const view = foldItems(emptyRunView(), events.map(itemOf))
  const outliner = createOutliner(null)
  outliner.add(view, [])
  return { checkpoint: checkpointOf(view), outline: outliner.outline() }
}

/** However busy the machine is. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 50_000 })

let number = 0
let run = ''
const view = () => useRuns.getState().live[run]
const isLoading = () => useLoading.getState()[run] !== undefined
/** Answers pages until there is nothing to load any more. */
async function answerAll(): Promise<void> {
  await eventually(() => {
    for (const page of host.pages.splice(0)) page.answer()
    expect(isLoading()).toBe(false)
  })
}
beforeEach(() => {
  run = `run-${++number}`
  host.streams.length = host.pages.length = host.parts.length = 0
  host.log = all
})

test('the end is there at once, and the whole in its place once all pages are', async () => {
  const stop = followRun(run)
  host.streams[0]?.hand({ opening: openingOf(all.slice(0, covered)), items: all.slice(covered).map(itemOf) })
  await eventually(() => expect(view()?.status).toBe('completed'))
  expect(view()?.spans.length).toBeLessThan(800)
  expect(useLoading.getState()[run]).toMatchObject({ part: 0 })
  expect(host.pages.length).toBeLessThanOrEqual(4)
  await answerAll()
  const items = all.map((event, seq) => itemOf(seq < covered ? shortEvent(event) : event))
  const whole = view()
  expect(whole && plain(whole)).toEqual(plain(foldItems(emptyRunView(), items)))
  stop()
})

test('a run that goes on while it is read misses nothing and says nothing twice', async () => {
  const end = all.findIndex((event, seq) => seq > covered + 300 && event.type === 'model-end')
  const path = all[end]?.type === 'model-end' ? (all[end]?.path ?? '') : ''
  const stop = followRun(run)
  host.streams[0]?.hand({ opening: openingOf(all.slice(0, covered)), items: all.slice(covered, end).map(itemOf) })
  const delta = (text: string): RunItem => ({
    kind: 'live',
    ms: 0,
    live: { type: 'model-delta', path, channel: 'text', text },
  })
  host.streams[0]?.hand({ items: [delta('Half '), delta('an answer')] })
  await eventually(() => expect(host.pages).not.toHaveLength(0))
  await answerAll()
  const said = () => view()?.spans.find((span) => span.path === path)
  expect(said()).toMatchObject({ text: 'Half an answer', state: 'running' })
  host.streams[0]?.hand({ items: all.slice(end).map(itemOf) })
  await eventually(() => expect(view()?.status).toBe('completed'))
  expect(view()?.spans).toHaveLength(foldItems(emptyRunView(), all.map(itemOf)).spans.length)
  stop()
})

test('who comes back to a run that was not read to its end goes on where it was', async () => {
  const stop = followRun(run)
  host.streams[0]?.hand({ opening: openingOf(all.slice(0, covered)), items: all.slice(covered).map(itemOf) })
  await eventually(() => expect(host.pages).not.toHaveLength(0))
  host.pages.shift()?.answer()
  await eventually(() => expect(useLoading.getState()[run]?.part).toBeGreaterThan(0))
  stop()
  host.pages.length = 0
  const again = followRun(run)
  expect(host.streams[0]?.afterSeq).toBe(all.length - 1)
  await eventually(() => expect(host.pages[0]?.afterSeq).toBeGreaterThan(0))
  await answerAll()
  expect(view()?.spans).toHaveLength(foldItems(emptyRunView(), all.map(itemOf)).spans.length)
  again()
})

async function openAndLookAt(fromMs: number, toMs: number) {
  const stop = followRun(run)
  host.streams[0]?.hand({ opening: openingOf(all.slice(0, covered)), items: all.slice(covered).map(itemOf) })
  await eventually(() => expect(host.pages).toHaveLength(4))
  const wish = { runId: run, untilSeq: covered - 1, fromMs, toMs }
  return { stop, wish }
}
const msOf = (seq: number) => all[seq]?.ms ?? 0

test('what is looked at is read before the rest, and its spans are there before the whole is', async () => {
  const { stop, wish } = await openAndLookAt(msOf(1400), msOf(1450))
  const part = readPart(wish)
  const requests = host.pages.splice(0)
  for (const page of requests) page.answer()
  await eventually(() => expect(useLoading.getState()[run]?.part).toBeGreaterThan(0))
  // Nothing more of the rest is asked for meanwhile.
  expect(host.pages).toHaveLength(0)
  host.parts[0]?.({ afterSeq: 1199, through: 1799 })
  await eventually(() => expect(host.pages.map(({ afterSeq }) => afterSeq)).toEqual([1199]))
  host.pages.shift()?.answer()
  await eventually(() => expect(host.pages.map(({ afterSeq }) => afterSeq)).toEqual([1699]))
  host.pages.shift()?.answer()
  const there = all.find((event, seq) => seq > 1400 && event.type === 'tool-start')
  const path = there?.type === 'tool-start' ? there.path : ''
  await expect(part).resolves.not.toBeNull()
  expect(isLoading()).toBe(true)
  expect(view()?.at.get(path)).toBeUndefined()
  expect(spanInParts(partsOf(run), path)).toMatchObject({ kind: 'tool', path, endMs: expect.any(Number) })
  await answerAll()
  expect(view()?.at.get(path)).toBeDefined()
  expect(partsOf(run)).toEqual([])
  stop()
})

test('of many moves the last place counts, and what is here is not asked for again', async () => {
  const { stop, wish } = await openAndLookAt(msOf(400), msOf(450))
  const ranges = [400, 600, 800].map((seq) => ({ ...wish, fromMs: msOf(seq), toMs: msOf(seq + 50) }))
  const looks = ranges.map((range) => lookAtPart(range))
  await eventually(() => expect(host.parts).toHaveLength(1))
  const pagesBefore = host.pages.length
  host.parts[0]?.({ afterSeq: 599, through: 1049 })
  await eventually(() => expect(host.pages).toHaveLength(pagesBefore + 1))
  host.pages.pop()?.answer()
  await Promise.all(looks)
  const [part] = partsOf(run)
  expect(part).toMatchObject({ fromMs: msOf(800), toMs: msOf(850) })
  expect(await readPart({ ...wish, fromMs: msOf(810), toMs: msOf(820) })).toBe(part)
  expect(host.parts).toHaveLength(1)
  await answerAll()
  stop()
})

test('a part of too many events is not read, nor asked for again', async () => {
  const { stop, wish } = await openAndLookAt(0, msOf(2000))
  const before = host.pages.length
  const part = readPart({ ...wish, untilSeq: 90_000 })
  host.parts[0]?.({ afterSeq: -1, through: 80_000 })
  expect(await part).toBeNull()
  expect(await readPart({ ...wish, untilSeq: 90_000, toMs: msOf(2500) })).toBeNull()
  expect(host.parts).toHaveLength(1)
  expect(host.pages).toHaveLength(before)
  await answerAll()
  stop()
})
