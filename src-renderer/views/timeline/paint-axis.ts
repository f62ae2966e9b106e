import { axisHeight, type Scene } from './scene.ts'
import { tickLabel, ticksOf } from './ticks.ts'
import { toX } from './viewport.ts'

const leastBetween = 88

export function paintGrid(context: CanvasRenderingContext2D, scene: Scene): void {
  const { viewport, width, height, theme } = scene
  context.fillStyle = theme.edge
  for (const tick of ticksOf(viewport.from, viewport.to, width, leastBetween).ticks) {
    context.fillRect(Math.round(toX(viewport, width, tick)), axisHeight - 4, 1, height)
  }
}

export function paintAxis(context: CanvasRenderingContext2D, scene: Scene): void {
  const { viewport, width, theme } = scene
  const { step, ticks } = ticksOf(viewport.from, viewport.to, width, leastBetween)
  context.fillStyle = theme.ink3
  context.font = theme.mono
  context.textBaseline = 'middle'
  for (const tick of ticks) {
    const x = Math.round(toX(viewport, width, tick))
    if (x < width - 24) context.fillText(tickLabel(tick, step), x + 5, axisHeight / 2)
  }
}
