import { formatDuration } from '../../../../src-shared/base/format.ts'
import { toX } from '../model/viewport.ts'
import type { Scene } from './scene.ts'
import { textWidth } from './text.ts'

/** Narrower than this a break could not be seen, pixels. */
const minWidth = 2
const wave = 5

/** Idle stretches that the axis leaves out: a quiet column between two torn edges, with how long it was. */
export function paintBreaks(context: CanvasRenderingContext2D, scene: Scene): void {
  const { axis, time, viewport, width, height, theme } = scene
  for (let index = 1; index < time.run.length; index++) {
    const [from = 0, to = 0] = [time.axis[index - 1], time.axis[index]]
    if (to < viewport.from || from > viewport.to) continue
    const lasted = (time.run[index] ?? 0) - (time.run[index - 1] ?? 0)
    if (lasted <= to - from + 1) continue
    const left = toX(viewport, width, from)
    const right = toX(viewport, width, to)
    if (right - left < minWidth) continue
    context.fillStyle = theme.sunk
    context.fillRect(left, axis, right - left, height)
    for (const x of [left, right]) torn(context, x, axis, height, theme.edgeStrong)
    nameIt(context, scene, (left + right) / 2, right - left, formatDuration(lasted))
  }
}

function torn(context: CanvasRenderingContext2D, x: number, axis: number, height: number, colour: string): void {
  context.strokeStyle = colour
  context.lineWidth = 1
  context.beginPath()
  for (let y = axis - 4, side = 1; y < height; y += wave, side = -side) context.lineTo(x + side * 1.5, y)
  context.stroke()
}

/** Upright where it has room; the axis tells what is left out by its numbers as well. */
function nameIt(context: CanvasRenderingContext2D, scene: Scene, middle: number, room: number, text: string): void {
  if (room < 14) return
  const long = textWidth(context, scene.theme.mono, text)
  context.save()
  context.font = scene.theme.mono
  context.fillStyle = scene.theme.ink3
  context.textBaseline = 'middle'
  context.translate(middle, scene.axis + 10)
  if (room < long + 8) context.rotate(Math.PI / 2)
  else context.translate(-long / 2, 4)
  context.fillText(text, 0, 0)
  context.restore()
}
