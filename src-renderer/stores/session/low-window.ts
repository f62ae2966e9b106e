import { useSyncExternalStore } from 'react'
import { create } from 'zustand'

/**
 * Below this height, CSS pixels, the timeline is a strip and the composer one row, to leave room for the conversation.
 */
export const lowHeight = 820

const low = matchMedia(`(max-height: ${lowHeight - 0.02}px)`)
/** Below this width, CSS pixels, what floats at the right covers the conversation. */
const narrow = matchMedia('(max-width: 1279.98px)')

const listenTo = (query: MediaQueryList) => (changed: () => void) => {
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
const [lowChanges, narrowChanges] = [listenTo(low), listenTo(narrow)]

export function useLowWindow(): boolean {
  return useSyncExternalStore(lowChanges, () => low.matches)
}

export function useNarrowWindow(): boolean {
  return useSyncExternalStore(narrowChanges, () => narrow.matches)
}

export const isLowWindow = (): boolean => low.matches

/** Whether the timeline of a low window is open over the conversation; otherwise it is a strip. */
export const useTimelineOver = create<{ readonly over: boolean }>(() => ({ over: false }))

export function setTimelineOverlay(over: boolean): void {
  useTimelineOver.setState({ over })
}
