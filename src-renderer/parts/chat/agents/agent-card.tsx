import { CircleSlash, CircleX, Undo2 } from 'lucide-react'
import { counted, formatMoney, formatTokens, listed } from '../../../../src-shared/base/format.ts'
import { revealHidden } from '../../../../src-shared/base/hidden-characters.ts'
import { type AgentAnswer, agentAnswer } from '../../../../src-shared/run/agent-update.ts'
import { agentPrompt } from '../../../../src-shared/run/view/agent-text.ts'
import type { StepSpan } from '../../../../src-shared/run/view/run-view.ts'
import { useOpen } from '../../../stores/session/chat-store.ts'
import { MiddleCut } from '../../../widgets/middle-cut.tsx'
import { CommandTime } from '../cards/check-card.tsx'
import { TerminalOutput } from '../cards/terminal-output.tsx'
import { FoldButton } from '../fold-button.tsx'

/** A prompt to another agent: which one, how it ended, what it used. What it did follows. */
export function AgentCard({ runId, span }: { readonly runId: string; readonly span: StepSpan }) {
  const key = `${runId}:${span.path}`
  const open = useOpen(key, false)
  const asked = agentPrompt(span)
  const answer = agentAnswer.safeParse(span.answer).data
  const prompt = revealHidden(asked?.prompt ?? '')
  return (
    <section className={`chat-card chat-tool ${span.state}`} aria-label={`Agent ${asked?.agent ?? ''}`}>
      <header>
        <i className="chat-tick agent" title="another agent" />
        <b>{asked?.agent ?? 'agent'}</b>
        <span className="chat-subject">
          <MiddleCut text={prompt.replace(/\s+/g, ' ')} />
        </span>
        <Outcome span={span} answer={answer} />
        <CommandTime runId={runId} span={span} />
        <FoldButton name={key} open={open} />
      </header>
      {open && <TerminalOutput output={prompt} />}
      {answer !== undefined && answer.undone.length > 0 && (
        <p className="chat-note bad">
          <Undo2 size={13} aria-hidden="true" />
          {`Undone, because these files may not be changed here: ${listed(answer.undone)}`}
        </p>
      )}
    </section>
  )
}

function Outcome({ span, answer }: { readonly span: StepSpan; readonly answer: AgentAnswer | undefined }) {
  if (span.state === 'interrupted') {
    return (
      <span className="chat-state">
        <CircleSlash size={13} aria-hidden="true" />
        interrupted
      </span>
    )
  }
  if (span.failure !== null) {
    return (
      <span className="chat-state bad">
        <CircleX size={13} aria-hidden="true" />
        {span.failure.message}
      </span>
    )
  }
  if (answer === undefined) return null
  const calls = counted(answer.toolCalls, 'tool call')
  return <span className="chat-summary">{`${endText(answer.stopReason)}${calls} · ${usageText(answer)}`}</span>
}

/** An end as usual needs no word. */
const endText = (reason: string): string => (reason === 'end_turn' ? '' : `${reason.replaceAll('_', ' ')} · `)

/** What it reported of its use; never a figure that it did not. */
export function usageText({ usage }: Pick<AgentAnswer, 'usage'>): string {
  if (usage === null) return 'usage not reported'
  const tokens = [
    ...(usage.input === null ? [] : [`${formatTokens(usage.input)} in`]),
    ...(usage.output === null ? [] : [`${formatTokens(usage.output)} out`]),
  ]
  const words = tokens.length === 0 ? 'tokens not reported' : tokens.join(', ')
  const { cost } = usage
  return cost === null ? `${words} · cost not reported` : `${words} · ${formatMoney(cost.amount, cost.currency)}`
}
