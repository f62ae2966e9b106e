import { useEffect } from 'react'
import { usePanelRef } from 'react-resizable-panels'
import { useTimelineHeight } from '../stores/session/timeline-store.ts'

/** The part of the window that the timeline takes by itself at most; a person may give it more. */
const maxPart = 0.4
const minHeight = 150

/** What was last fitted, pixels: it is no size that a person chose. */
let fitted: number | null = null
export const isFitted = (pixels: number): boolean => fitted !== null && Math.abs(pixels - fitted) < 2

/**
 * Lets the timeline grow to its content, until a person gives it a size.
 * @param fits whether it is shown, and nobody gave it a size
 */
export function useFittedTimeline(fits: boolean) {
  const panel = usePanelRef()
  const content = useTimelineHeight((state) => state.content)
  useEffect(() => {
    if (!fits || content === null) return undefined
    // It grows and does not shrink again: the conversation above it stays in place from one run to the next.
    const pixels = Math.round(Math.min(Math.max(content, minHeight, fitted ?? 0), innerHeight * maxPart))
    fitted = pixels
    // A panel that was mounted just now is known to its group from the next frame on, and throws until then.
    const frame = requestAnimationFrame(() => panel.current?.resize(pixels))
    return () => cancelAnimationFrame(frame)
  }, [panel, content, fits])
  return panel
}
