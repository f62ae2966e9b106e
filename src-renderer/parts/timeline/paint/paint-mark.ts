import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import type { Span } from '../../../../src-shared/run/view/run-view.ts'
import { spanOfBar } from '../model/layout.ts'
import type { Box, Scene } from './scene.ts'

/** Point events: notes, notices, snapshots. Each kind has its own shape. */
export function paintMark(context: CanvasRenderingContext2D, scene: Scene, index: number, box: Box): void {
  const span = spanOfBar(scene.layout, scene.run, index)
  if (span === undefined) return
  const { theme } = scene
  const x = box.x + 1
  const y = box.y + box.height / 2
  const color = span.kind === 'notice' && span.level === 'warning' ? theme.warn : theme.fill.mark
  context.fillStyle = context.strokeStyle = span.state === 'failed' ? theme.bad : color
  context.lineWidth = 1.5
  context.beginPath()
  outline(context, formOf(span), x, y)
  if (formOf(span) === 'ring') context.stroke()
  else context.fill()
}

type Form = 'list' | 'diamond' | 'triangle' | 'square' | 'ring' | 'dot'

function formOf(span: Span): Form {
  if (span.kind === 'notice') return span.level === 'warning' ? 'triangle' : 'dot'
  // A plan of another agent.
  if (span.kind === 'step' && span.step === 'agent-update') return 'list'
  if (span.kind === 'step' && span.step === 'note') return 'diamond'
  if (span.kind === 'step' && (span.step === 'snapshot' || span.step === 'restore')) return 'square'
  return 'ring'
}

function outline(context: CanvasRenderingContext2D, form: Form, x: number, y: number): void {
  const size = 4.5
  switch (form) {
    case 'diamond':
      path(context, [x, y - size], [x + size, y], [x, y + size], [x - size, y])
      break
    case 'triangle':
      path(context, [x, y - size], [x + size, y + size - 1], [x - size, y + size - 1])
      break
    case 'list':
      for (const line of [-4, -1, 2]) context.rect(x - 3.5, y + line, 7, 1.75)
      break
    case 'square':
      context.rect(x - 3.5, y - 3.5, 7, 7)
      break
    case 'ring':
    case 'dot':
      context.arc(x, y, 3.25, 0, 2 * Math.PI)
      break
    default:
      assertNever(form)
  }
}

function path(context: CanvasRenderingContext2D, ...points: readonly (readonly [number, number])[]): void {
  for (const [x, y] of points) context.lineTo(x, y)
  context.closePath()
}
