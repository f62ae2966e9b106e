import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { plannedText } from '../../../src-shared/run/debug/pause-text.ts'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import { spanIn, useRunOutline } from '../../stores/runs/run-store.ts'

/** Announces the last run's state to screen readers: a question or its end. Streaming text is not announced. */
export function Announcer({ runId }: { readonly runId: string | null }) {
  const view = useRunOutline(runId)
  return (
    <p className="unseen" role="status">
      {view === null ? '' : wordsOf(view)}
    </p>
  )
}

function wordsOf(view: RunView): string {
  const [path] = view.waiting
  if (path !== undefined) {
    const span = spanIn(view, path)
    if (span?.pause?.answer === null) return `The run is paused before ${plannedText(span.pause.step)}.`
    const title = span?.kind === 'tool' ? span.approval?.ask.title : undefined
    return title === undefined ? 'The run has a question for you.' : `Approval needed: ${title}`
  }
  switch (view.status) {
    case 'running':
    case 'waiting':
      return 'The run is working.'
    case 'completed':
      return 'The run has ended.'
    case 'failed':
      return 'The run has failed.'
    case 'aborted':
      return 'The run was stopped.'
    case 'interrupted':
      return 'The run was interrupted.'
    default:
      return assertNever(view.status)
  }
}
