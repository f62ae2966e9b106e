import { type RefObject, useEffect, useState } from 'react'
import { TimelineCanvas } from './timeline-canvas.ts'

/** A `TimelineCanvas` that receives sizes, scrolling and the theme while the component is mounted. */
export function useCanvas(
  scroller: RefObject<HTMLElement | null>,
  sheet: RefObject<HTMLCanvasElement | null>,
  onCanvas: (canvas: TimelineCanvas | null) => void,
): TimelineCanvas | null {
  const [canvas, setCanvas] = useState<TimelineCanvas | null>(null)
  useEffect(() => {
    const [box, drawnOn] = [scroller.current, sheet.current]
    const context = drawnOn?.getContext('2d') ?? null
    if (box === null || drawnOn === null || context === null) return
    const made = new TimelineCanvas(drawnOn, context)
    const undo = feed(made, box, drawnOn)
    setCanvas(made)
    onCanvas(made)
    return () => {
      undo()
      made.end()
      setCanvas(null)
      onCanvas(null)
    }
  }, [scroller, sheet, onCanvas])
  return canvas
}

function feed(canvas: TimelineCanvas, box: HTMLElement, sheet: HTMLCanvasElement): () => void {
  const stop = new AbortController()
  const plot = sheet.parentElement ?? box
  const measure = () => canvas.resize(plot.clientWidth, box.clientHeight)
  const sizes = new ResizeObserver(measure)
  sizes.observe(plot)
  sizes.observe(box)
  box.addEventListener('scroll', () => canvas.scrolled(box.scrollTop), { signal: stop.signal, passive: true })
  const theme = new MutationObserver(() => canvas.themeChanged())
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  // Text measured before the fonts were loaded is drawn again.
  void document.fonts.ready.then(() => !stop.signal.aborted && canvas.themeChanged())
  return () => {
    stop.abort()
    sizes.disconnect()
    theme.disconnect()
  }
}
