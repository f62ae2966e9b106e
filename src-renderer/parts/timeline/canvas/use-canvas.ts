import { type RefObject, useEffect, useState } from 'react'
import { TimelineCanvas } from './timeline-canvas.ts'

/** A `TimelineCanvas` that receives sizes, scrolling and the theme while the component is mounted. */
export function useCanvas(
  scroller: RefObject<HTMLElement | null>,
  canvas: RefObject<HTMLCanvasElement | null>,
  onStage: (stage: TimelineCanvas | null) => void,
): TimelineCanvas | null {
  const [stage, setStage] = useState<TimelineCanvas | null>(null)
  useEffect(() => {
    const [box, sheet] = [scroller.current, canvas.current]
    const context = sheet?.getContext('2d') ?? null
    if (box === null || sheet === null || context === null) return
    const made = new TimelineCanvas(sheet, context)
    const undo = feed(made, box, sheet)
    setStage(made)
    onStage(made)
    return () => {
      undo()
      made.end()
      setStage(null)
      onStage(null)
    }
  }, [scroller, canvas, onStage])
  return stage
}

function feed(stage: TimelineCanvas, box: HTMLElement, sheet: HTMLCanvasElement): () => void {
  const stop = new AbortController()
  const plot = sheet.parentElement ?? box
  const measure = () => stage.resize(plot.clientWidth, box.clientHeight)
  const sizes = new ResizeObserver(measure)
  sizes.observe(plot)
  sizes.observe(box)
  box.addEventListener('scroll', () => stage.scrolled(box.scrollTop), { signal: stop.signal, passive: true })
  const theme = new MutationObserver(() => stage.themeChanged())
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  // Text measured before the fonts were loaded is drawn again.
  void document.fonts.ready.then(() => !stop.signal.aborted && stage.themeChanged())
  return () => {
    stop.abort()
    sizes.disconnect()
    theme.disconnect()
  }
}
