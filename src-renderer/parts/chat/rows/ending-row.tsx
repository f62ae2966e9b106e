import { CircleSlash } from 'lucide-react'
import { useMemo } from 'react'
import type { Run, Turn } from '../../../../src-shared/run/conversation.ts'
import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import { useRunOutline } from '../../../stores/runs/run-store.ts'
import { Alert, FailureAlert } from '../../../widgets/feedback/alert.tsx'
import { StreamedMarkdown } from '../../../widgets/markdown/markdown.tsx'
import { ResumeButton } from '../../playback/run-actions.tsx'
import { InterruptedBanner } from '../interrupted-banner.tsx'
import { useCompared } from './compared.ts'
import { FailureActions } from './failure-actions.tsx'
import { RunFooter } from './run-footer.tsx'

const damaged = {
  message: 'Part of this run was damaged on the disk, so what you see may be wrong or incomplete.',
  advice: 'It can’t be resumed. Restore a backup of the data folder to repair it, or send the message again.',
} as const

/** The end of a run: how it ended where that needs words, and its figures. */
export function EndingRow({ run, turn }: { readonly run: Run; readonly turn: Turn }) {
  const view = useRunOutline(run.id)
  const compared = useCompared()
  // The projection may be behind the log, or before it, by one message.
  const ended = run.status !== 'running' && run.status !== 'waiting'
  if (!ended) return null
  const failure = run.failure ?? view?.failure ?? null
  return (
    <div className="chat-ending">
      {view !== undefined && view !== null && <OwnAnswer view={view} />}
      {(run.damaged !== undefined || (view?.damaged ?? 0) > 0) && <Alert level="warning" {...damaged} />}
      {run.status === 'failed' && failure !== null && (
        <FailureAlert failure={failure} actions={<FailureActions failure={failure} turn={turn} />} />
      )}
      {run.status === 'interrupted' && <InterruptedBanner run={run} />}
      {run.status === 'aborted' && (
        <p className="chat-note">
          <CircleSlash size={13} aria-hidden="true" />
          Stopped here. What was done so far is kept.
          {!compared && <ResumeButton run={run} />}
        </p>
      )}
      <RunFooter run={run} turn={turn} />
    </div>
  )
}

/** The answer of a strategy that says it in words of its own: no model's text above holds it. */
function OwnAnswer({ view }: { readonly view: RunView }) {
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
