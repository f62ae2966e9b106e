import { beforeEach, expect, test, vi } from 'vitest'
import type { RunItem, StoredEvent } from '../../src-shared/event.ts'
import type { RunOpening } from '../../src-shared/opening/opening.ts'
import { shortEvent } from '../../src-shared/opening/short-event.ts'
import type { RunView } from '../../src-shared/run-view.ts'
import { checkpointOf, emptyRunView, foldItems } from '../../src-shared/run-view-fold.ts'
import { createOutliner } from '../../src-shared/timeline/outline.ts'
import { longLog } from '../kit/long-run.ts'

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
  log: [] as StoredEvent[],
}))
vi.mock('../../src-renderer/host.ts', () => ({
  follow: (topic: { afterSeq: number }, hand: (typeof host.streams)[number]['hand']) => {
    const stream = { ...topic, hand }
    host.streams.push(stream)
    return () => void host.streams.splice(host.streams.indexOf(stream), 1)
  },
  ask: (_method: string, { afterSeq, most }: { afterSeq: number; most: number }) =>
    new Promise((resolve) => {
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

const { followRun, useRuns } = await import('../../src-renderer/stores/run-store.ts')
const { useLoading } = await import('../../src-renderer/stores/run-loading.ts')

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

let number = 0
let run = ''
const view = () => useRuns.getState().live[run]
const isLoading = () => useLoading.getState()[run] !== undefined
/** Answers pages until there is nothing to load any more. */
async function answerAll(): Promise<void> {
  await vi.waitFor(() => {
    for (const page of host.pages.splice(0)) page.answer()
    expect(isLoading()).toBe(false)
  })
}
beforeEach(() => {
  run = `run-${++number}`
  host.streams.length = host.pages.length = 0
  host.log = all
})

test('the end is there at once, and the whole in its place once all pages are', async () => {
  const stop = followRun(run)
  host.streams[0]?.hand({ opening: openingOf(all.slice(0, covered)), items: all.slice(covered).map(itemOf) })
  await vi.waitFor(() => expect(view()?.status).toBe('completed'))
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
  await vi.waitFor(() => expect(host.pages).not.toHaveLength(0))
  await answerAll()
  const said = () => view()?.spans.find((span) => span.path === path)
  expect(said()).toMatchObject({ text: 'Half an answer', state: 'running' })
  host.streams[0]?.hand({ items: all.slice(end).map(itemOf) })
  await vi.waitFor(() => expect(view()?.status).toBe('completed'))
  expect(view()?.spans).toHaveLength(foldItems(emptyRunView(), all.map(itemOf)).spans.length)
  stop()
})

test('who comes back to a run that was not read to its end goes on where it was', async () => {
  const stop = followRun(run)
  host.streams[0]?.hand({ opening: openingOf(all.slice(0, covered)), items: all.slice(covered).map(itemOf) })
  await vi.waitFor(() => expect(host.pages).not.toHaveLength(0))
  host.pages.shift()?.answer()
  await vi.waitFor(() => expect(useLoading.getState()[run]?.part).toBeGreaterThan(0))
  stop()
  host.pages.length = 0
  const again = followRun(run)
  expect(host.streams[0]?.afterSeq).toBe(all.length - 1)
  await vi.waitFor(() => expect(host.pages[0]?.afterSeq).toBeGreaterThan(0))
  await answerAll()
  expect(view()?.spans).toHaveLength(foldItems(emptyRunView(), all.map(itemOf)).spans.length)
  again()
})
