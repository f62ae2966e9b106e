import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RunItem, StoredEvent } from '../../src-shared/event.ts'
import { shortEvent } from '../../src-shared/opening/short-event.ts'
import type { RunView, Span } from '../../src-shared/run-view.ts'
import { checkpointOf, emptyRunView, foldItems, viewFrom } from '../../src-shared/run-view-fold.ts'
import { createOutliner, type OutlineTrack } from '../../src-shared/timeline/outline.ts'
import { lineNames } from '../../src-shared/timeline/outline-groups.ts'
import { lineOf } from '../../src-shared/timeline/span-bars.ts'
import { longLog } from '../kit/long-run.ts'
import { randomLog } from '../kit/random-log.ts'

const isEvent = (item: RunItem) => item.kind === 'event'
const itemOf = (event: StoredEvent): RunItem => ({ kind: 'event', event })
const folded = (items: readonly RunItem[]) => foldItems(emptyRunView(), items)
const headOf = ({ spans: _, at: _at, unknown: _unknown, ...head }: RunView) => head
/** A checkpoint as it comes over the wire. */
const sent = (view: RunView) => JSON.parse(JSON.stringify(checkpointOf(view)))

test('folding on from a checkpoint gives the same head and the same last spans as the whole log (T7)', () => {
  fc.assert(
    fc.property(randomLog, fc.nat(), (items, cut) => {
      const events = items.filter(isEvent)
      const at = cut % (events.length + 1)
      const whole = folded(events)
      const end = foldItems(viewFrom(sent(folded(events.slice(0, at)))), events.slice(at))
      expect(headOf(end)).toEqual(headOf(whole))
      for (const span of end.spans) expect(span).toEqual(whole.spans[whole.at.get(span.path) ?? -1])
      const from = events[at]?.kind === 'event' ? (events[at]?.event.seq ?? 0) : Number.POSITIVE_INFINITY
      for (const span of whole.spans)
        if (span.seq >= from || span.endMs === null) expect(end.at.has(span.path)).toBe(true)
    }),
    { numRuns: 200 },
  )
})

const outline = ({ path, parent, lane, kind, state, startMs, endMs, againMs, seq }: Span) => ({
  ...{ path, parent, lane, kind, state, startMs, endMs, againMs, seq },
})

test('short events fold to the same spans, totals and end as the whole ones, and shortening twice is shortening once', () => {
  fc.assert(
    fc.property(randomLog, (items) => {
      const events = items.flatMap((item) => (item.kind === 'event' ? [item.event] : []))
      const short = events.map(shortEvent)
      expect(short.map(shortEvent)).toEqual(short)
      const [a, b] = [folded(events.map(itemOf)), folded(short.map(itemOf))]
      expect(b.spans.map(outline)).toEqual(a.spans.map(outline))
      expect({ ...headOf(b), text: a.text }).toEqual(headOf(a))
    }),
    { numRuns: 100 },
  )
})

test('a span whose long texts were left out says so, and one that lost nothing does not', () => {
  const events = [...longLog('run', 600, 0, 'The end.')]
  const whole = folded(events.map(itemOf))
  const short = folded(events.map(shortEvent).map(itemOf))
  expect(JSON.stringify(events.map(shortEvent)).length).toBeLessThan(JSON.stringify(events).length / 2)
  for (const [index, span] of short.spans.entries()) {
    const before = whole.spans[index]
    if (span.cut === undefined) expect(span).toEqual(before)
    else expect(span).not.toEqual({ ...before, cut: true })
  }
  expect(short.spans.filter(({ cut }) => cut).length).toBeGreaterThan(50)
})

/** The outline of a log, folded as a host does: piece by piece, over checkpoints, and taken up again in the middle. */
function outlined(events: readonly RunItem[], piece: number) {
  let outliner = createOutliner(null)
  let view = emptyRunView()
  let before: readonly Span[] = []
  for (let at = 0; at < events.length; at += piece) {
    if (at > events.length / 2 && at - piece <= events.length / 2) outliner = createOutliner(outliner.outline())
    const grown = foldItems(view, events.slice(at, at + piece))
    outliner.add(grown, before)
    before = checkpointOf(grown).spans
    view = viewFrom(checkpointOf(grown))
  }
  return outliner.outline()
}

const holds = ({ start, end }: OutlineTrack, span: Span) =>
  start.some((from, slot) => from <= span.startMs && (end[slot] ?? 0) >= (span.endMs ?? 0))

test('an outline has a bar wherever something was, in lines whose bars follow each other', () => {
  fc.assert(
    fc.property(randomLog, fc.integer({ min: 1, max: 40 }), (items, piece) => {
      const events = items.filter(isEvent)
      const { groups } = outlined(events, piece)
      for (const span of folded(events).spans) {
        const line = lineOf(span)
        if (line === null || span.endMs === null || span.state === 'interrupted') continue
        expect(groups.some(({ lines }) => lines[line].some((track) => holds(track, span)))).toBe(true)
      }
      for (const { lines } of groups)
        for (const { start, end } of lineNames.flatMap((line) => lines[line]))
          for (const [slot, from] of start.entries()) expect(from).toBeGreaterThanOrEqual(end[slot - 1] ?? 0)
    }),
    { numRuns: 100 },
  )
})

test('however long the run, its outline stays small and reaches over all of it', () => {
  const events = [...longLog('run', 30_000, 0, 'The end.')].map(itemOf)
  const { groups } = outlined(events, 500)
  const bars = groups.flatMap(({ lines }) => lineNames.flatMap((line) => lines[line].map(({ start }) => start.length)))
  expect(bars.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(4000)
  const model = groups[0]?.lines.model[0]
  const whole = folded(events)
  expect(model?.start[0]).toBeLessThan(10)
  expect(model?.end.at(-1)).toBe(whole.spans.findLast(({ kind }) => kind === 'model')?.endMs)
  expect(groups[0]?.lines.tools).toHaveLength(4)
  expect(groups[0]?.lines.tools[0]?.failed.length).toBeGreaterThan(5)
})
