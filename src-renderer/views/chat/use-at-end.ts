import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** How near to the end, in px, counts as being there. */
const near = 24

/**
 * Whether the reader is at the end. It opens there, and rows that grow keep it there; only the reader's own
 * scrolling leaves it.
 */
export function useAtEnd(
  list: Virtualizer<HTMLDivElement, Element>,
  scroll: RefObject<HTMLDivElement | null>,
  count: number,
): { readonly atEnd: boolean; readonly toEnd: () => void; readonly toStart: () => void } {
  const [atEnd, setAtEnd] = useState(true)
  const stay = useRef(true)
  const height = useRef(0)
  useEffect(() => {
    const box = scroll.current
    if (!box) return
    const look = () => {
      const there = box.scrollHeight - box.scrollTop - box.clientHeight <= near
      // Content that grew is no scrolling: the reader who was at the end still is.
      if (there || box.scrollHeight === height.current) stay.current = there
      height.current = box.scrollHeight
      setAtEnd(stay.current)
    }
    // A box that changes its own height (the window, the composer beneath) moves nobody away from the end.
    const resized = new ResizeObserver(() => {
      if (stay.current) box.scrollTop = box.scrollHeight
    })
    box.addEventListener('scroll', look, { passive: true })
    resized.observe(box)
    return () => {
      box.removeEventListener('scroll', look)
      resized.disconnect()
    }
  }, [scroll])
  const size = list.getTotalSize()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what grew is why the end has moved.
  useLayoutEffect(() => {
    const box = scroll.current
    if (box && stay.current) box.scrollTop = box.scrollHeight
    height.current = box?.scrollHeight ?? 0
  }, [size, count])
  return {
    atEnd,
    toEnd: () => {
      stay.current = true
      list.scrollToEnd()
    },
    toStart: () => {
      stay.current = false
      list.scrollToIndex(0, { align: 'start' })
    },
  }
}
