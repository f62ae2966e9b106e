import { ownTime, toAxis, toRun } from '../../../run/time-map.ts'
import { tickLabel, ticksOf } from '../model/ticks.ts'
import { toX } from '../model/viewport.ts'
import type { Scene } from './scene.ts'

const minBetween = 88

export function paintGrid(context: CanvasRenderingContext2D, scene: Scene): void {
  const { axis, height, theme } = scene
  context.fillStyle = theme.edge
  for (const { x } of ticksIn(scene)) context.fillRect(x, axis - 4, 1, height)
}

export function paintAxis(context: CanvasRenderingContext2D, scene: Scene): void {
  const { axis, width, theme } = scene
  if (axis === 0) return
  context.fillStyle = theme.ink3
  context.font = theme.mono
  context.textBaseline = 'middle'
  for (const { x, label } of ticksIn(scene)) if (x < width - 24) context.fillText(label, x + 5, axis / 2)
}

/** Round moments of the run at their places. Of those that a fold brings close together the first is named. */
function ticksIn({ viewport, width, time }: Scene): { readonly x: number; readonly label: string }[] {
  const xOf = (at: number) => Math.round(toX(viewport, width, at))
  if (time === ownTime) {
    const { step, ticks } = ticksOf(viewport.from, viewport.to, width, minBetween)
    return ticks.map((tick) => ({ x: xOf(tick), label: tickLabel(tick, step) }))
  }
  const { step } = ticksOf(viewport.from, viewport.to, width, minBetween)
  const found: { x: number; label: string }[] = []
  const last = toRun(time, viewport.to)
  // Each turn goes on a tick, or to the tick after a stretch that is left out: the width bounds how many there are.
  for (let tick = Math.ceil(toRun(time, viewport.from) / step) * step; tick <= last; ) {
    const x = xOf(toAxis(time, tick))
    const before = found.at(-1)
    if (before === undefined || x - before.x >= minBetween * 0.6) found.push({ x, label: tickLabel(tick, step) })
    const next = toRun(time, toAxis(time, tick) + step * 0.6)
    tick = Math.max(tick + step, Math.ceil(next / step) * step)
  }
  return found
}
