import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RunItem } from '../../src-shared/run/event.ts'
import { emptyRunView, foldInterruption, foldItem, foldItems } from '../../src-shared/run/view/fold.ts'
import type { RunView, Span } from '../../src-shared/run/view/run-view.ts'
import { logOf, randomLog, randomPlan } from '../kit/agent/random-log.ts'

/** A view as plain data, so that two folds can be compared. `version` counts changes, live ones too. */
const plain = ({ version: _, ...view }: RunView) => ({ ...view, spans: [...view.spans], at: [...view.at] })
const copied = (view: RunView) => structuredClone(plain(view))
const folded = (items: readonly RunItem[]) => foldItems(emptyRunView(), items)
const isEvent = (item: RunItem) => item.kind === 'event'

test('folding item by item gives, at every moment, what folding that prefix from empty gives (T7)', () => {
  fc.assert(
    fc.property(randomLog, (items) => {
      let view = emptyRunView()
      for (const [index, item] of items.entries()) {
        view = foldItem(view, item)
        expect(copied(view)).toEqual(plain(folded(items.slice(0, index + 1))))
      }
    }),
    { numRuns: 60 },
  )
})

test('a run watched live ends as its log replays (T7)', () => {
  fc.assert(
    fc.property(
      randomPlan.filter((plan) => plan.end !== 'none'),
      (plan) => {
        const items = logOf(plan)
        const { shape: _live, ...live } = plain(folded(items))
        const { shape: _replay, ...replay } = plain(folded(items.filter(isEvent)))
        expect(live).toEqual(replay)
      },
    ),
    { numRuns: 300 },
  )
})

test('batches cut anywhere, and batches sent twice, make no difference', () => {
  fc.assert(
    fc.property(randomLog, fc.nat(), fc.nat(), (items, a, b) => {
      const events = items.filter(isEvent)
      const [first, second] = [a % (events.length + 1), b % (events.length + 1)]
      const [from, to] = [Math.min(first, second), Math.max(first, second)]
      let view = foldItems(emptyRunView(), events.slice(0, to))
      view = foldItems(view, events.slice(from))
      expect(plain(view)).toEqual(plain(folded(events)))
    }),
    { numRuns: 200 },
  )
})

const begins = (span: Span) => span.againMs ?? span.startMs

test('no span ends before it starts, whatever the clocks tell (T8)', () => {
  fc.assert(
    fc.property(
      randomPlan.map((plan) => logOf({ ...plan, jumps: true })),
      (items) => {
        const view = folded(items)
        for (const span of view.spans) {
          expect(span.endMs ?? view.lastMs).toBeGreaterThanOrEqual(span.startMs)
          if (span.againMs !== null) expect(span.againMs).toBeGreaterThanOrEqual(span.startMs)
          if (span.kind !== 'model' || span.firstTokenAt === null) continue
          expect(span.firstTokenAt).toBeGreaterThanOrEqual(begins(span))
          expect(span.firstTokenAt).toBeLessThanOrEqual(span.endMs ?? Number.POSITIVE_INFINITY)
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('an ended run has no open span, no one waiting, and one span a path', () => {
  fc.assert(
    fc.property(
      randomPlan.filter((plan) => plan.end !== 'none'),
      (plan) => {
        const view = folded(logOf(plan))
        expect(view.status).toBe(plan.end)
        expect(view.waiting).toEqual([])
        expect(view.spans.filter((span) => span.endMs === null)).toEqual([])
        expect(new Set(view.spans.map((span) => span.path)).size).toBe(view.spans.length)
        expect([...view.at].every(([path, index]) => view.spans[index]?.path === path)).toBe(true)
      },
    ),
    { numRuns: 200 },
  )
})

test('every parent is a group that encloses its child and stands before it', () => {
  fc.assert(
    fc.property(randomLog, (items) => {
      const view = folded(items)
      for (const [index, span] of view.spans.entries()) {
        if (span.parent === null) continue
        const parent = view.spans[view.at.get(span.parent) ?? -1]
        expect(['phase', 'child', 'branches']).toContain(parent?.kind)
        expect(view.at.get(span.parent)).toBeLessThan(index)
        if (span.kind !== 'notice') expect(span.path.startsWith(span.parent)).toBe(true)
      }
    }),
    { numRuns: 200 },
  )
})

test('spans that an item does not touch keep their identity', () => {
  fc.assert(
    fc.property(randomLog, (items) => {
      let view = emptyRunView()
      for (const item of items) {
        const before = [...view.spans]
        view = foldItem(view, item)
        if (item.kind !== 'live') continue
        const changed = before.filter((span, index) => view.spans[index] !== span)
        expect(changed.map((span) => span.path).filter((path) => path !== item.live.path)).toEqual([])
      }
    }),
    { numRuns: 100 },
  )
})

test('a spent view cannot be folded onto', () => {
  const [first, second] = logOf({ body: [], crashes: [], givenUp: null, end: 'completed', seed: 1, jumps: false })
  if (first === undefined || second === undefined) throw new Error('the log is too short')
  const empty = emptyRunView()
  const view = foldItem(empty, first)
  expect(() => foldItem(empty, second)).toThrow('spent')
  expect(foldItem(view, first)).toBe(view)
})

test('a run found dead shows its open spans as interrupted, and goes on when it is resumed', () => {
  fc.assert(
    fc.property(randomPlan, fc.nat(), (plan, cut) => {
      const items = logOf({ ...plan, jumps: false })
      const events = items.filter(isEvent)
      const at = 1 + (cut % events.length)
      const dead = foldInterruption(folded(events.slice(0, at)), true)
      expect(dead.spans.filter((span) => span.endMs === null)).toEqual([])
      const rest: RunItem[] = events
        .slice(at)
        .map((item) => (item.kind === 'event' ? { ...item, event: { ...item.event, seq: item.event.seq + 1 } } : item))
      const last = events[at - 1]
      const ms = last?.kind === 'event' ? last.event.ms : 0
      const resume: RunItem = { kind: 'event', event: { type: 'run-resume', seq: at, at: 0, ms } }
      const through = foldItems(dead, [resume, ...rest])
      const straight = folded([...events.slice(0, at), resume, ...rest])
      const comparable = (view: RunView) => ({ ...plain(view), shape: 0 })
      if (plan.end === 'none' || at < events.length) expect(comparable(through)).toEqual(comparable(straight))
    }),
    { numRuns: 200 },
  )
})

test('a run taken for dead by mistake is shown as it was', () => {
  fc.assert(
    fc.property(randomLog, (items) => {
      const before = plain(folded(items))
      const after = plain(foldInterruption(foldInterruption(folded(items), true), false))
      expect({ ...after, shape: before.shape }).toEqual(before)
    }),
    { numRuns: 100 },
  )
})
