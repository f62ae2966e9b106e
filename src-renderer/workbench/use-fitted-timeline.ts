import { useEffect } from 'react'
import { usePanelRef } from 'react-resizable-panels'
import { useTimelineHeight } from '../stores/session/timeline-store.ts'

/** The maximum share of the window that the timeline takes by itself; a person may give it more. */
const maxPart = 0.4
const minHeight = 150

/** The last fitted height, pixels: not a size that a person chose. */
let fitted: number | null = null
export const isFitted = (pixels: number): boolean => fitted !== null && Math.abs(pixels - fitted) < 2

/**
 * Lets the timeline grow with its content until a person resizes it.
 * @param fits whether it is shown and was never resized
 */
export function useFittedTimeline(fits: boolean) {
  const panel = usePanelRef()
  const content = useTimelineHeight((state) => state.content)
  useEffect(() => {
    if (!fits || content === null) return undefined
    // It never shrinks by itself, so that the conversation above it does not move from one run to the next.
    const pixels = Math.round(Math.min(Math.max(content, minHeight, fitted ?? 0), innerHeight * maxPart))
    fitted = pixels
    // A newly mounted panel is registered with its group in the next frame; calls before that throw.
    const frame = requestAnimationFrame(() => panel.current?.resize(pixels))
    return () => cancelAnimationFrame(frame)
  }, [panel, content, fits])
  return panel
}
