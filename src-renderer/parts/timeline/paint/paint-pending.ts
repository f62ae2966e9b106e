import type { Span } from '../../../../src-shared/run/view/run-view.ts'
import { groupKey, groupKeys } from '../../../../src-shared/timeline/refine-outline.ts'
import { barOf, lineOf, waitBar } from '../../../../src-shared/timeline/span-bars.ts'
import { lastStartingBy, type Track } from '../../../../src-shared/timeline/track.ts'
import { toAxis } from '../../../run/time-map.ts'
import { minWidth } from '../model/hit.ts'
import { toX } from '../model/viewport.ts'
import type { Scene } from './scene.ts'
import { strokeOutline } from './shapes.ts'

/**
 * A ring around a span that the run view does not contain yet: around its bar in the outline, or its part of a block.
 */
export function outlinePending(
  context: CanvasRenderingContext2D,
  scene: Scene,
  span: Span,
  color: string,
  wide: number,
): void {
  const { layout, viewport, width } = scene
  const { root, groups } = layout
  const group = groups.get(groupKey(span, groupKeys(groups.values()))) ?? root
  const bars = [[lineOf(span), barOf(span, -1)] as const, ['you', waitBar(span, -1)] as const]
  for (const [name, bar] of bars) {
    if (name === null || bar === null) continue
    const from = toAxis(layout.time, bar.start)
    const found = trackAt(group[name], from)
    const line = found === null ? undefined : scene.rows.lineOf.get(found.track)
    if (found === null || line === undefined) continue
    const to = Number.isFinite(bar.end) ? toAxis(layout.time, bar.end, 'end') : found.end
    const x = toX(viewport, width, from)
    const box = { x, y: line.top, width: Math.max(minWidth, toX(viewport, width, to) - x), height: line.height }
    strokeOutline(context, box, color, wide, 2.5)
  }
}

/** The line on which a bar starts at a time, else the first one with a block at that time. */
function trackAt(tracks: readonly Track[], at: number): { readonly track: Track; readonly end: number } | null {
  let block: { readonly track: Track; readonly end: number } | null = null
  for (const track of tracks) {
    const slot = lastStartingBy(track, at)
    const end = track.end[slot] ?? Number.NEGATIVE_INFINITY
    if (track.start[slot] === at) return { track, end }
    if (end >= at) block ??= { track, end }
  }
  return block
}
