import { partInFormOf, withLineFeeds } from './file-form.ts'
import { findAll } from './find-text.ts'

/** Where a part stands in a file; the end is exclusive. */
export interface Place {
  readonly from: number
  readonly to: number
}

/** Where a text stands in a file, whichever line ends and Unicode form either has. */
export interface Places {
  readonly places: readonly Place[]
  /** The form that the file has it in, if that is not the one that was sent. */
  readonly form: 'NFC' | 'NFD' | null
}

/** Maximum of occurrences that are found; overlapping ones count too: two places that share a character are still two. */
export const placesLimit = 1000

/** @param most at most so many places */
export function findPlaces(text: string, wanted: string, most = placesLimit): Places {
  const feeds = carriageReturns(text)
  const plain = feeds.length === 0 ? text : withLineFeeds(text)
  const sought = withLineFeeds(wanted)
  for (const form of [null, 'NFC', 'NFD'] as const) {
    const inForm = form === null ? sought : sought.normalize(form)
    if (form !== null && inForm === sought) continue
    const starts = findAll(plain, inForm, most)
    if (starts.length === 0) continue
    const places = starts.map((from) => ({ from: before(feeds, from), to: before(feeds, from + inForm.length) }))
    return { places, form }
  }
  if (plain === text && sought === wanted) return { places: [], form: null }
  // A carriage return that ends no line.
  const starts = findAll(text, wanted, most)
  return { places: starts.map((from) => ({ from, to: from + wanted.length })), form: null }
}

/** The text with every place replaced that does not overlap the one before. */
export function replacePlaces(text: string, { places, form }: Places, wanted: string) {
  const now = form === null ? wanted : wanted.normalize(form)
  const parts: string[] = []
  let at = 0
  let times = 0
  const endAt = endsAfter(text)
  for (const { from, to } of places) {
    if (from < at) continue
    parts.push(text.slice(at, from), partInFormOf(text.slice(from, to), now, endAt(to)))
    at = to
    times += 1
  }
  parts.push(text.slice(at))
  return { text: parts.join(''), times }
}

/**
 * The end of the line that a place is in, for places in their order; of the last line, which has none, that of the one
 * before. Looks through the text once, however many places there are (T79).
 */
function endsAfter(text: string): (at: number) => '\n' | '\r\n' {
  const last = text.lastIndexOf('\n')
  let feed = -1
  return (at) => {
    if (at > last) feed = last
    else if (feed < at) feed = text.indexOf('\n', at)
    return feed > 0 && text[feed - 1] === '\r' ? '\r\n' : '\n'
  }
}

/** For each CRLF of the text, where its line feed stands once all carriage returns of line ends are left out. */
function carriageReturns(text: string): Int32Array {
  const found: number[] = []
  for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n', at + 2)) found.push(at - found.length)
  return Int32Array.from(found)
}

/** The place in the text with its carriage returns, by bisection; that of a line end is before its carriage return. */
function before(feeds: Int32Array, at: number): number {
  let low = 0
  let high = feeds.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((feeds[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return at + low
}
