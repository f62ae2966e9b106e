import type { Group } from '../../../../src-shared/timeline/span-groups.ts'
import type { Track } from '../../../../src-shared/timeline/track.ts'
import type { Layout } from '../model/layout.ts'
import { fitAll, spanOf } from '../model/viewport.ts'
import { mapHeight, type Scene } from './scene.ts'

const margin = 3

/** A minimap of one or more whole runs at the bottom, with a frame around the visible range. */
export function paintMap(context: CanvasRenderingContext2D, scene: Scene, layouts: readonly Layout[]): void {
  const { theme, width, height, viewport, endMs } = scene
  const top = height - mapHeight
  context.fillStyle = theme.pane
  context.fillRect(0, top, width, mapHeight)
  context.fillStyle = theme.edgeStrong
  context.fillRect(0, top, width, 1)
  const scale = width / spanOf(fitAll(endMs))
  // A single run has three lines; each of several runs has one.
  const each = (mapHeight - 2 * margin - 1) / (layouts.length === 1 ? 3 : layouts.length)
  for (const [index, { root }] of layouts.entries()) {
    const topOf = (line: number) => top + margin + 1 + each * (layouts.length === 1 ? line : index)
    paintGroup(context, scene, root, topOf, each - 1, scale)
  }
  const from = viewport.from * scale
  const to = viewport.to * scale
  context.fillStyle = theme.sunk
  context.globalAlpha = 0.72
  context.fillRect(0, top + 1, from, mapHeight)
  context.fillRect(to, top + 1, width - to, mapHeight)
  context.globalAlpha = 1
  context.strokeStyle = theme.accent
  context.lineWidth = 1.5
  context.strokeRect(from + 0.75, top + 1.75, Math.max(3, to - from - 1.5), mapHeight - 2.5)
}

function paintGroup(
  context: CanvasRenderingContext2D,
  scene: Scene,
  group: Group,
  topOf: (line: number) => number,
  height: number,
  scale: number,
): void {
  const lines = [[...group.model, ...group.messages], group.tools, group.you]
  for (const [line, tracks] of lines.entries()) {
    for (const track of tracks) paintTrack(context, scene, track, topOf(line), height, scale)
  }
  for (const child of group.children) paintGroup(context, scene, child, topOf, height, scale)
}

/** Draws each pixel at most once per track. */
function paintTrack(
  context: CanvasRenderingContext2D,
  scene: Scene,
  track: Track,
  top: number,
  height: number,
  scale: number,
): void {
  let drawn = Number.NEGATIVE_INFINITY
  for (let slot = 0; slot < track.start.length; slot++) {
    const start = track.start[slot] ?? 0
    const to = Math.min(track.end[slot] ?? start, scene.endMs) * scale
    const x = Math.max(start * scale, drawn)
    if (to < drawn + 0.5 && drawn > 0) continue
    context.fillStyle = scene.theme.fill[track.kind[slot] ?? 'own']
    drawn = Math.max(to, x + 1)
    context.fillRect(x, top, drawn - x, height)
  }
}
