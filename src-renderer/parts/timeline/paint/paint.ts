import { paintAxis, paintGrid } from './paint-axis.ts'
import { paintBars } from './paint-bars.ts'
import { paintBreaks } from './paint-breaks.ts'
import { paintLinks } from './paint-links.ts'
import { paintMap } from './paint-map.ts'
import { outlineSpan, paintDivergence, paintFuture, paintPlayhead, paintRange } from './paint-overlays.ts'
import { paintPath } from './paint-path.ts'
import { outlinePending } from './paint-pending.ts'
import { paintTracks } from './paint-tracks.ts'
import type { Scene } from './scene.ts'

/** Draws the whole picture, from background to foreground. */
export function paint(context: CanvasRenderingContext2D, scene: Scene, pixelRatio: number): void {
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  context.clearRect(0, 0, scene.width, scene.height)
  paintGrid(context, scene)
  context.save()
  context.beginPath()
  context.rect(0, scene.axis, scene.width, scene.height - scene.axis)
  context.clip()
  context.translate(0, scene.axis - scene.scrollTop)
  for (const line of scene.rows.lines) {
    if (line.top + line.height < scene.scrollTop) continue
    if (line.top > scene.scrollTop + scene.height) continue
    if (line.name !== 'you') paintBars(context, scene, line)
  }
  paintTracks(context, scene)
  paintBreaks(context, scene)
  // Waits for the user lie within the breaks that they cause, so they are drawn over the breaks.
  for (const line of scene.rows.lines) if (line.name === 'you') paintBars(context, scene, line)
  if (scene.path !== null) paintPath(context, scene, scene.path)
  paintLinks(context, scene)
  if (scene.hovered !== null) outlineSpan(context, scene, scene.hovered, scene.theme.ink3, 1)
  if (scene.ahead.hovered !== null) outlinePending(context, scene, scene.ahead.hovered, scene.theme.ink3, 1)
  if (scene.selected !== null) outlineSpan(context, scene, scene.selected, scene.theme.accent, 2)
  if (scene.ahead.selected !== null) outlinePending(context, scene, scene.ahead.selected, scene.theme.accent, 2)
  context.restore()
  paintRange(context, scene)
  if (scene.playhead !== null) paintFuture(context, scene, scene.playhead)
  if (scene.divergence !== null) paintDivergence(context, scene, scene.divergence)
  if (scene.playhead !== null || scene.live) paintPlayhead(context, scene, scene.playhead ?? scene.present)
  paintAxis(context, scene)
  if (scene.map !== null) paintMap(context, scene, scene.map)
}

/** Sizes a canvas to the device's pixels. @param width CSS pixels, as `height` */
export function sizeCanvas(canvas: HTMLCanvasElement, width: number, height: number): void {
  const [wide, high] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)]
  if (canvas.width === wide && canvas.height === high) return
  canvas.width = wide
  canvas.height = high
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
}
