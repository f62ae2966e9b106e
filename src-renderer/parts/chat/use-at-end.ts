import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { RowList } from './use-row-list.ts'

/** How near to the end, in px, counts as being there. */
const near = 24

/** So long after it a key, the wheel or a finger is what scrolled, ms. */
const handMs = 200
/** A busy window hears of a scroll late: so long after the hand moved, its scroll may still be to come, ms. */
const lateMs = 2000
const keysUp = ['ArrowUp', 'PageUp', 'Home']

interface AtEnd {
  readonly atEnd: boolean
  readonly toEnd: () => void
  /** Leaves the end where it has to scroll, and where the row is to stand at the top. */
  readonly toRow: (index: number, align: 'start' | 'center' | 'auto') => void
}

/**
 * Whether the reader is at the end. It opens there, and rows that grow or are measured keep it there, whatever that
 * does to where the list is scrolled; only the reader's own scrolling leaves it.
 */
export function useAtEnd(
  list: RowList,
  scroll: RefObject<HTMLDivElement | null>,
  count: number,
  /** Whether the list's end is that of the conversation. */
  isEnd = true,
): AtEnd {
  const [atEnd, setAtEnd] = useState(true)
  const stay = useRef(true)
  const follow = useRef(() => {})
  const now = useRef(list)
  now.current = list
  const reachesEnd = useRef(isEnd)
  reachesEnd.current = isEnd
  useLayoutEffect(() => {
    const box = scroll.current
    if (!box) return
    const reader = watchHand(box)
    let later: ReturnType<typeof setTimeout> | undefined
    // Who scrolls just now has moved the list already, though its event may still be to come.
    const keep = () => {
      clearTimeout(later)
      if (!stay.current) setAtEnd(reachesEnd.current && isAtEnd(box))
      else if (reader.scrolls()) later = setTimeout(keep, handMs)
      else if (!isAtVeryEnd(box)) now.current.toEnd()
    }
    follow.current = keep
    let [height, rows] = [box.scrollHeight, now.current.size]
    const look = () => {
      const there = reachesEnd.current && isAtEnd(box)
      // The list is moved too where rows change their height, and then it is as the reader left it.
      const moved = box.scrollHeight !== height || now.current.size !== rows
      height = box.scrollHeight
      rows = now.current.size
      const byHand = reader.scrolls()
      reader.scrolled()
      if (there || !moved || byHand) stay.current = there
      else if (stay.current) now.current.toEnd()
      setAtEnd(stay.current)
    }
    // A box that changes its own height (the window, the composer beneath) moves nobody away from the end.
    const resized = new ResizeObserver(keep)
    box.addEventListener('scroll', look, { passive: true })
    resized.observe(box)
    return () => {
      box.removeEventListener('scroll', look)
      resized.disconnect()
      reader.end()
      clearTimeout(later)
    }
  }, [scroll])
  const { size } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: what grew is why the end has moved.
  useLayoutEffect(() => follow.current(), [size, count])
  return {
    atEnd,
    toEnd: () => {
      stay.current = true
      list.toEnd()
    },
    toRow: (index, align) => {
      const below = list.toRow(index, align)
      // Known at once: rows that are measured before the event of scrolling comes would bring the end back.
      if (below !== null) stay.current = isEnd && below <= near
      // Who wants a row at the top has it there too where what is below it has still to come.
      if (align === 'start') stay.current = isEnd && index === count - 1
    },
  }
}

const isAtVeryEnd = (box: HTMLElement): boolean => box.scrollHeight - box.scrollTop - box.clientHeight < 1
const isAtEnd = (box: HTMLElement): boolean => box.scrollHeight - box.scrollTop - box.clientHeight <= near

interface Hand {
  /** Whether what scrolls the box now is the reader. */
  scrolls(): boolean
  /** The scroll that the hand caused has been heard of. */
  scrolled(): void
  end(): void
}

function watchHand(box: HTMLElement): Hand {
  const over = new AbortController()
  const { signal } = over
  let held = false
  let last = Number.NEGATIVE_INFINITY
  let expected = false
  const now = () => {
    last = performance.now()
    expected = box.scrollTop > 0
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
  return {
    scrolls: () => held || performance.now() - last < (expected ? lateMs : handMs),
    scrolled: () => {
      expected = false
    },
    end: () => over.abort(),
  }
}
