import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** How near to the end, in px, counts as being there. */
const near = 24

/** So long after it a key, the wheel or a finger is what scrolled, ms. */
const handMs = 200
const keysUp = ['ArrowUp', 'PageUp', 'Home']

interface AtEnd {
  readonly atEnd: boolean
  readonly toEnd: () => void
  /** Leaves the end where it has to scroll. */
  readonly toRow: (index: number, align: 'start' | 'center' | 'auto') => void
}

/**
 * Whether the reader is at the end. It opens there, and rows that grow or are measured keep it there, whatever that
 * does to where the list is scrolled; only the reader's own scrolling leaves it.
 */
export function useAtEnd(
  list: Virtualizer<HTMLDivElement, Element>,
  scroll: RefObject<HTMLDivElement | null>,
  count: number,
): AtEnd {
  const [atEnd, setAtEnd] = useState(true)
  const stay = useRef(true)
  const asked = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const box = scroll.current
    if (!box) return
    const hand = watchHand(box, asked)
    let [height, rows] = [box.scrollHeight, list.getTotalSize()]
    const look = () => {
      const there = box.scrollHeight - box.scrollTop - box.clientHeight <= near
      // The list is moved too where rows change their height, and then it is as the reader left it.
      const moved = box.scrollHeight !== height || list.getTotalSize() !== rows
      height = box.scrollHeight
      rows = list.getTotalSize()
      if (there || !moved || hand.scrolls()) stay.current = there
      else if (stay.current) box.scrollTop = box.scrollHeight
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
      hand.end()
    }
  }, [scroll, list])
  const size = list.getTotalSize()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what grew is why the end has moved.
  useLayoutEffect(() => {
    const box = scroll.current
    if (box && stay.current) box.scrollTop = box.scrollHeight
  }, [size, count])
  return {
    atEnd,
    toEnd: () => {
      stay.current = true
      list.scrollToEnd()
    },
    toRow: (index, align) => {
      asked.current = performance.now()
      list.scrollToIndex(index, { align })
    },
  }
}

/** Whether what scrolls a box now is the reader. @param asked when it was last asked for; moved on by keys, wheel and touch */
function watchHand(box: HTMLElement, asked: RefObject<number>): { scrolls(): boolean; end(): void } {
  const over = new AbortController()
  const { signal } = over
  let held = false
  const now = () => {
    asked.current = performance.now()
  }
  box.addEventListener('wheel', ({ deltaY }) => deltaY < 0 && now(), { passive: true, signal })
  box.addEventListener('touchmove', now, { passive: true, signal })
  box.addEventListener('keydown', ({ key }) => keysUp.includes(key) && now(), { signal })
  // The scroll bar, or text that is being marked.
  box.addEventListener(
    'pointerdown',
    () => {
      held = true
    },
    { signal },
  )
  for (const type of ['pointerup', 'pointercancel'] as const)
    window.addEventListener(
      type,
      () => {
        held = false
      },
      { signal },
    )
  return { scrolls: () => held || performance.now() - asked.current < handMs, end: () => over.abort() }
}
