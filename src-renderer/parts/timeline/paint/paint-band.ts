import { formatDuration } from '../../../../src-shared/base/format.ts'
import { spanDuration, spanLabel } from '../../../run/span-names.ts'
import { spanOfBar } from '../model/layout.ts'
import type { Box, Scene } from './scene.ts'
import { cross, dashed, rounded } from './shapes.ts'
import { fitText, textWidth } from './text.ts'
import { phaseFill } from './theme.ts'

const inset = 8

/** A phase or a child run: a band with its name, which stays in sight while any of the band is. */
export function paintBand(context: CanvasRenderingContext2D, scene: Scene, index: number, box: Box): void {
  const span = spanOfBar(scene.layout, scene.run, index)
  if (span === undefined) return
  const { theme } = scene
  context.fillStyle = span.kind === 'phase' ? phaseFill(theme, span.name) : theme.fill.child
  rounded(context, box, 4)
  context.fill()
  if (span.state === 'interrupted') dashed(context, box, theme.ink3)
  if (span.state === 'failed') cross(context, box.x + box.width - 10, box.y + box.height / 2, theme.bad)
  const mark = span.state === 'failed' ? 18 : inset
  bandLabel(context, scene, spanLabel(span), spanDuration(span, scene.nowMs), { ...box, width: box.width - mark })
}

/** Its name, and how long it took where there is room: in the part of the box that is in sight. @param took ms */
export function bandLabel(context: CanvasRenderingContext2D, scene: Scene, name: string, took: number, box: Box): void {
  const { theme } = scene
  const x = Math.max(box.x, 0) + inset
  const room = Math.min(box.x + box.width, scene.width) - x
  if (room < 20) return
  context.textBaseline = 'middle'
  const middle = box.y + box.height / 2 + 0.5
  const label = fitText(context, theme.font, name, room)
  context.font = theme.font
  context.fillStyle = theme.ink
  context.fillText(label, x, middle)
  const used = textWidth(context, theme.font, label) + inset
  const duration = formatDuration(took)
  if (textWidth(context, theme.mono, duration) > room - used) return
  context.font = theme.mono
  context.fillStyle = theme.ink3
  context.fillText(duration, x + used, middle)
}
