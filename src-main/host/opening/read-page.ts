import { shortEvent } from '../../../src-shared/opening/short-event.ts'
import type { StoredEvent } from '../../../src-shared/run/event.ts'
import { emptyRunView, foldItems } from '../../../src-shared/run/view/fold.ts'
import type { Span } from '../../../src-shared/run/view/run-view.ts'
import type { Store } from '../../store/store.ts'
import { outlineFormat } from './outlines.ts'

interface Page {
  readonly events: readonly StoredEvent[]
  /** The last event that it covers. */
  readonly through: number
  readonly more: boolean
}

/** Part of a log with its long texts shortened, for a window that needs all events but shows little text. */
export function readPage(store: Store, runId: string, afterSeq: number, most: number): Page {
  const events = readEvents(store, runId, afterSeq, most)
  const through = events.at(-1)?.seq ?? afterSeq
  return { events: events.map(shortEvent), through, more: events.length === most }
}

function readEvents(store: Store, runId: string, afterSeq: number, most: number): readonly StoredEvent[] {
  const reach = store.runOutlines.reach(runId, outlineFormat)
  const isKnown = reach?.plain === true && afterSeq + most <= reach.seq
  return (isKnown ? store.events.readKnown(runId, afterSeq, most) : null) ?? store.events.read(runId, afterSeq, most)
}

/** Events that are searched for the end of a span, and those read per query. */
const farthest = 50_000
const atOnce = 500

/** A span built from its own events, without its position among others; null if there is none. */
export function readSpan(store: Store, runId: string, path: string, seq: number): Span | null {
  let view = emptyRunView()
  for (let after = seq - 1; after < seq + farthest; after += atOnce) {
    const events = store.events.read(runId, after, atOnce)
    const own = events.filter((event) => 'path' in event && event.path === path)
    view = foldItems(
      view,
      own.map((event) => ({ kind: 'event', event })),
    )
    const span = view.spans[0] ?? null
    if (span === null || span.endMs !== null || events.length < atOnce) return span
  }
  return view.spans[0] ?? null
}
