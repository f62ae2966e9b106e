import { formatCost, formatCount } from '../../../../src-shared/base/format.ts'
import type { ModelSpan, Span } from '../../../../src-shared/run/view/run-view.ts'
import { gistOf, outcomeOf } from '../model/gist.ts'
import { paintName, paintRole } from './paint-text.ts'
import type { Box, Scene } from './scene.ts'
import { roundedPath } from './shapes.ts'

/**
 * A model call on an axis of tokens or money, with its amount; tokens are split into cached input, new input and
 * output.
 */
export function paintAmount(context: CanvasRenderingContext2D, scene: Scene, span: Span, box: Box): void {
  if (span.kind !== 'model') return
  const isTokens = scene.scale.kind === 'tokens'
  if (isTokens) paintTokens(context, scene, span, box)
  paintRole(context, scene, span.role, box)
  const usage = span.reply?.usage
  const amount = isTokens ? formatCount((usage?.input ?? 0) + (usage?.output ?? 0)) : formatCost(span.cost)
  const outcome = outcomeOf(span, scene.run) ?? { text: amount, tone: 'plain' as const }
  // Cached input is pale, so the color for text on bars would be unreadable on it.
  const kind = isTokens && (usage?.cachedInput ?? 0) > 0 ? 'phase' : 'model'
  paintName(context, scene, box, { text: gistOf(span), outcome, kind })
}

function paintTokens(context: CanvasRenderingContext2D, scene: Scene, { reply }: ModelSpan, box: Box): void {
  if (reply === null) return
  const { input, cachedInput, output } = reply.usage
  const all = Math.max(1, input + output)
  const cached = { ...box, width: (box.width * cachedInput) / all }
  const answer = (box.width * output) / all
  const { theme } = scene
  for (const [color, part] of [
    [theme.pane, cached],
    [theme.wait, cached],
    [theme.fill.own, { ...box, x: box.x + box.width - answer, width: answer }],
  ] as const) {
    if (part.width < 0.5) continue
    context.fillStyle = color
    roundedPath(context, part, 3)
    context.fill()
  }
}
