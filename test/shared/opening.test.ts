import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortEvent } from '../../src-shared/opening/short-event.ts'
import type { RunItem, StoredEvent } from '../../src-shared/run/event.ts'
import { checkpointOf, emptyRunView, foldItems, viewFrom } from '../../src-shared/run/view/fold.ts'
import type { RunView, Span } from '../../src-shared/run/view/run-view.ts'
import { createOutliner } from '../../src-shared/timeline/outline.ts'
import { lineNames } from '../../src-shared/timeline/outline-groups.ts'
import type { OutlineTrack, RunOutline } from '../../src-shared/timeline/outline-shape.ts'
import { refineOutline } from '../../src-shared/timeline/refine-outline.ts'
import { lineOf } from '../../src-shared/timeline/span-bars.ts'
import { randomLog } from '../kit/agent/random-log.ts'
import { longLog } from '../kit/host/long-run.ts'

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

test('of what is looked at, an outline has the bars that the whole has there, and all others as they were', () => {
  const events = [...longLog('run', 20_000, 0, 'The end.')].map((event): RunItem => ({ kind: 'event', event }))
  const whole = foldItems(emptyRunView(), events)
  const coarse = outlined(events, 500)
  const middle = whole.lastMs / 2
  const part = { fromMs: middle, toMs: middle + 100_000, spans: whole.spans }
  const fine = refineOutline(coarse, part)
  const barsOf = ({ groups }: RunOutline, line: 'model' | 'tools' | 'phases') =>
    (groups[0]?.lines[line] ?? []).flatMap(({ start, end }) => start.map((at, slot) => [at, end[slot]] as const))
  const isIn = ([at]: readonly [number, number | undefined]) => at >= part.fromMs && at < part.toMs
  for (const [line, kind] of [
    ['model', 'model'],
    ['tools', 'tool'],
  ] as const) {
    const spans = whole.spans.filter((span) => span.kind === kind).map((span) => [span.startMs, span.endMs] as const)
    const wanted = spans.filter(([at]) => at >= part.fromMs && at < part.toMs)
    expect(wanted.length).toBeGreaterThan(20)
    expect(barsOf(coarse, line).filter(isIn).length).toBeLessThan(wanted.length)
    expect(barsOf(fine, line).filter(isIn).toSorted(byStart)).toEqual(wanted.toSorted(byStart))
    // The last bar before may be under way in it, and then is one of its own.
    const others = (each: RunOutline) => barsOf(each, line).filter(([at]) => at < part.fromMs - 30_000)
    expect(others(fine)).toEqual(others(coarse))
    expect(fine.groups[0]?.lines[line]).toHaveLength(coarse.groups[0]?.lines[line].length ?? 0)
  }
  for (const track of fine.groups.flatMap(({ lines }) => lineNames.flatMap((line) => lines[line]))) {
    for (const slot of track.start.keys()) {
      expect(track.start[slot]).toBeGreaterThanOrEqual(track.end[slot - 1] ?? Number.NEGATIVE_INFINITY)
    }
  }
})

const byStart = (one: readonly (number | null | undefined)[], other: readonly (number | null | undefined)[]) =>
  (one[0] ?? 0) - (other[0] ?? 0) || (one[1] ?? 0) - (other[1] ?? 0)
