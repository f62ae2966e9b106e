import { beforeEach, expect, test, vi } from 'vitest'
import { ownTime } from '../../../src-renderer/run/time-map.ts'
import type { EventBody, RunItem, StoredEvent } from '../../../src-shared/run/event.ts'
import { noTotals } from '../../../src-shared/run/event.ts'
import {
  modelEnd,
  modelStart,
  phaseEnd,
  phaseStart,
  runOf,
  toolEnd,
  toolStart,
} from '../../kit/fake-host/timeline-scene.ts'

const host = vi.hoisted(() => ({
  events: [] as StoredEvent[],
  pages: 0,
  streams: [] as { hand: (message: { items: readonly RunItem[] }) => void }[],
}))
vi.mock('../../../src-renderer/host/host.ts', () => ({
  follow: (_: unknown, hand: (message: { items: readonly RunItem[] }) => void) => {
    host.streams.push({ hand })
    return () => {}
  },
  ask: async (_: string, { afterSeq }: { afterSeq: number }) => {
    host.pages += 1
    const rest = host.events.filter(({ seq }) => seq > afterSeq)
    return { events: rest.slice(0, 3), more: rest.length > 3 }
  },
}))
let frames: ((now: number) => void)[] = []
vi.stubGlobal('requestAnimationFrame', (draw: (now: number) => void) => frames.push(draw))
vi.stubGlobal('cancelAnimationFrame', () => {})
const frame = (now = performance.now()) => {
  for (const draw of frames.splice(0)) draw(now)
}

const { followRun, useRuns } = await import('../../../src-renderer/stores/runs/run-store.ts')
const { changeAxis, leavePlayback, playBack, seek, startPlaying, step, usePlayback } = await import(
  '../../../src-renderer/stores/runs/playback-store.ts'
)

const runEnd: EventBody = {
  type: 'run-end',
  status: 'completed',
  text: '',
  messages: [],
  meta: {},
  failure: null,
  totals: noTotals,
}
const bodies = [
  [0, phaseStart('0', 'plan')],
  [10, modelStart('0.0')],
  [500, modelEnd('0.0', 100)],
  [500, toolStart('0.1')],
  [60_500, toolEnd('0.1')],
  [60_600, phaseEnd('0')],
  [60_600, runEnd],
] as const
const shownIn = (runId: string) => useRuns.getState().views[runId]
const stateOf = (runId: string) => shownIn(runId)?.spans.map(({ path, state }) => `${path} ${state}`)

beforeEach(() => {
  leavePlayback()
  frames = []
  host.streams.length = 0
  host.pages = 0
  host.events = bodies.map(([ms, body], seq) => ({ ...body, seq, at: ms, ms }))
})

/** The run as the window follows it, all of it come. */
async function followed(runId: string): Promise<void> {
  followRun(runId)
  host.streams.at(-1)?.hand({ items: host.events.map((event) => ({ kind: 'event', event })) })
  frame()
}
const ready = () => vi.waitFor(() => expect(usePlayback.getState().reading).toBe(false))

test('views show the moment, the live run stays whole, and leaving brings the present back', async () => {
  await followed('a')
  playBack(['a'], { play: false, at: 0 })
  await ready()
  expect(host.pages).toBe(3)
  expect(stateOf('a')).toEqual(['0 running'])
  expect(useRuns.getState().live['a']?.spans).toHaveLength(3)
  seek(500)
  expect(stateOf('a')).toEqual(['0 running', '0.0 ok', '0.1 running'])
  leavePlayback()
  expect(shownIn('a')).toBe(useRuns.getState().live['a'])
})

test('events of one moment are stepped over one by one, both ways', async () => {
  await followed('b')
  playBack(['b'], { play: false, at: 0 })
  await ready()
  const counts: (number | undefined)[] = []
  const note = () => counts.push(usePlayback.getState().moments['b']?.count)
  for (let each = 0; each < 6; each++) {
    step(1)
    note()
  }
  step(1)
  expect(counts).toEqual([2, 3, 4, 5, 6, 7])
  expect(usePlayback.getState().at).toBe(usePlayback.getState().end)
  step(-1)
  step(-1)
  step(-1)
  expect(usePlayback.getState().moments['b']).toEqual({ count: 4, ms: 500 })
  expect(stateOf('b')).toEqual(['0 running', '0.0 ok', '0.1 running'])
})

test('the minute in which nothing happened is folded, and playing goes over it', async () => {
  await followed('c')
  playBack(['c'], { play: true, at: 0 })
  await ready()
  expect(usePlayback.getState().end).toBe(1000)
  let now = performance.now()
  for (let each = 0; each < 30 && usePlayback.getState().playing; each++) {
    now += 90
    frame(now)
  }
  expect(usePlayback.getState()).toMatchObject({ playing: false, at: 1000 })
  expect(stateOf('c')).toEqual(['0 ok', '0.0 ok', '0.1 ok'])
  // Played on from the end, it begins anew.
  startPlaying()
  expect(usePlayback.getState().at).toBe(0)
})

test('what was wished is carried out though the axis of lanes comes while their logs are still read', async () => {
  await followed('d')
  playBack(['d'], { play: true, at: 0, maps: { d: ownTime } })
  changeAxis({ d: ownTime })
  await ready()
  expect(usePlayback.getState().playing).toBe(true)
  leavePlayback()
  playBack(['d'], { play: false, at: Number.POSITIVE_INFINITY, maps: { d: ownTime } })
  changeAxis({ d: ownTime })
  await ready()
  expect(usePlayback.getState().at).toBe(usePlayback.getState().end)
})

test('a run under way grows while it is played back, and its present is where playback is left', async () => {
  const all = host.events
  host.events = all.slice(0, 4)
  await followed('u')
  playBack(['u'], { play: false, at: 0 })
  await ready()
  expect(usePlayback.getState().end).toBe(500)
  host.events = all.slice(0, 5)
  host.streams.at(-1)?.hand({ items: all.slice(4, 5).map((event) => ({ kind: 'event', event })) })
  frame()
  await vi.waitFor(() => expect(usePlayback.getState().end).toBe(900))
  expect(usePlayback.getState().at).toBe(0)
  expect(stateOf('u')).toEqual(['0 running'])
  seek(899)
  startPlaying()
  for (let each = 1; each < 4; each++) frame(performance.now() + 90 * each)
  expect(usePlayback.getState().runIds).toEqual([])
  expect(shownIn('u')).toBe(useRuns.getState().live['u'])
})

test('two runs go together on one axis, the shorter one stays at its end', async () => {
  await followed('d')
  const short = host.events.slice(0, 3)
  playBack(['d', 'e'], { play: false, at: 0, maps: {} })
  await ready()
  seek(400)
  expect(usePlayback.getState().moments).toMatchObject({ d: { count: 2, ms: 400 }, e: { count: 2, ms: 400 } })
  expect(short).toHaveLength(3)
  step(1)
  expect(usePlayback.getState().at).toBe(500)
})

test('what is asked for while the log is still read is done when it is here', async () => {
  await followed('h')
  playBack(['h'], { play: true, at: 0 })
  seek(Number.POSITIVE_INFINITY)
  await ready()
  expect(usePlayback.getState()).toMatchObject({ playing: false, at: usePlayback.getState().end })
  expect(stateOf('h')).toEqual(['0 ok', '0.0 ok', '0.1 ok'])
})

test('what is not played back is not touched', async () => {
  await followed('f')
  const before = runOf(...bodies)
  playBack(['g'], { play: false, at: 0 })
  await ready()
  expect(shownIn('f')?.spans).toHaveLength(before.spans.length)
})
