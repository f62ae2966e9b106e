import { toAxis, toRun } from '../../../run/time-map.ts'
import { labelOf, stepOf, ticksOf } from '../model/ticks.ts'
import { spanOf, toX } from '../model/viewport.ts'
import type { Scene } from './scene.ts'
import { textWidth } from './text.ts'

const minBetween = 88
/** Between a tick and its label, px. */
const gap = 5

export function paintGrid(context: CanvasRenderingContext2D, scene: Scene): void {
  const { axis, height, theme } = scene
  context.fillStyle = theme.edge
  for (const { x } of ticksIn(scene)) context.fillRect(x, axis - 4, 1, height)
}

/** Labels that would touch each other or the right edge are left out. */
export function paintAxis(context: CanvasRenderingContext2D, scene: Scene): void {
  const { axis, width, theme } = scene
  if (axis === 0) return
  let free = Number.NEGATIVE_INFINITY
  for (const { x, label } of ticksIn(scene)) {
    const end = x + gap + textWidth(context, theme.mono, label)
    if (x < free || end > width - 2) continue
    context.fillStyle = theme.ink3
    context.font = theme.mono
    context.textBaseline = 'middle'
    context.fillText(label, x + gap, axis / 2)
    free = end + gap
  }
}

/** Ticks at round values. If a break brings several close together, only the first is labeled. */
function ticksIn({ viewport, width, scale }: Scene): { readonly x: number; readonly label: string }[] {
  const { values, kind } = scale
  const xOf = (at: number) => Math.round(toX(viewport, width, at))
  const step = stepOf(kind, (spanOf(viewport) / Math.max(1, width)) * minBetween)
  if (scale.breaks.length === 0 && values.run.length === 1) {
    return ticksOf(viewport.from, viewport.to, step).map((tick) => ({ x: xOf(tick), label: labelOf(kind, tick, step) }))
  }
  const found: { x: number; label: string }[] = []
  const last = toRun(values, viewport.to)
  // Each iteration advances to the next tick, or past a break, so the width bounds their number.
  for (let tick = Math.ceil(toRun(values, viewport.from) / step) * step; tick <= last; ) {
    const x = xOf(toAxis(values, tick))
    const before = found.at(-1)
    if (before === undefined || x - before.x >= minBetween * 0.6) found.push({ x, label: labelOf(kind, tick, step) })
    const next = toRun(values, toAxis(values, tick) + step * 0.6)
    tick = Math.max(tick + step, Math.ceil(next / step) * step)
  }
  return found
}
