import { ChevronRight } from 'lucide-react'
import { counted, formatDuration } from '../../../../src-shared/base/format.ts'
import { revealHidden } from '../../../../src-shared/base/hidden-characters.ts'
import { stepsTime } from '../../../../src-shared/run/time/work-times.ts'
import type { StepSpan, ToolSpan } from '../../../../src-shared/run/view/run-view.ts'
import { toolKind } from '../../../../src-shared/timeline/span-bars.ts'
import { activityText } from '../../../run/outcome/activity-text.ts'
import { spanIn, useRunOutline } from '../../../stores/runs/run-store.ts'
import { activityKey, setFold } from '../../../stores/session/fold-store.ts'
import type { FoldedRow } from './fold-rows.ts'

interface Props {
  readonly runId: string
  readonly row: Extract<FoldedRow, { kind: 'activity' }>
}

/** Consecutive tool calls, as one line that can be expanded. */
export function ActivityRow({ runId, row }: Props) {
  const view = useRunOutline(runId)
  const spans = row.paths.flatMap((path): (ToolSpan | StepSpan)[] => {
    const span = spanIn(view, path)
    return span?.kind === 'tool' || span?.kind === 'step' ? [span] : []
  })
  const { done, files, failed, denied } = activityText(spans)
  const effects = [...new Set(spans.map((span) => (span.kind === 'tool' ? toolKind(span) : 'command')))]
  return (
    <button
      type="button"
      className="chat-activity chat-fold-line"
      aria-expanded={row.open}
      onClick={() => setFold(activityKey(runId, row.path), !row.open)}
    >
      <ChevronRight size={14} aria-hidden="true" />
      <span className="chat-ticks" aria-hidden="true">
        {effects.map((effect) => (
          <i key={effect} className={`chat-tick ${effect}`} />
        ))}
      </span>
      <span className="chat-done">{revealHidden(done)}</span>
      {files.length > 0 && <code className="chat-subject">{revealHidden(files.join(', '))}</code>}
      {failed > 0 && <span className="chat-state bad">{counted(failed, 'failure')}</span>}
      {denied > 0 && <span className="chat-state bad">{denied} denied</span>}
      <span className="chat-time figure">
        {view === null ? '' : formatDuration(stepsTime(view, spans, view.lastMs).workMs)}
      </span>
    </button>
  )
}
