import type { Line } from '../model/rows.ts'
import { spanOf } from '../model/viewport.ts'
import { rangeAmount } from '../scale/range-amount.ts'
import { bandLabel } from './paint-band.ts'
import { paintCall } from './paint-call.ts'
import type { Box, Scene } from './scene.ts'
import { roundedPath } from './shapes.ts'
import { phaseFill } from './theme.ts'

/** A bar for spans that are not loaded yet: its position, its kind, and whether any of them failed. */
export function paintOutlined(
  context: CanvasRenderingContext2D,
  scene: Scene,
  line: Line,
  slot: number,
  box: Box,
): void {
  const { theme } = scene
  const { track } = line
  if (line.name === 'phases' || line.name === 'prompts') {
    const name = track.names.get(slot)
    const kind = track.kind[slot]
    context.fillStyle = kind === 'child' || kind === 'prompt' ? theme.fill[kind] : phaseFill(theme, name?.name ?? '')
    roundedPath(context, box, 4)
    context.fill()
    if (name !== undefined)
      bandLabel(context, scene, name.title, rangeAmount(scene.scale, track.start[slot] ?? 0, track.end[slot] ?? 0), {
        ...box,
        width: box.width - 8,
      })
  } else if (line.name === 'marks') {
    context.fillStyle = theme.fill.mark
    context.beginPath()
    context.arc(box.x + 1, box.y + box.height / 2, 3.25, 0, 2 * Math.PI)
    context.fill()
  } else paintCall(context, scene, track, slot, box, { failures: marksFailure(scene, line, slot) ? [box.x] : [] })
}

/** Minimum distance between crosses, px. */
export const minApart = 10

/** Of failures that are close together only the first is marked. */
function marksFailure({ viewport, width }: Scene, { track }: Line, slot: number): boolean {
  if (track.state[slot] !== 'failed') return false
  const from = (track.start[slot] ?? 0) - minApart * (spanOf(viewport) / width)
  for (let before = slot - 1; before >= 0 && (track.start[before] ?? 0) > from; before--) {
    if (track.state[before] === 'failed') return false
  }
  return true
}
