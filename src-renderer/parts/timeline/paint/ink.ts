import type { Scene } from './scene.ts'
import { hatchesOf } from './shapes.ts'
import { readTheme } from './theme.ts'

/** What a theme gives a picture to draw with. */
export type Ink = Pick<Scene, 'theme' | 'hatch'>

export function inkOf(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D): Ink {
  const theme = readTheme(canvas)
  return { theme, hatch: hatchesOf(context, theme) }
}
