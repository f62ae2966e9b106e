import { costWithWord, tokensText } from '../../../../src-shared/run/totals-text.ts'
import { spentBy } from '../../../../src-shared/run/use.ts'
import { agentPrompt } from '../../../../src-shared/run/view/agent-text.ts'
import type { Span } from '../../../../src-shared/run/view/run-view.ts'
import { spanLabel } from '../../../run/span-names.ts'
import { firstWords, type Outcome, phaseOutcome } from '../model/gist.ts'
import { spanOfBar } from '../model/layout.ts'
import { clearStretch } from './paint-breaks.ts'
import type { Box, Scene } from './scene.ts'
import { cross, roundedPath, strokeDashed } from './shapes.ts'
import { fitText, textWidth } from './text.ts'
import { phaseFill } from './theme.ts'

const inset = 8
/** Minimum space for a phase's name and its duration, px. */
const enough = 110

/** A phase, a child run or a prompt to another agent: a band whose name stays visible while any of the band is. */
export function paintBand(
  context: CanvasRenderingContext2D,
  scene: Scene,
  index: number,
  box: Box,
  amount: string,
): void {
  const span = spanOfBar(scene.layout, scene.run, index)
  if (span === undefined) return
  const { theme } = scene
  const prompt = span.kind === 'step' ? agentPrompt(span) : null
  context.fillStyle =
    span.kind === 'phase' ? phaseFill(theme, span.name) : theme.fill[prompt === null ? 'child' : 'prompt']
  roundedPath(context, box, 4)
  context.fill()
  if (span.state === 'interrupted') strokeDashed(context, box, theme.ink3)
  if (span.state === 'failed') cross(context, box.x + box.width - 10, box.y + box.height / 2, theme.bad)
  if (scene.size === 'strip') return
  const mark = span.state === 'failed' ? 18 : inset
  const outcome = index < 0 || box.width < minForOutcome ? null : phaseOutcome(scene.run, index)
  const room = outcome === null ? 0 : paintOutcome(context, scene, outcome, { ...box, width: box.width - mark })
  const label = { ...box, width: box.width - mark - room }
  const name = prompt === null ? spanLabel(span) : firstWords(prompt.prompt)
  bandLabel(context, scene, name, prompt === null ? amount : agentAmount(scene, span, amount), label)
}

const minForOutcome = 30

/** What an agent does not report is no amount of 0. */
function agentAmount({ scale }: Scene, span: Span, amount: string): string {
  const use = spentBy(span)
  if (use === null || scale.amounts === null) return amount
  return scale.kind === 'tokens' ? tokensText(use) : costWithWord(use)
}

/** Drawn at the right end of the visible part of the band. Returns the width used, px. */
function paintOutcome(context: CanvasRenderingContext2D, scene: Scene, { text, tone }: Outcome, box: Box): number {
  const { theme } = scene
  const end = Math.min(box.x + box.width, scene.width)
  const wide = textWidth(context, theme.mono, text)
  if (end - Math.max(0, box.x) < wide + inset) return 0
  context.font = theme.mono
  context.fillStyle = { ok: theme.okInk, bad: theme.badInk, plain: theme.ink2 }[tone]
  context.textBaseline = 'middle'
  context.fillText(text, end - wide, box.y + box.height / 2 + 0.5)
  return wide + inset
}

/** The name, and the duration if there is room, in the visible part of the box. */
export function bandLabel(
  context: CanvasRenderingContext2D,
  scene: Scene,
  name: string,
  amount: string,
  box: Box,
): void {
  const { theme } = scene
  const seen = clearStretch(scene, Math.max(box.x, 0), Math.min(box.x + box.width, scene.width), enough)
  const x = seen.from + inset
  const room = seen.to - x
  if (room < 20) return
  context.textBaseline = 'middle'
  const middle = box.y + box.height / 2 + 0.5
  const label = fitText(context, theme.font, name, room)
  context.font = theme.font
  context.fillStyle = theme.ink
  context.fillText(label, x, middle)
  const used = textWidth(context, theme.font, label) + inset
  if (textWidth(context, theme.mono, amount) > room - used) return
  context.font = theme.mono
  context.fillStyle = theme.ink3
  context.fillText(amount, x + used, middle)
}
