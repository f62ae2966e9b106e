import type { RunView } from '../../../src-shared/run-view.ts'
import { StreamedMarkdown } from '../../widgets/markdown/markdown.tsx'

/** The answer of a strategy that says it in words of its own: no model's text above holds it. */
export function OwnAnswer({ view }: { readonly view: RunView }) {
  const text = view.text.trim()
  const said = view.spans.some((span) => span.kind === 'model' && span.text.includes(text))
  if (text === '' || said || view.status !== 'completed') return null
  return (
    <div className="chat-model">
      <StreamedMarkdown text={text} streaming={false} />
    </div>
  )
}
