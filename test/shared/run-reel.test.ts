import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReel, type Reel } from '../../src-renderer/run/run-reel.ts'
import type { EventBody, StoredEvent } from '../../src-shared/run/event.ts'
import { copyView, emptyRunView, foldItems } from '../../src-shared/run/view/fold.ts'
import type { RunView } from '../../src-shared/run/view/run-view.ts'
import { randomLog } from '../kit/agent/random-log.ts'
import { modelEnd, modelStart, toolEnd, toolStart } from '../kit/fake-host/timeline-scene.ts'

const eventsOf = (log: readonly { kind: string }[]): StoredEvent[] =>
  log.flatMap((item) => ('event' in item ? [item.event as StoredEvent] : []))
const freshView = (events: readonly StoredEvent[]): RunView =>
  foldItems(
    emptyRunView(),
    events.map((event) => ({ kind: 'event', event })),
  )
const reelOf = (events: readonly StoredEvent[]): Reel => {
  const reel = createReel()
  reel.add(events)
  return reel
}
/** What a view shows, but for the count of its changes. */
const shown = ({ version: _, lastMs: __, ...rest }: RunView) => rest

test('at whatever moment, in whatever order, a reel shows what a fresh fold of the prefix shows', () => {
  fc.assert(
    fc.property(randomLog, fc.array(fc.nat(), { minLength: 1, maxLength: 12 }), (log, wishes) => {
      const events = eventsOf(log)
      const reel = reelOf(events)
      for (const wish of wishes) {
        const count = wish % (events.length + 1)
        // At the very moment of its last event, before anything of an open answer had come.
        const view = reel.viewAt(count, Number.NEGATIVE_INFINITY)
        expect(shown(view)).toEqual(shown(freshView(events.slice(0, count))))
      }
    }),
    { numRuns: 300 },
  )
})

test('what a moment revealed of open answers leaves no trace in later moments', () => {
  fc.assert(
    fc.property(randomLog, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 60 })), { maxLength: 10 }), (log, wishes) => {
      const events = eventsOf(log)
      const reel = reelOf(events)
      for (const [wish, later] of wishes) {
        const count = wish % (events.length + 1)
        reel.viewAt(count, reel.msOf(count) + later)
      }
      expect(shown(reel.viewAt(events.length, 0))).toEqual(shown(freshView(events)))
    }),
    { numRuns: 300 },
  )
})

const told = (bodies: readonly (readonly [ms: number, body: EventBody])[]): StoredEvent[] =>
  bodies.map(([ms, body], seq) => ({ ...body, seq, at: ms, ms }))

test('an answer comes evenly between its first token and its end', () => {
  const reel = reelOf(
    told([
      [0, modelStart('0')],
      [1000, modelEnd('0', 200)],
    ]),
  )
  const textAt = (ms: number) => {
    const span = reel.viewAt(reel.countAt(ms), ms).spans[0]
    return span?.kind === 'model' ? [span.text, span.firstTokenAt, span.state] : null
  }
  expect(textAt(199)).toEqual(['', null, 'running'])
  expect(textAt(600)).toEqual(['Rounds t', 200, 'running'])
  expect(textAt(1000)).toEqual(['Rounds too early.', 200, 'ok'])
  expect(textAt(400)).toEqual(['Roun', 200, 'running'])
})

test('events come in pages; what comes twice is there once', () => {
  const events = told([...Array(20).keys()].map((each) => [each * 10, toolStart(`${each}`)] as const))
  const reel = createReel()
  reel.add(events.slice(0, 12))
  expect(reel.viewAt(12, 500).spans).toHaveLength(12)
  reel.add(events.slice(8))
  expect(reel.count).toBe(20)
  expect(reel.viewAt(20, 500).spans).toHaveLength(20)
  expect([reel.countAt(-1), reel.countAt(0), reel.countAt(95), reel.countAt(1e9)]).toEqual([0, 1, 10, 20])
})

test('in a run of 100,000 events no jump folds more than the events since a copy', () => {
  const calls = 50_000
  const events = told(
    [...Array(calls).keys()].flatMap((each) => [
      [each * 10, toolStart(`${each}`)] as const,
      [each * 10 + 5, toolEnd(`${each}`)] as const,
    ]),
  )
  const reel = reelOf(events)
  reel.viewAt(events.length, Number.POSITIVE_INFINITY)
  let most = 0
  let seed = 7
  for (let jump = 0; jump < 200; jump++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    const count = seed % (events.length + 1)
    const before = reel.work
    expect(reel.viewAt(count, 0).spans).toHaveLength(Math.ceil(count / 2))
    most = Math.max(most, reel.work - before)
  }
  expect(most).toBeLessThanOrEqual(4096)
  // A step at a time folds one event forwards, and no more than to the last copy backwards.
  reel.viewAt(70_000, 0)
  const before = reel.work
  reel.viewAt(70_001, 0)
  expect(reel.work - before).toBe(1)
})

test('a copy and what it was made of are folded on apart', () => {
  const events = told([
    [0, toolStart('0')],
    [1, toolEnd('0')],
    [2, toolStart('1')],
  ])
  const one = freshView(events.slice(0, 1))
  const copy = copyView(one)
  const on = foldItems(
    one,
    events.slice(1).map((event) => ({ kind: 'event', event })),
  )
  expect(on.spans.map(({ state }) => state)).toEqual(['ok', 'running'])
  expect(copy.spans.map(({ state }) => state)).toEqual(['running'])
  expect(copy.at.has('1')).toBe(false)
})
