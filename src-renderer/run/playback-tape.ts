import type { EventOf, StoredEvent } from '../../src-shared/run/event.ts'
import { copyView, emptyRunView, foldItems, foldReveal } from '../../src-shared/run/view/fold.ts'
import type { RunView } from '../../src-shared/run/view/run-view.ts'
import { type Streamed, streamedBy } from './streamed-part.ts'

/**
 * A run's log as a tape: its view at any position, forwards and backwards.
 *
 * 1. The view after `count` events is the fold of these events from empty, whatever was shown before. Between two
 *    events, answers in progress show as much as had arrived by then (streamed-part.ts).
 * 2. Going to a position folds at most the events since the last copy before it, never the whole log. Copies of the
 *    fold are made along the way. There are at most `maxCopies`; in a longer log they are further apart.
 * 3. Of the views that are returned, only the newest may be used (invariant 3 of run-view.ts).
 * 4. Times never decrease: an event with an earlier time than the one before it gets the time of that one.
 */
export interface PlaybackTape {
  /** Number of events. */
  readonly count: number
  /** Number of events folded so far: a measure of the work done. */
  readonly work: number
  /** Adds the next events of the log. Events that are already present are ignored. */
  add(events: readonly StoredEvent[]): void
  /** Number of events recorded by a time, ms since the run's start. */
  countAt(ms: number): number
  /** The time of the last of the first `count` events, ms. */
  msOf(count: number): number
  /** The view after `count` events, at a time between the last of these and the next. */
  viewAt(count: number, ms: number): RunView
}

const closest = 512
const maxCopies = 64
/** Total number of spans in all copies, so that the copies of a long log take no more memory than the log itself. */
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

  /** Halves the number of copies and doubles the distance between them (invariant 2). */
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
      // Continuing from the current position is cheaper if it lies between that copy and the target.
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

/** Number of values in the sorted list that are at most `limit`. */
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

/** The completed answers of a log, by the path of their request. A step may be requested more than once. */
function newAnswers() {
  const openSpans = new Map<string, { readonly from: number; ms: number }>()
  const ended = new Map<string, Streamed[]>()
  const end = (event: EventOf<'model-end'>, to: number, endMs: number) => {
    const start = openSpans.get(event.path)
    if (start === undefined) return
    const { firstTokenMs } = event
    const firstMs = firstTokenMs === null ? null : Math.min(endMs, start.ms + Math.max(0, firstTokenMs))
    const answer = { from: start.from, to, firstMs, endMs, end: event }
    ended.set(event.path, [...(ended.get(event.path) ?? []), answer])
    openSpans.delete(event.path)
  }
  return {
    tell(event: StoredEvent, count: number, ms: number): void {
      if (event.type === 'model-start') openSpans.set(event.path, { from: count, ms })
      else if (event.type === 'model-end') end(event, count, ms)
    },
    /** The answer that was in progress at a path after the given number of events. */
    at: (path: string, count: number) => ended.get(path)?.find((each) => each.from <= count && count < each.to),
  }
}
