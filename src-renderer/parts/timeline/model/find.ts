import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import { isListed } from '../../../../src-shared/timeline/span-bars.ts'
import { spanLabel, spanType } from '../../../run/span-names.ts'

/** Indices of the spans that contain the words in their tool, phase, role, model, arguments or text. */
export function findSpans(view: RunView, words: string): number[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return []
  const found: number[] = []
  for (const [index, span] of view.spans.entries()) {
    if (!isListed(span)) continue
    const text = textOf(span).toLowerCase()
    if (wanted.every((word) => text.includes(word))) found.push(index)
  }
  return found
}

function textOf(span: Span): string {
  const name = `${spanType(span)} ${spanLabel(span)} ${span.state}`
  switch (span.kind) {
    case 'phase':
      return `${name} ${span.name}`
    case 'child':
      return `${name} ${span.goal}`
    case 'model':
      return `${name} ${span.bound.model} ${span.bound.profileName} ${span.text} ${span.reasoning}`
    case 'tool':
      return `${name} ${span.call.arguments} ${span.result?.text ?? span.output}`
    case 'step':
      return `${name} ${JSON.stringify(span.answer)}`
    case 'unknown':
      return `${name} ${span.raw}`
    case 'branches':
    case 'notice':
      return name
    default:
      return assertNever(span)
  }
}
