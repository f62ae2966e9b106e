import { formatCost, formatCount } from '../../../../src-shared/base/format.ts'
import type { Row } from '../model/rows.ts'
import { type Curve, lastPoint } from '../model/tracks.ts'
import { toX } from '../model/viewport.ts'
import { paintAdded, paintCached } from './paint-tokens.ts'
import type { Scene } from './scene.ts'
import { textWidth } from './text.ts'

/** Context and cost below the rows: an area scaled to its maximum, or to the model's context window. */
export function paintTracks(context: CanvasRenderingContext2D, scene: Scene): void {
  const { tracks, theme } = scene
  if (tracks === null || tracks.reading) return
  for (const row of scene.rows.rows) {
    if (tracks.tokens !== null && row.track === 'added') paintAdded(context, scene, row, tracks.tokens)
    if (tracks.tokens !== null && row.track === 'cached') paintCached(context, scene, row, tracks.tokens)
    if (row.track === 'context') {
      const { limit } = tracks
      const isNear = limit !== null && tracks.context.most > limit * nearPart
      const top = isNear ? limit : tracks.context.most
      paintCurve(context, scene, { row, curve: tracks.context, top, colour: theme.fill.model })
      if (isNear) paintLimit(context, scene, row, limit)
      const share =
        limit === null ? '' : ` · ${Math.round((tracks.context.most / limit) * 100)} % of ${formatCount(limit)}`
      paintEnd(context, scene, row, `most ${formatCount(tracks.context.most)}${share}`)
    } else if (row.track === 'cost' && tracks.cost !== null) {
      paintCurve(context, scene, { row, curve: tracks.cost, top: tracks.cost.most, colour: theme.fill.own })
      paintEnd(context, scene, row, formatCost(tracks.cost.most))
    }
  }
}

/** From this share of the context window, the track is scaled to the window, whose limit is a line. */
const nearPart = 0.25

interface Area {
  readonly row: Row
  readonly curve: Curve
  readonly top: number
  readonly colour: string
}

/** One step per point; of several points within a pixel only one. */
function paintCurve(context: CanvasRenderingContext2D, scene: Scene, { row, curve, top, colour: color }: Area): void {
  const { viewport, width, present } = scene
  const bottom = row.top + row.height
  const yOf = (value: number) => bottom - (value / Math.max(top, 1e-9)) * (row.height - 2)
  const end = Math.min(width, toX(viewport, width, present))
  const first = lastPoint(curve, viewport.from)
  let y = first < 0 ? bottom : yOf(curve.value[first] ?? 0)
  let drawn = Number.NEGATIVE_INFINITY
  context.beginPath()
  context.moveTo(first < 0 ? Math.max(0, toX(viewport, width, curve.at[0] ?? 0)) : 0, y)
  for (let index = first + 1; index < curve.at.length; index++) {
    const x = toX(viewport, width, curve.at[index] ?? 0)
    if (x > end) break
    const next = yOf(curve.value[index] ?? 0)
    if (x - drawn < 1 && next >= y) continue
    context.lineTo(x, y)
    context.lineTo(x, next)
    y = next
    drawn = x
  }
  context.lineTo(end, y)
  context.strokeStyle = color
  context.lineWidth = 1.5
  context.stroke()
  context.lineTo(end, bottom)
  context.lineTo(0, bottom)
  context.fillStyle = color
  context.globalAlpha = 0.12
  context.fill()
  context.globalAlpha = 1
}

function paintLimit(context: CanvasRenderingContext2D, scene: Scene, row: Row, limit: number): void {
  const { theme, width } = scene
  context.save()
  context.strokeStyle = theme.warn
  context.lineWidth = 1
  context.setLineDash([4, 3])
  context.beginPath()
  context.moveTo(0, row.top + 1.5)
  context.lineTo(width, row.top + 1.5)
  context.stroke()
  context.restore()
  words(context, scene, 8, row.top + 8, `limit ${formatCount(limit)}`)
}

/** Drawn at the right end of the visible range. */
function paintEnd(context: CanvasRenderingContext2D, scene: Scene, row: Row, text: string): void {
  const wide = textWidth(context, scene.theme.mono, text)
  words(context, scene, scene.width - wide - 8, row.top + row.height - 8, text)
}

function words(context: CanvasRenderingContext2D, { theme }: Scene, x: number, y: number, text: string): void {
  const wide = textWidth(context, theme.mono, text)
  context.fillStyle = theme.pane
  context.globalAlpha = 0.8
  context.fillRect(x - 3, y - 7, wide + 6, 14)
  context.globalAlpha = 1
  context.font = theme.mono
  context.fillStyle = theme.ink2
  context.textBaseline = 'middle'
  context.fillText(text, x, y)
}
