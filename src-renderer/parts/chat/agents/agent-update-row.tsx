import { ChevronRight, Circle, CircleCheck, CircleDot } from 'lucide-react'
import { counted } from '../../../../src-shared/base/format.ts'
import { type AgentPlanEntry, agentUpdateOf } from '../../../../src-shared/run/agent-update.ts'
import { saidText } from '../../../../src-shared/run/view/agent-text.ts'
import type { RunView, StepSpan } from '../../../../src-shared/run/view/run-view.ts'
import { useRunOutline } from '../../../stores/runs/run-store.ts'
import { setOpen, useOpen } from '../../../stores/session/chat-store.ts'
import { StreamedMarkdown } from '../../../widgets/markdown/markdown.tsx'

/** What another agent says, thinks or plans. */
export function AgentUpdateRow({ runId, span }: { readonly runId: string; readonly span: StepSpan }) {
  const update = agentUpdateOf(span.ask)
  switch (update?.kind) {
    case 'message':
      return (
        <div className="chat-model">
          <StreamedMarkdown text={saidText(span)} streaming={span.endMs === null} />
        </div>
      )
    case 'thought':
      return <Thought runId={runId} span={span} />
    case 'plan':
      return <Plan runId={runId} span={span} />
    case 'session':
    case 'messages':
    case undefined:
      return null
  }
}

function Thought({ runId, span }: { readonly runId: string; readonly span: StepSpan }) {
  const key = `${runId}:${span.path}`
  const open = useOpen(key, false)
  const thinking = span.endMs === null
  return (
    <div className="chat-reasoning">
      <button type="button" className="chat-fold" aria-expanded={open} onClick={() => setOpen(key, !open)}>
        <ChevronRight size={14} aria-hidden="true" />
        {thinking ? 'Thinking' : 'Thought'}
        {thinking && <i className="chat-pulse" aria-hidden="true" />}
      </button>
      {open && (
        <div className="chat-thought">
          <StreamedMarkdown text={saidText(span)} streaming={thinking} />
        </div>
      )}
    </div>
  )
}

/** The plan as it stands at the moment that is shown; later plans change this card. */
function Plan({ runId, span }: { readonly runId: string; readonly span: StepSpan }) {
  const entries = latestPlan(useRunOutline(runId), span)
  return (
    <section className="chat-card chat-todos" aria-label="Plan of the agent">
      <header>
        <b>Plan</b>
        <span className="chat-summary">{planSummary(entries)}</span>
      </header>
      <ul>
        {entries.map(({ content, status }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no other identity.
          <li key={index} className={status === 'completed' ? 'done' : status}>
            <Mark status={status} />
            <span>{content}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const planSummary = (entries: readonly AgentPlanEntry[]): string =>
  `${entries.filter(({ status }) => status === 'completed').length} of ${counted(entries.length, 'item')} done`

function latestPlan(view: RunView | null, first: StepSpan): readonly AgentPlanEntry[] {
  const spans = view?.spans ?? []
  const last = spans.findLast(
    (span) => span.kind === 'step' && (span.path === first.path || span.rewrites === first.path),
  )
  const update = agentUpdateOf(last?.kind === 'step' ? last.ask : first.ask)
  return update?.kind === 'plan' ? update.entries : []
}

function Mark({ status }: { readonly status: AgentPlanEntry['status'] }) {
  const Icon = icons[status]
  return <Icon size={14} role="img" aria-label={names[status]} />
}

const icons = { pending: Circle, in_progress: CircleDot, completed: CircleCheck } as const
const names = { pending: 'To do', in_progress: 'In progress', completed: 'Done' } as const
