import { formatDuration } from '../../../../src-shared/base/format.ts'
import { toX } from '../model/viewport.ts'
import type { Scene } from './scene.ts'
import { textWidth } from './text.ts'

/** Narrower breaks would not be visible, px. */
const minWidth = 2
const wave = 5

/** Idle ranges omitted from the axis: a column between two torn edges, labeled with its duration. */
export function paintBreaks(context: CanvasRenderingContext2D, scene: Scene): void {
  const { axis, scale, viewport, width, scrollTop, theme } = scene
  // The visible range, in px of the content.
  const [top, height] = [scrollTop, scene.height - axis]
  for (const { from, to, startMs, lastedMs } of scale.breaks) {
    if (to < viewport.from || from > viewport.to) continue
    const lasted = Math.min(lastedMs, scene.nowMs - startMs)
    const left = toX(viewport, width, from)
    const right = toX(viewport, width, to)
    if (right - left < minWidth) continue
    context.fillStyle = theme.sunk
    context.fillRect(left, top, right - left, height)
    for (const x of [left, right]) torn(context, x, { top, bottom: top + height }, theme.edgeStrong)
    if (scene.size !== 'strip')
      nameIt(context, scene, { middle: (left + right) / 2, top, room: right - left }, formatDuration(lasted))
  }
}

interface Reach {
  readonly top: number
  readonly bottom: number
}

function torn(context: CanvasRenderingContext2D, x: number, { top, bottom }: Reach, color: string): void {
  context.strokeStyle = color
  context.lineWidth = 1
  context.beginPath()
  for (let y = top, side = 1; y < bottom; y += wave, side = -side) context.lineTo(x + side * 1.5, y)
  context.stroke()
}

interface Gap {
  readonly middle: number
  readonly top: number
  readonly room: number
}

/** Drawn horizontally if there is room, else vertically. The axis labels show the break as well. */
function nameIt(context: CanvasRenderingContext2D, scene: Scene, { middle, top, room }: Gap, text: string): void {
  if (room < 14) return
  const long = textWidth(context, scene.theme.mono, text)
  context.save()
  context.font = scene.theme.mono
  context.fillStyle = scene.theme.ink3
  context.textBaseline = 'middle'
  context.translate(middle, top + 10)
  if (room < long + 8) context.rotate(Math.PI / 2)
  else context.translate(-long / 2, 4)
  context.fillText(text, 0, 0)
  context.restore()
}

/** The part of a range of pixels in which no break hides text: the first that is wide enough, else the widest. */
export function clearStretch(
  { scale, viewport, width }: Pick<Scene, 'scale' | 'viewport' | 'width'>,
  from: number,
  to: number,
  enough: number,
): { readonly from: number; readonly to: number } {
  let widest = { from, to: from }
  let start = from
  const take = (end: number) => {
    if (end - start > widest.to - widest.from) widest = { from: start, to: end }
    return end - start >= enough
  }
  for (const tear of scale.breaks) {
    const [left, right] = [toX(viewport, width, tear.from), toX(viewport, width, tear.to)]
    if (right <= start) continue
    if (left >= to) break
    if (take(left - 2)) return { from: start, to: left - 2 }
    start = right + 2
  }
  take(to)
  return widest
}
