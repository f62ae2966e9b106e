import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import { todosOf } from '../../../../src-shared/run/todos.ts'
import { subjectOf } from '../../../../src-shared/run/tool-subject.ts'
import type { ToolSpan } from '../../../../src-shared/run/view/run-view.ts'
import { evaluationOf, planOf, verdictOf } from '../../../run/outcome/own-results.ts'
import { ApprovalCard } from '../cards/approval-card.tsx'
import { EvaluationCard } from '../cards/evaluation-card.tsx'
import { PlanCard } from '../cards/plan-card.tsx'
import { TodoCard } from '../cards/todo-card.tsx'
import { ToolCard } from '../cards/tool-card.tsx'
import { VerdictCard } from '../cards/verdict-card.tsx'
import { useIsDocked } from '../dock/docked-run.ts'
import { WaitingLine } from '../dock/waiting-line.tsx'

/** One tool call in its current form: an approval, a plan, an evaluation, a verdict or a card. */
export function ToolRow({ runId, span }: { readonly runId: string; readonly span: ToolSpan }) {
  const docked = useIsDocked(runId)
  if (span.approval !== null && span.approval.answer === null && span.endMs === null) {
    if (docked)
      return (
        <WaitingLine>
          <b>{span.call.tool}</b> <code>{subjectOf(span.call)}</code>
        </WaitingLine>
      )
    return <ApprovalCard runId={runId} path={span.path} ask={span.approval.ask} />
  }
  switch (span.effect) {
    case 'own':
      return <OwnToolRow runId={runId} span={span} />
    case 'ask':
    case 'read':
    case 'edit':
    case 'command':
      return <ToolCard runId={runId} span={span} />
    default:
      return assertNever(span.effect)
  }
}

function OwnToolRow({ runId, span }: { readonly runId: string; readonly span: ToolSpan }) {
  const steps = span.state === 'failed' ? null : planOf(span)
  if (steps !== null && steps.length > 0) return <PlanCard steps={steps} />
  const evaluation = span.state === 'failed' ? null : evaluationOf(span)
  if (evaluation !== null) return <EvaluationCard runId={runId} evaluation={evaluation} />
  const verdict = span.state === 'failed' ? null : verdictOf(span)
  if (verdict !== null) return <VerdictCard verdict={verdict} />
  if (todosOf(span.call, span.result) !== null) return <TodoCard runId={runId} span={span} />
  return <ToolCard runId={runId} span={span} />
}
