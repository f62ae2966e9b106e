import { type RefObject, useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ChatRows } from './rows/chat-rows.ts'
import { type Align, restMs, ScrolledRows } from './scrolled-rows.ts'
import type { RowWindow } from './use-row-window.ts'

export interface RowList {
  /** Index of the first rendered row among all rows. */
  readonly first: number
  readonly last: number
  /** Height of the canvas, px. */
  readonly size: number
  /** Offset of a row from the top of the canvas, px. */
  start(index: number): number
  /** The ref of each rendered row, which needs `data-key` and `data-index`. */
  readonly place: (element: HTMLElement | null) => (() => void) | undefined
  /** @returns how far the end is then below the viewport, px; null if nothing moves */
  toRow(index: number, align: Align): number | null
  toEnd(): void
}

interface Padding {
  readonly above: number
  readonly below: number
}

/** Renders the rows near the viewport, and keeps visible rows in place (`scrolled-rows.ts`). */
export function useRowList(
  rows: ChatRows,
  { from, to }: RowWindow,
  scroll: RefObject<HTMLElement | null>,
  padding: Padding,
): RowList {
  const [list] = useState(() => new ScrolledRows(padding))
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const [drawn] = useState(() => new DrawnRows())
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const untilRest = useCallback(() => {
    const look = () => {
      if (list.isMoving()) untilRest()
      else if (list.rest()) flushSync(redraw)
    }
    clearTimeout(resting.current)
    resting.current = setTimeout(look, restMs)
  }, [list])
  list.show(rows, from, to)
  useLayoutEffect(() => {
    const box = scroll.current
    list.attach(box)
    if (box === null) return
    const moved = () => {
      if (!list.scrolled()) return
      untilRest()
      if (list.isStale()) flushSync(redraw)
    }
    box.addEventListener('scroll', moved, { passive: true })
    const resized = new ResizeObserver(() => redraw())
    resized.observe(box)
    const stop = drawn.follow(() => {
      if (box.clientHeight > 0 && list.measure(drawn.measured())) flushSync(redraw)
    })
    return () => {
      box.removeEventListener('scroll', moved)
      resized.disconnect()
      stop()
    }
  }, [list, drawn, scroll, untilRest])
  useEffect(() => () => clearTimeout(resting.current), [])
  useLayoutEffect(() => {
    const isThere = (scroll.current?.clientHeight ?? 0) > 0
    const changed = isThere && drawn.hasNew() && list.measure(drawn.measured())
    if (changed || list.commit()) redraw()
  })
  const { first, last } = list.range()
  return {
    first,
    last,
    size: list.size,
    start: (index) => list.start(index),
    place: drawn.place,
    toRow: (index, align) => {
      const toEnd = list.toRow(index, align)
      untilRest()
      redraw()
      return toEnd
    },
    toEnd: () => {
      list.toEnd()
      redraw()
    },
  }
}

/** The elements of the rendered rows, and their heights as they change. */
class DrawnRows {
  private readonly elements = new Set<HTMLElement>()
  private readonly fresh = new Set<HTMLElement>()
  private observer: ResizeObserver | null = null

  readonly place = (element: HTMLElement | null): (() => void) | undefined => {
    if (element === null) return undefined
    this.elements.add(element)
    this.fresh.add(element)
    this.observer?.observe(element, { box: 'border-box' })
    return () => {
      this.elements.delete(element)
      this.fresh.delete(element)
      this.observer?.unobserve(element)
    }
  }

  /** @param changed called before the frame is painted @returns a function that stops following */
  follow(changed: () => void): () => void {
    this.observer = new ResizeObserver(changed)
    for (const element of this.elements) this.observer.observe(element, { box: 'border-box' })
    return () => {
      this.observer?.disconnect()
      this.observer = null
    }
  }

  hasNew(): boolean {
    return this.fresh.size > 0
  }

  measured() {
    this.fresh.clear()
    return [...this.elements].map((element) => ({
      key: element.dataset['key'] ?? '',
      index: Number(element.dataset['index']),
      height: element.getBoundingClientRect().height,
    }))
  }
}
