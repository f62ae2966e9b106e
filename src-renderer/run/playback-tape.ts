import type { EventOf, StoredEvent } from '../../src-shared/run/event.ts'
import { copyView, emptyRunView, foldItems, foldReveal } from '../../src-shared/run/view/fold.ts'
import type { RunView } from '../../src-shared/run/view/run-view.ts'
import { type Streamed, streamedBy } from './streamed-part.ts'

/**
 * A run's log as a tape: its view at any moment, forwards and backwards.
 *
 * 1. The view after `count` events is the fold of these events from empty, however one came there; between two
 *    events open answers show as much as had come by then (streamed-part.ts).
 * 2. Going to a moment folds at most the events since the last copy before it, never the whole log: copies of the
 *    fold are made on the way. There are at most `mostCopies`; of a longer log they stand further apart.
 * 3. Of the views that are handed out only the newest may be looked at (invariant 3 of run-view.ts).
 * 4. Moments never go back: an event that claims to be earlier than the one before it is at the same moment.
 */
export interface PlaybackTape {
  /** How many events there are. */
  readonly count: number
  /** How many events have been folded in all: the work that was done. */
  readonly work: number
  /** Adds the next events of the log; those that are there already change nothing. */
  add(events: readonly StoredEvent[]): void
  /** How many events had been told by a moment, ms since the run's start. */
  countAt(ms: number): number
  /** The moment of the last of so many events, ms. */
  msOf(count: number): number
  /** The view after so many events, at a moment between these and the next. */
  viewAt(count: number, ms: number): RunView
}

const closest = 512
const maxCopies = 64
/** Spans that all copies list, so that a long log's copies do not take more room than it does. */
const maxCopied = 1_500_000

export function createTape(): PlaybackTape {
  const events: StoredEvent[] = []
  const times: number[] = []
  const answers = newAnswers()
  const copies = new Map<number, RunView>()
  let every = closest
  let work = 0
  let view = emptyRunView()
  let at = 0

  /** Fewer copies, twice as far apart (2). */
  function thin(): void {
    every *= 2
    for (const count of copies.keys()) if (count % every !== 0) copies.delete(count)
  }

  const isTooMuch = () =>
    copies.size > maxCopies || [...copies.values()].reduce((sum, { spans }) => sum + spans.length, 0) > maxCopied

  function keepCopy(): void {
    if (at % every !== 0 || copies.has(at)) return
    copies.set(at, copyView(view))
    while (copies.size > 1 && isTooMuch()) thin()
  }

  function startFrom(count: number): void {
    const nearest = Math.floor(count / every) * every
    if (at <= count && (at >= nearest || !copies.has(nearest))) return
    for (let before = nearest; before > 0; before -= every) {
      const copy = copies.get(before)
      if (copy === undefined) continue
      // Folding on from where it stands is nearer, where it stands between that copy and the moment.
      if (at <= count && at >= before) return
      view = copyView(copy)
      at = before
      return
    }
    if (at <= count) return
    view = emptyRunView()
    at = 0
  }

  function goTo(count: number): void {
    startFrom(count)
    while (at < count) {
      const next = Math.min(count, at + every - (at % every))
      const items = events.slice(at, next).map((event) => ({ kind: 'event', event }) as const)
      view = foldItems(view, items)
      work += next - at
      at = next
      keepCopy()
    }
  }

  return {
    get count() {
      return events.length
    },
    get work() {
      return work
    },
    add: (more) => {
      for (const event of more) {
        if (event.seq <= (events.at(-1)?.seq ?? -1)) continue
        times.push(Math.max(times.at(-1) ?? 0, event.ms))
        events.push(event)
        answers.tell(event, events.length, times.at(-1) ?? 0)
      }
    },
    countAt: (ms) => firstAfter(times, ms),
    msOf: (count) => times[Math.min(count, times.length) - 1] ?? 0,
    viewAt: (count, ms) => {
      const wanted = Math.max(0, Math.min(count, events.length))
      goTo(wanted)
      view = foldReveal(view, ms, (path) => {
        const answer = answers.at(path, wanted)
        return answer === undefined ? null : streamedBy(answer, ms)
      })
      return view
    },
  }
}

/** How many of the sorted numbers are at most `limit`. */
function firstAfter(sorted: readonly number[], limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low
}

/** The answers of a log that came to an end, by the path they were asked at. A step may be asked again. */
function newAnswers() {
  const begun = new Map<string, { readonly from: number; ms: number }>()
  const ended = new Map<string, Streamed[]>()
  const end = (event: EventOf<'model-end'>, to: number, endMs: number) => {
    const start = begun.get(event.path)
    if (start === undefined) return
    const { firstTokenMs } = event
    const firstMs = firstTokenMs === null ? null : Math.min(endMs, start.ms + Math.max(0, firstTokenMs))
    const answer = { from: start.from, to, firstMs, endMs, end: event }
    ended.set(event.path, [...(ended.get(event.path) ?? []), answer])
    begun.delete(event.path)
  }
  return {
    tell(event: StoredEvent, count: number, ms: number): void {
      if (event.type === 'model-start') begun.set(event.path, { from: count, ms })
      else if (event.type === 'model-end') end(event, count, ms)
    },
    /** The answer that was under way at a path after so many events. */
    at: (path: string, count: number) => ended.get(path)?.find((each) => each.from <= count && count < each.to),
  }
}
