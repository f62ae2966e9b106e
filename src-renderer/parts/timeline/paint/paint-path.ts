import type { ShownPath } from '../model/shown-path.ts'
import { toX } from '../model/viewport.ts'
import { boxOf } from './paint-overlays.ts'
import type { Scene } from './scene.ts'

const thick = 2
const above = 2.5

/**
 * The critical path as a line from bar to bar. Of spans that end within the same pixel only one is drawn, so the cost
 * depends on the width, not on the run's length.
 */
export function paintPath(context: CanvasRenderingContext2D, scene: Scene, { drawn }: Pick<ShownPath, 'drawn'>): void {
  const { width, theme } = scene
  context.strokeStyle = theme.accent
  context.lineWidth = thick
  context.beginPath()
  let before: number | null = null
  for (let next = firstEndingAfter(scene, drawn, 0); next < drawn.length; ) {
    const place = scene.layout.places[drawn[next] ?? -1]
    const box = place === undefined ? null : boxOf(scene, place)
    if (box === null) {
      next += 1
      continue
    }
    const y = box.y - above
    if (before === null) context.moveTo(box.x, y)
    else if (before !== y) {
      context.lineTo(box.x, before)
      context.lineTo(box.x, y)
    }
    if (box.x > width) break
    context.lineTo(box.x + box.width, y)
    before = y
    next = Math.max(next + 1, firstEndingAfter(scene, drawn, box.x + 1, next))
  }
  context.stroke()
}

/** The first span that ends right of a pixel. Binary search: the spans are in order. */
function firstEndingAfter({ layout, viewport, width }: Scene, drawn: readonly number[], x: number, from = 0): number {
  let [low, high] = [from, drawn.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const place = layout.places[drawn[middle] ?? -1]
    const end = place?.track.end[place.slot] ?? 0
    if (toX(viewport, width, end) <= x) low = middle + 1
    else high = middle
  }
  return low
}
