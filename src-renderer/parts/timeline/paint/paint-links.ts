import { boxOf } from './paint-overlays.ts'
import type { Box, Scene } from './scene.ts'

const head = 4

/** Arrows from a model call to the tool calls it requested, and from these to the next model call. */
export function paintLinks(context: CanvasRenderingContext2D, scene: Scene): void {
  const { related, theme } = scene
  if (related === null) return
  context.strokeStyle = context.fillStyle = theme.accent
  context.lineWidth = 1.5
  for (const [from, to] of related.links) {
    const [start, end] = [placed(scene, from), placed(scene, to)]
    if (start !== null && end !== null) arrow(context, start, end)
  }
}

function placed(scene: Scene, index: number): Box | null {
  const place = scene.layout.places[index]
  return place === undefined ? null : boxOf(scene, place)
}

/** From the end of one bar to the start of another. */
function arrow(context: CanvasRenderingContext2D, from: Box, to: Box): void {
  const [x0, y0] = [from.x + from.width - 2, from.y + from.height / 2]
  const [x1, y1] = [to.x, to.y + to.height / 2]
  const bend = Math.max(8, Math.abs(x1 - x0) / 2)
  context.beginPath()
  context.moveTo(x0, y0)
  context.bezierCurveTo(x0 + bend, y0, x1 - bend - head, y1, x1 - head, y1)
  context.stroke()
  context.beginPath()
  context.moveTo(x1, y1)
  context.lineTo(x1 - head, y1 - head)
  context.lineTo(x1 - head, y1 + head)
  context.fill()
}
