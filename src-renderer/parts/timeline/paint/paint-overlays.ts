import { toAxis } from '../../../run/time-map.ts'
import { minWidth } from '../model/hit.ts'
import type { Place } from '../model/layout.ts'
import { toX } from '../model/viewport.ts'
import type { Box, Scene } from './scene.ts'
import { strokeOutline } from './shapes.ts'

/** A ring around each bar of a span. */
export function outlineSpan(
  context: CanvasRenderingContext2D,
  scene: Scene,
  index: number,
  color: string,
  wide: number,
): void {
  const places = index < 0 ? [] : [scene.layout.places[index], scene.layout.waits.get(index)]
  for (const place of places) {
    const box = place === undefined ? null : boxOf(scene, place)
    if (box !== null) strokeOutline(context, box, color, wide, 2.5)
  }
}

/** The position of a bar, px of the content; null if its line is folded away. */
export function boxOf(
  scene: Pick<Scene, 'rows' | 'viewport' | 'width' | 'present'>,
  { track, slot }: Place,
): Box | null {
  const line = scene.rows.lineOf.get(track)
  if (line === undefined) return null
  const { viewport, width, present } = scene
  const start = track.start[slot] ?? 0
  const end = Math.min(track.end[slot] ?? start, Math.max(present, start))
  const x = toX(viewport, width, start)
  return { x, y: line.top, width: Math.max(minWidth, toX(viewport, width, end) - x), height: line.height }
}

/** The range whose totals are shown. */
export function paintRange(context: CanvasRenderingContext2D, scene: Scene): void {
  const { range, viewport, width, height, theme } = scene
  if (range === null) return
  const from = toX(viewport, width, toAxis(scene.time, range.from))
  const to = toX(viewport, width, toAxis(scene.time, range.to, 'end'))
  context.fillStyle = theme.accent
  context.globalAlpha = 0.1
  context.fillRect(from, 0, to - from, height)
  context.globalAlpha = 1
  context.fillRect(Math.round(from), 0, 1, height)
  context.fillRect(Math.round(to), 0, 1, height)
}

/** Fades everything after the moment being played back. */
export function paintFuture(context: CanvasRenderingContext2D, scene: Scene, at: number): void {
  const x = Math.max(0, toX(scene.viewport, scene.width, at))
  context.fillStyle = scene.theme.pane
  context.globalAlpha = 0.62
  context.fillRect(x, scene.axis, Math.max(0, scene.width - x), scene.height)
  context.globalAlpha = 1
}

/** Marks the first difference from the compared run: a dashed line with a flag. */
export function paintDivergence(context: CanvasRenderingContext2D, scene: Scene, index: number): void {
  const place = scene.layout.places[index] ?? scene.layout.waits.get(index)
  const x = Math.round(toX(scene.viewport, scene.width, place?.track.start[place.slot] ?? Number.NaN))
  if (!(x >= -6 && x <= scene.width)) return
  context.save()
  context.strokeStyle = context.fillStyle = scene.theme.warn
  context.lineWidth = 1.5
  context.setLineDash([4, 3])
  context.beginPath()
  const top = Math.max(0, scene.axis - 12)
  context.moveTo(x, top)
  context.lineTo(x, scene.height)
  context.stroke()
  context.beginPath()
  context.moveTo(x, top)
  context.lineTo(x + 9, top + 4)
  context.lineTo(x, top + 8)
  context.fill()
  context.restore()
}

/** The present of the run, or the playback position. */
export function paintPlayhead(context: CanvasRenderingContext2D, scene: Scene, at: number): void {
  const x = Math.round(toX(scene.viewport, scene.width, at))
  if (x < 0 || x > scene.width) return
  context.fillStyle = scene.theme.accent
  context.fillRect(x - 0.75, scene.axis - 4, 1.5, scene.height)
  if (scene.axis === 0) return
  context.beginPath()
  context.arc(x, scene.axis - 4, 3.5, 0, 2 * Math.PI)
  context.fill()
}
