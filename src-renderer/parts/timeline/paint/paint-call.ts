import type { BarKind, Track } from '../../../../src-shared/timeline/track.ts'
import { toAxis } from '../../../run/time-map.ts'
import { gistOf, outcomeOf } from '../model/gist.ts'
import { spanOfBar } from '../model/layout.ts'
import { spanOf } from '../model/viewport.ts'
import { paintAmount } from './paint-amount.ts'
import { paintName, paintRole } from './paint-text.ts'
import type { Box, Scene } from './scene.ts'
import { cross, roundedPath, strokeDashed, strokeOutline } from './shapes.ts'

const radius = 3

/**
 * Draws a model call, a tool call or a wait.
 * @param block set if the box represents many bars that are too narrow to draw separately
 */
export function paintCall(
  context: CanvasRenderingContext2D,
  scene: Scene,
  track: Track,
  slot: number,
  box: Box,
  block?: { readonly failures: readonly number[] },
): void {
  const kind = track.kind[slot] ?? 'own'
  const state = track.state[slot] ?? 'ok'
  if (kind === 'wait') paintWait(context, scene, box, 'wait', state === 'waiting')
  else {
    context.fillStyle = scene.theme.fill[kind]
    roundedPath(context, box, radius)
    context.fill()
    // Its ground is nearly that of the picture.
    if (kind === 'thought' && box.width > 3) paintEdge(context, box, scene.theme.fill.message)
    if (block === undefined) paintParts(context, scene, track, slot, box)
  }
  if (state === 'interrupted' && block === undefined) paintTorn(context, scene, box)
  if (block === undefined && state === 'failed' && kind !== 'wait') paintFailed(context, scene, box)
  // Above the block, so that it stays visible however many failures there are.
  for (const x of block?.failures ?? []) cross(context, x, box.y - 4, scene.theme.bad, 2.5)
}

/** The inside of a wide enough bar: first-token wait, retries, approval, its name. */
function paintParts(context: CanvasRenderingContext2D, scene: Scene, track: Track, slot: number, box: Box): void {
  const kind = track.kind[slot] ?? 'own'
  const span = spanOfBar(scene.layout, scene.run, track.span[slot] ?? -1)
  if (span === undefined) return
  if (scene.scale.amounts !== null) {
    paintAmount(context, scene, span, box)
    return
  }
  const scale = scene.width / spanOf(scene.viewport)
  const xOf = (ms: number) =>
    Math.min(box.x + box.width, Math.max(box.x, (toAxis(scene.time, ms) - scene.viewport.from) * scale))
  let textFrom = box.x
  if (span.pause !== undefined) {
    const from = xOf(span.pause.askedMs)
    textFrom = xOf(span.pause.answer?.ms ?? span.endMs ?? scene.nowMs)
    paintHeld(context, scene, { ...box, x: from, width: textFrom - from }, kind)
  }
  if (span.kind === 'model') {
    textFrom = span.firstTokenAt === null ? box.x + box.width : xOf(span.firstTokenAt)
    paintFirstWait(context, scene, { ...box, width: textFrom - box.x })
    for (const retry of span.retries) {
      paintRetry(context, scene, xOf(retry.ms), box)
      textFrom = Math.max(textFrom, xOf(retry.ms) + 4)
    }
  } else if (span.kind === 'tool' && span.approval !== null) {
    const from = xOf(span.approval.askedMs)
    textFrom = xOf(span.approval.answeredMs ?? span.endMs ?? scene.nowMs)
    paintHeld(context, scene, { ...box, x: from, width: textFrom - from }, kind)
  }
  if (span.state === 'failed') textFrom = Math.max(textFrom, box.x + 14)
  if (span.kind === 'model') paintRole(context, scene, span.role, box)
  const outcome = outcomeOf(span, scene.run)
  paintName(
    context,
    scene,
    { ...box, x: textFrom, width: box.x + box.width - textFrom },
    { text: gistOf(span), outcome, kind },
  )
}

function paintEdge(context: CanvasRenderingContext2D, { x, y, width, height }: Box, color: string): void {
  strokeOutline(context, { x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1 }, color, 1)
}

function paintFirstWait(context: CanvasRenderingContext2D, scene: Scene, box: Box): void {
  if (box.width <= 0) return
  context.fillStyle = scene.theme.pane
  roundedPath(context, box, radius)
  context.fill()
  context.fillStyle = scene.theme.wait
  roundedPath(context, box, radius)
  context.fill()
}

/** The part of a step that waited for approval, or in a pause: stripes over the background. */
function paintHeld(context: CanvasRenderingContext2D, scene: Scene, box: Box, kind: BarKind): void {
  if (box.width < 1) return
  context.fillStyle = scene.theme.pane
  roundedPath(context, box, radius)
  context.fill()
  paintWait(context, scene, box, kind, false)
}

function paintWait(context: CanvasRenderingContext2D, scene: Scene, box: Box, kind: BarKind, now: boolean): void {
  context.fillStyle = scene.hatch[kind]
  roundedPath(context, box, radius)
  context.fill()
  const edge = { x: box.x + 0.5, y: box.y + 0.5, width: box.width - 1, height: box.height - 1 }
  strokeOutline(context, edge, now ? scene.theme.warn : scene.theme.fill[kind], now ? 1.5 : 1)
}

/** A retry: a notch through the bar with a small flag. */
function paintRetry(context: CanvasRenderingContext2D, scene: Scene, x: number, box: Box): void {
  context.fillStyle = scene.theme.pane
  context.fillRect(x - 1.5, box.y, 3, box.height)
  context.fillStyle = scene.theme.bad
  context.fillRect(x - 0.5, box.y - 2, 1.5, box.height + 2)
  context.beginPath()
  context.moveTo(x - 0.5, box.y - 3)
  context.lineTo(x + 5, box.y)
  context.lineTo(x - 0.5, box.y + 3)
  context.fill()
}

function paintFailed(context: CanvasRenderingContext2D, scene: Scene, box: Box): void {
  const { theme } = scene
  strokeOutline(
    context,
    { ...box, x: box.x - 0.5, y: box.y - 0.5, width: box.width + 1, height: box.height + 1 },
    theme.bad,
    1.5,
  )
  // The cross has its own background at the top of the bar, so that it is visible on any color.
  const x = box.x + Math.min(box.width / 2, 9)
  const y = box.width > 22 ? box.y + box.height / 2 : box.y
  context.fillStyle = theme.pane
  context.beginPath()
  context.arc(x, y, 5.5, 0, 2 * Math.PI)
  context.fill()
  cross(context, x, y, theme.bad, 2.5)
}

function paintTorn(context: CanvasRenderingContext2D, scene: Scene, box: Box): void {
  if (box.width > 6) {
    context.globalAlpha *= 0.6
    context.fillStyle = scene.theme.pane
    roundedPath(context, { x: box.x + 1.5, y: box.y + 1.5, width: box.width - 3, height: box.height - 3 }, 2)
    context.fill()
    context.globalAlpha = 1
  }
  strokeDashed(context, box, scene.theme.ink2)
}
