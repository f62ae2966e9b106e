import { Ban, CircleSlash, CircleX } from 'lucide-react'
import { formatChange } from '../../../../src-shared/base/format.ts'
import { formatWorkingTime } from '../../../../src-shared/run/time/run-time.ts'
import { liveTime, spanTime } from '../../../../src-shared/run/time/work-times.ts'
import { subjectOf } from '../../../../src-shared/run/tool-subject.ts'
import type { RunView, ToolSpan } from '../../../../src-shared/run/view/run-view.ts'
import { toolKind } from '../../../../src-shared/timeline/span-bars.ts'
import { useRunMs } from '../../../run/use-run-ms.ts'
import { waitsFor } from '../../../run/waits-for.ts'
import { useRuns } from '../../../stores/runs/run-store.ts'
import { useOpen, useStayOpen } from '../../../stores/session/chat-store.ts'
import { LinkedWhole } from '../../../widgets/file-links/linked-text.tsx'
import { MiddleCut } from '../../../widgets/middle-cut.tsx'
import { Elapsed } from '../elapsed.tsx'
import { FoldButton } from '../fold-button.tsx'
import { hasBody, isOpenAtFirst, ToolBodyView } from './tool-body.tsx'

/** One tool call: its effect, subject, outcome and result. The tick's color and the word show the effect. */
export function ToolCard({ runId, span }: { readonly runId: string; readonly span: ToolSpan }) {
  const key = `${runId}:${span.path}`
  const open = useOpen(key, isOpenAtFirst(span))
  useStayOpen(key, span.endMs === null && span.output !== '')
  const foldable = hasBody(span)
  return (
    <div className={`chat-card chat-tool ${span.state}`}>
      <header>
        <i className={`chat-tick ${toolKind(span)}`} title={effectText[toolKind(span)]} />
        <b>{span.call.tool}</b>
        <code className="chat-subject">
          <LinkedWhole text={subjectOf(span.call)}>
            <MiddleCut text={subjectOf(span.call)} />
          </LinkedWhole>
        </code>
        <Outcome span={span} />
        <Time runId={runId} span={span} />
        {foldable && <FoldButton name={key} open={open} />}
      </header>
      {foldable && open && <ToolBodyView span={span} />}
    </div>
  )
}

const effectText = {
  read: 'reads',
  edit: 'edits files',
  command: 'runs a command',
  server: 'calls an MCP server',
  ask: 'asks you',
  own: 'belongs to the strategy',
} as const

function Outcome({ span }: { readonly span: ToolSpan }) {
  const denied = span.approval?.answer?.decision === 'deny'
  if (denied) {
    const by = span.approval?.answer?.by === 'user' ? 'you' : 'a rule'
    return (
      <span className="chat-state bad">
        <Ban size={13} aria-hidden="true" />
        denied by {by}
      </span>
    )
  }
  // The diff's counts are already at the end of the line.
  const counted = span.body.kind === 'diff' && span.result?.summary === formatChange(span.body.added, span.body.removed)
  const said = span.result?.summary ?? span.failure?.message ?? ''
  // Another agent’s call may say no more than its subject.
  const words = counted || said === subjectOf(span.call) ? '' : said
  if (span.state === 'failed') {
    return (
      <span className="chat-state bad">
        <CircleX size={13} aria-hidden="true" />
        failed{words === '' || words === 'failed' ? '' : `: ${words}`}
      </span>
    )
  }
  if (span.state === 'interrupted') {
    return (
      <span className="chat-state">
        <CircleSlash size={13} aria-hidden="true" />
        interrupted
      </span>
    )
  }
  return <span className="chat-summary">{words}</span>
}

/** Its name and subject; null if the call waits for none. */
function waitedFor(view: RunView | undefined, span: ToolSpan): string | null {
  const earlier = view === undefined ? null : waitsFor(view, span)
  return earlier === null ? null : `${earlier.call.tool} ${subjectOf(earlier.call)}`
}

function Time({ runId, span }: { readonly runId: string; readonly span: ToolSpan }) {
  const { now, still } = useRunMs(runId)
  // What a call waits for changes as others start and end.
  useRuns(({ views }) => (span.endMs === null ? (views[runId]?.shape ?? 0) : 0))
  const view = useRuns.getState().views[runId]
  const earlier = useRuns(({ views }) => waitedFor(views[runId], span))
  if (earlier !== null)
    return (
      <span className="chat-time chat-waits">
        waits for <MiddleCut text={earlier} />
      </span>
    )
  if (span.endMs === null) {
    const live = view === undefined ? { workMs: now - span.startMs, isWorking: true } : liveTime(view, span, now)
    return (
      <span className="chat-time">
        <i className="chat-pulse" role="img" aria-label="Running" />
        <Elapsed key={`${live.isWorking}`} ms={live.workMs} still={still || !live.isWorking} />
      </span>
    )
  }
  const { body } = span
  const change = body.kind === 'diff' ? `${formatChange(body.added, body.removed)} · ` : ''
  return (
    <span className="chat-time figure">
      {change + (view === undefined ? '' : formatWorkingTime(spanTime(view, span, now)))}
    </span>
  )
}
