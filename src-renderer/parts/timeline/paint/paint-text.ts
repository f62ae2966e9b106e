import type { BarKind } from '../../../../src-shared/timeline/track.ts'
import type { Outcome } from '../model/gist.ts'
import { clearStretch } from './paint-breaks.ts'
import type { Box, Scene } from './scene.ts'
import { fitText, textWidth } from './text.ts'
import { roleColor } from './theme.ts'

const minForText = 34
/** Width in which most bar labels are readable, px. */
const enough = 90
const foot = 3

/** If a run has several roles: a thin edge at the bottom of the bar in the role's color. */
export function paintRole(context: CanvasRenderingContext2D, scene: Scene, role: string, box: Box): void {
  if (box.height < 14 || box.width < 4 || scene.roles < 2) return
  context.fillStyle = roleColor(scene.theme, role)
  context.fillRect(box.x, box.y + box.height - foot, box.width, foot)
}

interface Words {
  readonly text: string
  /** Drawn at the right end, if there is room for it next to some of the text. */
  readonly outcome: Outcome | null
  readonly kind: BarKind
}

/** A label that does not fit is shortened, then left out; the outcome is left out first. */
export function paintName(context: CanvasRenderingContext2D, scene: Scene, box: Box, words: Words): void {
  const { theme } = scene
  const seen = clearStretch(scene, Math.max(0, box.x), Math.min(scene.width, box.x + box.width), enough)
  const [x, end] = [seen.from + 6, seen.to - 6]
  if (end - x < 12 || box.height < 14) return
  const y = box.y + box.height / 2 + 0.5
  context.fillStyle = theme.on[words.kind]
  context.textBaseline = 'middle'
  let room = end - x
  if (words.outcome !== null) {
    const wide = textWidth(context, theme.mono, words.outcome.text)
    if (wide > room) return
    context.font = theme.mono
    context.fillText(words.outcome.text, end - wide, y)
    room -= wide + 8
  }
  if (room < minForText) return
  const text = fitText(context, theme.font, words.text, room)
  context.font = theme.font
  context.fillText(text, x, y)
}
