import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { RowList } from './use-row-list.ts'

/** Maximum distance from the end that counts as being there, px. */
const near = 24

/** A scroll within this time after a key, the wheel or a touch is attributed to the reader, ms. */
const handMs = 200
/** A busy window delivers scroll events late: up to this long after the input, ms. */
const lateMs = 2000
const keysUp = ['ArrowUp', 'PageUp', 'Home']

interface AtEnd {
  readonly atEnd: boolean
  readonly toEnd: () => void
  /** Scrolls to a row; leaves the end if that requires scrolling or the row must be at the top. */
  readonly toRow: (index: number, align: 'start' | 'center' | 'auto') => void
}

/**
 * Tracks whether the reader is at the end. The list opens there and stays there when rows grow or are measured; only
 * the reader's own scrolling leaves it.
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
    // A reader who is scrolling has already moved the list, though its event may still be pending.
    const keep = () => {
      clearTimeout(later)
      if (!stay.current) setAtEnd(reachesEnd.current && isAtEnd(box))
      else if (reader.scrolls()) later = setTimeout(keep, handMs)
      else if (!isAtVeryEnd(box)) now.current.toEnd()
    }
    follow.current = keep
    let [height, rows, room] = [box.scrollHeight, now.current.size, box.clientHeight]
    const look = () => {
      const there = reachesEnd.current && isAtEnd(box)
      // Row height changes move the list too, as does a question that opens or closes below it; neither counts as the
      // reader's scrolling.
      const moved = box.scrollHeight !== height || now.current.size !== rows || box.clientHeight !== room
      height = box.scrollHeight
      rows = now.current.size
      room = box.clientHeight
      const byHand = reader.scrolls()
      reader.scrolled()
      if (there || !moved || byHand) stay.current = there
      else if (stay.current) now.current.toEnd()
      setAtEnd(stay.current)
    }
    // Resizing the box (the window or the composer below) does not leave the end.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: growth is what moves the end.
  useLayoutEffect(() => follow.current(), [size, count])
  return {
    atEnd,
    toEnd: () => {
      stay.current = true
      list.toEnd()
    },
    toRow: (index, align) => {
      const below = list.toRow(index, align)
      // Set immediately: measuring rows before the scroll event would scroll back to the end.
      if (below !== null) stay.current = isEnd && below <= near
      // A row requested at the top stays there while the rows below it load.
      if (align === 'start') stay.current = isEnd && index === count - 1
    },
  }
}

const isAtVeryEnd = (box: HTMLElement): boolean => box.scrollHeight - box.scrollTop - box.clientHeight < 1
const isAtEnd = (box: HTMLElement): boolean => box.scrollHeight - box.scrollTop - box.clientHeight <= near

interface Hand {
  /** Whether the reader caused the current scroll. */
  scrolls(): boolean
  /** Marks the reader's scroll as handled. */
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
  // Dragging the scroll bar, or selecting text.
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
