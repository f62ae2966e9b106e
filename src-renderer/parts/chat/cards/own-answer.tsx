import { useMemo } from 'react'
import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import { StreamedMarkdown } from '../../../widgets/markdown/markdown.tsx'

/** The answer of a strategy that says it in words of its own: no model's text above holds it. */
export function OwnAnswer({ view }: { readonly view: RunView }) {
  const text = view.text.trim()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view's spans grow in place; `shape` tells of it.
  const said = useMemo(
    () => view.spans.findLast((span) => says(span, text)) !== undefined,
    [view.spans, view.shape, text],
  )
  if (text === '' || said || view.status !== 'completed') return null
  return (
    <div className="chat-model">
      <StreamedMarkdown text={text} streaming={false} />
    </div>
  )
}

/** So much of a text that was cut is the text's own, characters. */
const certain = 150

function says(span: Span, text: string): boolean {
  if (span.kind !== 'model') return false
  if (span.text.includes(text)) return true
  return span.cut === true && span.text.length > certain && text.startsWith(span.text.slice(0, certain))
}
