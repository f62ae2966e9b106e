import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * The part of very many rows that is in the list: all of them, unless a browser could not stack that many (Firefox
 * stops at 17.8 million px); then those around the reader, extended as they scroll.
 */
export interface RowWindow {
  readonly from: number
  /** Index after its last row. */
  readonly to: number
}
/** The last so many rows, or a fixed range. */
type Wanted = { readonly last: number } | RowWindow

const atFirst = 50_000
const more = 50_000
const most = 150_000
/** The window moves when the visible rows are within this many rows of its edge. */
const edge = 300
/** Minimum time between moves, since the scroll position follows asynchronously, ms. */
const settles = 150

export function windowFor(wanted: Wanted, count: number): RowWindow {
  if ('last' in wanted) return { from: Math.max(0, count - wanted.last), to: count }
  return { from: Math.max(0, Math.min(wanted.from, count - 1)), to: Math.min(wanted.to, count) }
}

/** The window moved so that its edge is no longer near the visible rows; null if it need not move. */
export function movedWindow({ from, to }: RowWindow, first: number, last: number, count: number): Wanted | null {
  if (first < from + edge && from > 0) {
    const next = Math.max(0, from - more)
    return to === count && to - next <= most ? { last: to - next } : { from: next, to: Math.min(to, next + most) }
  }
  if (last > to - edge && to < count) {
    const next = Math.min(count, to + more)
    return next === count
      ? { last: count - Math.max(from, next - most) }
      : { from: Math.max(from, next - most), to: next }
  }
  return null
}

export function windowAround(index: number, count: number): Wanted {
  const from = Math.max(0, index - atFirst / 2)
  return from + atFirst >= count ? { last: count - from } : { from, to: from + atFirst }
}

interface Windowed extends RowWindow {
  /** Reports the range of rendered rows, by index among all rows. */
  drawn(first: number, last: number): void
  /** Brings a row into the window, then calls `then`. */
  bring(index: number, then: () => void): void
  bringEnd(then: () => void): void
}

export function useRowWindow(count: number): Windowed {
  const [wanted, setWanted] = useState<Wanted>({ last: atFirst })
  const { from, to } = windowFor(wanted, count)
  const pending = useRef<(() => void) | null>(null)
  const quietUntil = useRef(0)
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [, lookAgain] = useState(0)
  useEffect(() => () => clearTimeout(later.current), [])
  useLayoutEffect(() => {
    const then = pending.current
    pending.current = null
    then?.()
  })
  const move = (next: Wanted) => {
    quietUntil.current = performance.now() + settles
    setWanted(next)
  }
  const go = (next: Wanted, then: () => void) => {
    pending.current = then
    move(next)
  }
  return {
    from,
    to,
    drawn: (first, last) => {
      const next = movedWindow({ from, to }, first, last, count)
      if (next === null) return
      const wait = quietUntil.current - performance.now()
      clearTimeout(later.current)
      if (wait > 0) later.current = setTimeout(() => lookAgain((times) => times + 1), wait)
      else move(next)
    },
    bring: (index, then) => (index >= from && index < to ? then() : go(windowAround(index, count), then)),
    bringEnd: (then) => (to === count ? then() : go({ last: atFirst }, then)),
  }
}

/** Moves the window with the visible rows. Indices are among all rows. */
export function useMovingWindow(
  rows: Windowed,
  { first, last }: { readonly first: number; readonly last: number },
): void {
  useLayoutEffect(() => {
    if (first <= last) rows.drawn(first, last)
  })
}
