/** The visible range of the axis, ms since the run's start. Immutable: every change returns a new one. */
export interface Viewport {
  readonly from: number
  readonly to: number
}

/** Minimum length of the visible range, ms. */
const shortest = 0.5
/** Space after the end, as a part of the whole. */
const slack = 0.03

/** The viewport that shows a whole run of `endMs`. */
export function fitAll(endMs: number): Viewport {
  return { from: 0, to: Math.max(endMs, 200) * (1 + slack) }
}

export const spanOf = ({ from, to }: Viewport): number => to - from
export const middleOf = ({ from, to }: Viewport): number => (from + to) / 2
export const toX = (view: Viewport, width: number, ms: number): number => ((ms - view.from) / spanOf(view)) * width
export const toMs = (view: Viewport, width: number, x: number): number => view.from + (x / width) * spanOf(view)

/** @param factor below 1 zooms in. The time `at` stays at the same pixel. */
export function zoomAt(view: Viewport, at: number, factor: number, endMs: number): Viewport {
  const most = spanOf(fitAll(endMs))
  const span = Math.min(most, Math.max(shortest, spanOf(view) * factor))
  const part = spanOf(view) === 0 ? 0.5 : (at - view.from) / spanOf(view)
  return clamped({ from: at - span * part, to: at + span * (1 - part) }, endMs)
}

export function panBy(view: Viewport, ms: number, endMs: number): Viewport {
  return clamped({ from: view.from + ms, to: view.to + ms }, endMs)
}

/** The same length, moved so that it stays within the run. */
function clamped(view: Viewport, endMs: number): Viewport {
  const all = fitAll(endMs)
  const span = Math.min(spanOf(view), spanOf(all))
  const from = Math.min(Math.max(view.from, all.from), all.to - span)
  return { from, to: from + span }
}

/** The same length, moved so that the present is near its right edge. */
export function followEnd(view: Viewport, endMs: number): Viewport {
  const span = Math.min(spanOf(view), spanOf(fitAll(endMs)))
  const to = Math.max(endMs + span * slack, span)
  return { from: to - span, to }
}

/** Moves only as far as needed to show a whole range; zooms only if it must. */
export function showRange(view: Viewport, start: number, end: number, endMs: number): Viewport {
  const span = spanOf(view)
  const length = end - start
  if (start >= view.from && end <= view.to) return view
  if (length > span * 0.9) return clamped({ from: start - length * 0.1, to: end + length * 0.1 }, endMs)
  const centre = start + length / 2
  return clamped({ from: centre - span / 2, to: centre + span / 2 }, endMs)
}

/** Whether part of the run is out of view. */
export function isZoomed(view: Viewport, endMs: number): boolean {
  return spanOf(view) < spanOf(fitAll(endMs)) * 0.985
}
