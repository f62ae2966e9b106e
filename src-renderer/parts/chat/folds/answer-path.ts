import { saidText } from '../../../../src-shared/run/view/agent-text.ts'
import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import { saysOrThinks } from '../../../../src-shared/timeline/span-bars.ts'

/** Minimum length of a truncated text for a match to be certain, characters. */
const certain = 150
const found = new WeakMap<RunView['spans'], { readonly shape: number; readonly path: string | null }>()

/** Path of the last model call, or message of another agent, that contains the run's answer; null if the strategy wrote the answer itself. */
export function answerPath(view: RunView): string | null {
  const known = found.get(view.spans)
  if (known?.shape === view.shape) return known.path
  const text = view.text.trim()
  const path = text === '' ? null : (view.spans.findLast((span) => says(span, text))?.path ?? null)
  found.set(view.spans, { shape: view.shape, path })
  return path
}

/** The same, if the run's end shows it as its answer: what was cut off stays where it was written. */
export const cardAnswer = (view: RunView): string | null => (view.status === 'completed' ? answerPath(view) : null)

function says(span: Span, text: string): boolean {
  if (span.kind === 'step') return saysOrThinks(span) === 'message' && saidText(span).includes(text)
  if (span.kind !== 'model') return false
  if (span.text.includes(text)) return true
  return span.cut === true && span.text.length > certain && text.startsWith(span.text.slice(0, certain))
}
