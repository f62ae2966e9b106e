import { useStore } from 'zustand'
import type { CanvasState } from './canvas-state.ts'
import type { TimelineCanvas } from './timeline-canvas.ts'

const noCanvas = { subscribe: () => () => {}, getState: () => null, getInitialState: () => null }

/** A part of a picture's state. @param canvas null until it is mounted; its state is null then, too */
export function useCanvasState<T>(canvas: TimelineCanvas | null, part: (state: CanvasState | null) => T): T {
  return useStore(canvas?.state ?? noCanvas, part)
}
