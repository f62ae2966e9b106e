import type { Span } from '../../../../src-shared/run/view/run-view.ts'
import { boxOf } from './paint-overlays.ts'
import type { Box, Scene } from './scene.ts'

const head = 4

/** Arrows of what a selected call came from and led to: from a model call to its tool calls, and from these to the next. */
export function paintLinks(context: CanvasRenderingContext2D, scene: Scene): void {
  const { related, run, theme } = scene
  if (related === null) return
  const calls = [...related].sort((a, b) => a - b).flatMap((index) => placed(scene, index))
  const [first, ...others] = calls.filter(({ span }) => span.kind === 'model' || span.kind === 'tool')
  if (first?.span.kind !== 'model' || run.spans.length === 0) return
  const next = others.find(({ span }) => span.kind === 'model')
  context.strokeStyle = context.fillStyle = theme.accent
  context.lineWidth = 1.5
  for (const { span, box } of others) {
    if (span.kind !== 'tool') continue
    arrow(context, first.box, box)
    if (next !== undefined) arrow(context, box, next.box)
  }
}

function placed(scene: Scene, index: number): { readonly span: Span; readonly box: Box }[] {
  const [span, place] = [scene.run.spans[index], scene.layout.places[index]]
  const box = place === undefined ? null : boxOf(scene, place)
  return span === undefined || box === null ? [] : [{ span, box }]
}

/** From the end of a bar to the start of another one. */
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
