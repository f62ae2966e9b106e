import type { Box, HatchPatterns, Scene } from './scene.ts'
import { mapKinds, readDimTheme, readTheme, type Theme } from './theme.ts'

/** Small shapes that show the state without relying on color. */

export function roundedPath(context: CanvasRenderingContext2D, { x, y, width, height }: Box, radius: number): void {
  context.beginPath()
  context.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2))
}

/** Failed: a cross. */
export function cross(context: CanvasRenderingContext2D, x: number, y: number, color: string, size = 3.5): void {
  context.strokeStyle = color
  context.lineWidth = 1.75
  context.beginPath()
  context.moveTo(x - size, y - size)
  context.lineTo(x + size, y + size)
  context.moveTo(x + size, y - size)
  context.lineTo(x - size, y + size)
  context.stroke()
}

/** Interrupted: a dashed outline. */
export function strokeDashed(context: CanvasRenderingContext2D, box: Box, color: string): void {
  context.save()
  context.strokeStyle = color
  context.lineWidth = 1
  context.setLineDash([3, 2])
  roundedPath(context, { x: box.x + 0.5, y: box.y + 0.5, width: Math.max(1, box.width - 1), height: box.height - 1 }, 3)
  context.stroke()
  context.restore()
}

export function strokeOutline(
  context: CanvasRenderingContext2D,
  box: Box,
  color: string,
  wide: number,
  away = 0,
): void {
  context.strokeStyle = color
  context.lineWidth = wide
  const { x, y, width, height } = box
  roundedPath(context, { x: x - away, y: y - away, width: width + 2 * away, height: height + 2 * away }, 3 + away)
  context.stroke()
}

/** The stripes of each kind in a theme. */
const hatchesOf = (context: CanvasRenderingContext2D, { fill }: Theme): HatchPatterns =>
  mapKinds((kind) => hatchOf(context, fill[kind]))

/** Diagonal stripes: time spent waiting for the user. */
function hatchOf(context: CanvasRenderingContext2D, color: string): CanvasPattern | string {
  const tile = document.createElement('canvas')
  tile.width = tile.height = 12
  const brush = tile.getContext('2d')
  if (brush === null) return color
  brush.strokeStyle = color
  brush.lineWidth = 1.75
  brush.beginPath()
  // Six pixels apart, drawn past the edges so that tiles join.
  for (let at = -12; at <= 24; at += 6) {
    brush.moveTo(at, 12)
    brush.lineTo(at + 12, 0)
  }
  brush.stroke()
  return context.createPattern(tile, 'repeat') ?? color
}

/** The part of a scene that depends on the theme. */
export type Ink = Pick<Scene, 'theme' | 'hatch' | 'dim'>

export function inkOf(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D): Ink {
  const theme = readTheme(canvas)
  const dim = readDimTheme(canvas, theme)
  return { theme, hatch: hatchesOf(context, theme), dim: { theme: dim, hatch: hatchesOf(context, dim) } }
}
