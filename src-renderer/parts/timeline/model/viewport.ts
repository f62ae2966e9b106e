/** The stretch of time that is in sight, ms since the run's start. Pure: every change gives a new one. */
export interface Viewport {
  readonly from: number
  readonly to: number
}

/** Nothing the app measures is shorter than a microsecond. */
const shortest = 0.5
/** Room after the end, as a part of the whole. */
const slack = 0.03

/** All of a run that lasts `endMs`. */
export function fitted(endMs: number): Viewport {
  return { from: 0, to: Math.max(endMs, 200) * (1 + slack) }
}

export const spanOf = ({ from, to }: Viewport): number => to - from
export const middleOf = ({ from, to }: Viewport): number => (from + to) / 2
export const toX = (view: Viewport, width: number, ms: number): number => ((ms - view.from) / spanOf(view)) * width
export const toMs = (view: Viewport, width: number, x: number): number => view.from + (x / width) * spanOf(view)

/** @param factor below 1 comes nearer. The moment `at` stays under the pointer. */
export function zoomedAt(view: Viewport, at: number, factor: number, endMs: number): Viewport {
  const most = spanOf(fitted(endMs))
  const span = Math.min(most, Math.max(shortest, spanOf(view) * factor))
  const part = spanOf(view) === 0 ? 0.5 : (at - view.from) / spanOf(view)
  return kept({ from: at - span * part, to: at + span * (1 - part) }, endMs)
}

export function panned(view: Viewport, ms: number, endMs: number): Viewport {
  return kept({ from: view.from + ms, to: view.to + ms }, endMs)
}

/** The same stretch, moved so that it does not leave the run. */
function kept(view: Viewport, endMs: number): Viewport {
  const all = fitted(endMs)
  const span = Math.min(spanOf(view), spanOf(all))
  const from = Math.min(Math.max(view.from, all.from), all.to - span)
  return { from, to: from + span }
}

/** The same stretch with the present near its right edge. */
export function following(view: Viewport, endMs: number): Viewport {
  const span = Math.min(spanOf(view), spanOf(fitted(endMs)))
  const to = Math.max(endMs + span * slack, span)
  return { from: to - span, to }
}

/** Moves only as far as it takes to have all of a stretch in sight; comes nearer or farther where it must. */
export function shown(view: Viewport, start: number, end: number, endMs: number): Viewport {
  const span = spanOf(view)
  const length = end - start
  if (start >= view.from && end <= view.to) return view
  if (length > span * 0.9) return kept({ from: start - length * 0.1, to: end + length * 0.1 }, endMs)
  const centre = start + length / 2
  return kept({ from: centre - span / 2, to: centre + span / 2 }, endMs)
}

/** Whether less than all is in sight. */
export function isZoomed(view: Viewport, endMs: number): boolean {
  return spanOf(view) < spanOf(fitted(endMs)) * 0.985
}
