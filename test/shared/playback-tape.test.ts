import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTape, type PlaybackTape } from '../../src-renderer/run/playback-tape.ts'
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
const tapeOf = (events: readonly StoredEvent[]): PlaybackTape => {
  const tape = createTape()
  tape.add(events)
  return tape
}
/** What a view shows, but for the count of its changes. */
const shown = ({ version: _, lastMs: __, ...rest }: RunView) => rest

test('at whatever moment, in whatever order, a tape shows what a fresh fold of the prefix shows', () => {
  fc.assert(
    fc.property(randomLog, fc.array(fc.nat(), { minLength: 1, maxLength: 12 }), (log, wishes) => {
      const events = eventsOf(log)
      const tape = tapeOf(events)
      for (const wish of wishes) {
        const count = wish % (events.length + 1)
        // At the very moment of its last event, before anything of an open answer had come.
        const view = tape.viewAt(count, Number.NEGATIVE_INFINITY)
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
      const tape = tapeOf(events)
      for (const [wish, later] of wishes) {
        const count = wish % (events.length + 1)
        tape.viewAt(count, tape.msOf(count) + later)
      }
      expect(shown(tape.viewAt(events.length, 0))).toEqual(shown(freshView(events)))
    }),
    { numRuns: 300 },
  )
})

const storedEvents = (bodies: readonly (readonly [ms: number, body: EventBody])[]): StoredEvent[] =>
  bodies.map(([ms, body], seq) => ({ ...body, seq, at: ms, ms }))

test('an answer comes evenly between its first token and its end', () => {
  const tape = tapeOf(
    storedEvents([
      [0, modelStart('0')],
      [1000, modelEnd('0', 200)],
    ]),
  )
  const textAt = (ms: number) => {
    const span = tape.viewAt(tape.countAt(ms), ms).spans[0]
    return span?.kind === 'model' ? [span.text, span.firstTokenAt, span.state] : null
  }
  expect(textAt(199)).toEqual(['', null, 'running'])
  expect(textAt(600)).toEqual(['Rounds t', 200, 'running'])
  expect(textAt(1000)).toEqual(['Rounds too early.', 200, 'ok'])
  expect(textAt(400)).toEqual(['Roun', 200, 'running'])
})

test('events come in pages; what comes twice is there once', () => {
  const events = storedEvents([...Array(20).keys()].map((each) => [each * 10, toolStart(`${each}`)] as const))
  const tape = createTape()
  tape.add(events.slice(0, 12))
  expect(tape.viewAt(12, 500).spans).toHaveLength(12)
  tape.add(events.slice(8))
  expect(tape.count).toBe(20)
  expect(tape.viewAt(20, 500).spans).toHaveLength(20)
  expect([tape.countAt(-1), tape.countAt(0), tape.countAt(95), tape.countAt(1e9)]).toEqual([0, 1, 10, 20])
})

test('in a run of 100,000 events no jump folds more than the events since a copy', () => {
  const calls = 50_000
  const events = storedEvents(
    [...Array(calls).keys()].flatMap((each) => [
      [each * 10, toolStart(`${each}`)] as const,
      [each * 10 + 5, toolEnd(`${each}`)] as const,
    ]),
  )
  const tape = tapeOf(events)
  tape.viewAt(events.length, Number.POSITIVE_INFINITY)
  let most = 0
  let seed = 7
  for (let jump = 0; jump < 200; jump++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    const count = seed % (events.length + 1)
    const before = tape.work
    expect(tape.viewAt(count, 0).spans).toHaveLength(Math.ceil(count / 2))
    most = Math.max(most, tape.work - before)
  }
  expect(most).toBeLessThanOrEqual(4096)
  // A step at a time folds one event forwards, and no more than to the last copy backwards.
  tape.viewAt(70_000, 0)
  const before = tape.work
  tape.viewAt(70_001, 0)
  expect(tape.work - before).toBe(1)
})

test('a copy and what it was made of are folded on apart', () => {
  const events = storedEvents([
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
