import type { HistorySlice, RequestMessages } from '../../../src-shared/run/request-messages.ts'

type Sliced = Pick<RequestMessages, 'refs' | 'slices'>

/** A request usually has few messages before and after its part of the history: up to this many are simply listed. */
const maxListed = 8
/** A slice of fewer messages takes more text than listing them. */
const minSlice = 3

/**
 * Writes a request's refs with everything from the run's history as slices of it. The whole history, or its end
 * if older turns are left out or summarized, is found without comparing each of its messages.
 */
export function withoutHistory(refs: readonly string[], history: readonly string[]): Sliced {
  const end = endingSlice(refs, history)
  const before = end === null ? refs : refs.slice(0, end.at)
  if (before.length <= maxListed) return written(refs, end === null ? [] : [end])
  return written(refs, [...slicesIn(before, history), ...(end === null ? [] : [end])])
}

/** The refs with the slices put back. */
export function withHistory({ refs, slices = [] }: Sliced, history: readonly string[]): readonly string[] {
  if (slices.length === 0) return refs
  const whole: (readonly string[])[] = []
  let done = 0
  for (const { at, from, to } of slices) {
    whole.push(refs.slice(done, at), history.slice(from, to))
    done = at
  }
  return [...whole, refs.slice(done)].flat()
}

/** Here `at` counts in the whole request. */
type Found = HistorySlice

function written(refs: readonly string[], found: readonly Found[]): Sliced {
  const slices: HistorySlice[] = []
  const listed: (readonly string[])[] = []
  let done = 0
  let count = 0
  for (const { at, from, to } of found) {
    listed.push(refs.slice(done, at))
    count += at - done
    slices.push({ at: count, from, to })
    done = at + to - from
  }
  return { refs: [...listed, refs.slice(done)].flat(), ...(slices.length > 0 && { slices }) }
}

/** The position of the history's end, with all before it that matches the history. */
function endingSlice(refs: readonly string[], history: readonly string[]): Found | null {
  const last = history.at(-1)
  if (last === undefined) return null
  for (let to = refs.length; to > Math.max(0, refs.length - maxListed); to--) {
    if (refs[to - 1] !== last) continue
    let length = 1
    while (length < to && length < history.length && refs[to - 1 - length] === history[history.length - 1 - length])
      length++
    if (length >= minSlice) return { at: to - length, from: history.length - length, to: history.length }
  }
  return null
}

/** Any slices, in order. */
function slicesIn(refs: readonly string[], history: readonly string[]): Found[] {
  const places = new Map(history.map((ref, at) => [ref, at]))
  const found: Found[] = []
  for (let at = 0; at < refs.length; ) {
    const from = places.get(refs[at] ?? '')
    let length = 0
    if (from !== undefined) while (at + length < refs.length && refs[at + length] === history[from + length]) length++
    if (from !== undefined && length >= minSlice) found.push({ at, from, to: from + length })
    at += Math.max(1, length)
  }
  return found
}
