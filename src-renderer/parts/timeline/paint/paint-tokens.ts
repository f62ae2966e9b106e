import type { Row } from '../model/rows.ts'
import type { TokenBar, TokenTracks } from '../model/token-tracks.ts'
import { toX } from '../model/viewport.ts'
import type { Scene } from './scene.ts'
import { roundedPath } from './shapes.ts'
import { fitText, textWidth } from './text.ts'

/** Space below a bar for its text, and between texts, px. */
const textHeight = 13
const gap = 6

/** The input that each tool call added. */
export function paintAdded(context: CanvasRenderingContext2D, scene: Scene, row: Row, { added }: TokenTracks): void {
  const high = row.height - textHeight
  eachInSight(scene, added, (bar, x, wide) => {
    context.fillStyle = scene.theme.fill[bar.kind]
    roundedPath(context, { x, y: row.top, width: Math.max(2, wide - 1), height: high }, 3)
    context.fill()
  })
  paintTexts(context, scene, row, added, 'left')
}

/** The cached share of each call's input: a block of that height, or a warning color if nothing was cached. */
export function paintCached(context: CanvasRenderingContext2D, scene: Scene, row: Row, { cached }: TokenTracks): void {
  const high = row.height - textHeight
  eachInSight(scene, cached, ({ share }, x, wide) => {
    const height = Math.max(1, high * share)
    context.fillStyle = share === 0 ? scene.theme.warn : scene.theme.wait
    context.fillRect(x, row.top + high - height, Math.max(1, wide - 1), height)
  })
  paintTexts(context, scene, row, cached, 'middle')
}

/** Skips bars that start within a pixel of the previous one, so the cost depends on the width. */
function eachInSight<B extends TokenBar>(
  { viewport, width }: Scene,
  bars: readonly B[],
  draw: (bar: B, x: number, wide: number) => void,
): void {
  let drawn = Number.NEGATIVE_INFINITY
  for (const bar of bars) {
    if (bar.to < viewport.from || bar.from > viewport.to) continue
    const x = toX(viewport, width, bar.from)
    if (x - drawn < 1) continue
    drawn = x
    draw(bar, x, toX(viewport, width, bar.to) - x)
  }
}

/** Skips a text that would overlap the previous one; a text may extend beyond a narrow bar. */
function paintTexts(
  context: CanvasRenderingContext2D,
  scene: Scene,
  row: Row,
  bars: readonly TokenBar[],
  place: 'left' | 'middle',
): void {
  const { theme, width } = scene
  let free = 0
  context.fillStyle = theme.ink2
  context.textBaseline = 'middle'
  eachInSight(scene, bars, ({ text }, x, wide) => {
    const label = fitText(context, theme.mono, text, 170)
    const long = textWidth(context, theme.mono, label)
    const from = place === 'left' ? Math.min(Math.max(0, x), width - long) : x + (wide - long) / 2
    if (from < free || (place === 'middle' && long > wide)) return
    free = from + long + gap
    context.font = theme.mono
    context.fillText(label, from, row.top + row.height - textHeight / 2)
  })
}
