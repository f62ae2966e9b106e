import { useSyncExternalStore } from 'react'
import { create } from 'zustand'

/**
 * Below this height, CSS pixels, the timeline is a strip and the composer one row, to leave room for the conversation.
 */
export const lowHeight = 820

const low = matchMedia(`(max-height: ${lowHeight - 0.02}px)`)

const listen = (changed: () => void) => {
  low.addEventListener('change', changed)
  return () => low.removeEventListener('change', changed)
}

export function useLowWindow(): boolean {
  return useSyncExternalStore(listen, () => low.matches)
}

export const isLowWindow = (): boolean => low.matches

/** Whether the timeline of a low window is open over the conversation; otherwise it is a strip. */
export const useTimelineOver = create<{ readonly over: boolean }>(() => ({ over: false }))

export function setTimelineOverlay(over: boolean): void {
  useTimelineOver.setState({ over })
}
