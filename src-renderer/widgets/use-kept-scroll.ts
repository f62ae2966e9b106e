import { type RefObject, useLayoutEffect } from 'react'

interface Offset {
  readonly top: number
  readonly left: number
}

/** By key, for as long as the window is open. */
const kept = new Map<string, Offset>()

/** Keeps where an element is scrolled, and scrolls there when it is rendered again, in pixels. */
export function useKeptScroll(box: RefObject<HTMLElement | null>, key: string): void {
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const isReturning = new AbortController()
    const wanted = kept.get(key)
    if (wanted === undefined) isReturning.abort()
    else scrollWhenPossible(element, wanted, isReturning)
    const keep = () => {
      if (isReturning.signal.aborted) kept.set(key, { top: element.scrollTop, left: element.scrollLeft })
    }
    element.addEventListener('scroll', keep, { passive: true })
    return () => {
      isReturning.abort()
      element.removeEventListener('scroll', keep)
    }
  }, [box, key])
}

/** Contents may come in parts, so that the place exists only later: until it is reached, or the user does something. */
function scrollWhenPossible(element: HTMLElement, { top, left }: Offset, until: AbortController): void {
  const go = () => {
    element.scrollTo({ top, left, behavior: 'instant' })
    if (Math.abs(element.scrollTop - top) <= 1 && Math.abs(element.scrollLeft - left) <= 1) until.abort()
  }
  const changes = new MutationObserver(go)
  until.signal.addEventListener('abort', () => changes.disconnect(), { once: true })
  for (const kind of ['wheel', 'pointerdown', 'touchstart', 'keydown'])
    element.addEventListener(kind, () => until.abort(), { signal: until.signal, passive: true })
  changes.observe(element, { childList: true, subtree: true })
  go()
}
