import { formatDuration } from '../../../src-shared/base/format.ts'
import type { Approval, ModelSpan, RunView, ToolSpan } from '../../../src-shared/run/view/run-view.ts'
import { ToolBodyView } from '../../parts/chat/cards/tool-body.tsx'
import { phaseOf, spanDuration, spanLabel } from '../../run/span-names.ts'
import { select } from '../../stores/session/selection-store.ts'
import { FailureAlert } from '../../widgets/feedback/alert.tsx'
import { KeyValues } from '../../widgets/key-values.tsx'
import styles from './inspector.module.css'
import { LongText } from './long-text.tsx'
import type { PartProps } from './part-props.ts'
import { prettyJson } from './pretty-json.ts'
import { Section } from './section.tsx'

export function ToolPart({ run, view, span }: PartProps<ToolSpan>) {
  const phase = phaseOf(view, span)
  const took = figure(formatDuration(spanDuration(span, view.lastMs)))
  return (
    <>
      {span.failure !== null && (
        <div className={styles.alert}>
          <FailureAlert failure={span.failure} />
        </div>
      )}
      <div className={styles.facts}>
        <KeyValues
          rows={[
            ['Tool', <code key="tool">{span.call.tool}</code>],
            ['Effect', effects[span.effect]],
            ['Result', span.result?.summary ?? null],
            ['Phase', phase === null ? null : spanLabel(phase)],
            ['Started', figure(`+${formatDuration(span.startMs)}`)],
            ['Took', span.endMs === null ? 'still running' : took],
            ['Asked by', <AskedBy key="by" runId={run.id} view={view} span={span} />],
            ['Approval', approvalText(view, span)],
            ['Waited', waited(span)],
            ['Your note', span.approval?.answer?.note || null],
          ]}
        />
      </div>
      <Section title="Arguments" copy={span.call.arguments}>
        {!span.call.complete && (
          <p className={styles.bad}>The model's stream ended inside this call: it was not run.</p>
        )}
        <LongText text={prettyJson(span.call.arguments)} />
      </Section>
      {span.result !== null && (
        <Section title="Result for the model" copy={span.result.text}>
          <LongText text={span.result.text} />
        </Section>
      )}
      {(span.body.kind !== 'none' || (span.endMs === null && span.output !== '')) && (
        <Section title={span.endMs === null ? 'Output so far' : 'Whole result'}>
          <div className={styles.body}>
            <ToolBodyView span={span} />
          </div>
        </Section>
      )}
    </>
  )
}

const figure = (text: string) => <span className="figure">{text}</span>

const effects = {
  read: 'reads',
  edit: 'edits files',
  command: 'runs a command',
  ask: 'asks you',
  own: 'the strategy’s own, runs nothing',
}

function AskedBy({ runId, view, span }: { runId: string; view: RunView; span: ToolSpan }) {
  const call = askedBy(view, span)
  if (call === null) return <>the strategy</>
  return (
    <button type="button" className={styles.link} onClick={() => select({ runId, path: call.span.path }, 'timeline')}>
      model call {call.number}, {call.span.role}
    </button>
  )
}

function approvalText(view: RunView, { approval, effect, endMs }: ToolSpan): string | null {
  if (approval !== null) return approval.answer === null ? unanswered(endMs) : answered(approval.answer)
  if (effect === 'read' || effect === 'own' || effect === 'ask') return 'not needed'
  return view.approval === null ? null : `not asked (mode: ${modes[view.approval]})`
}

const unanswered = (endMs: number | null) => (endMs === null ? 'waits for you' : 'never answered')

const modes = { 'read-only': 'read only', ask: 'ask first', edits: 'edits allowed', everything: 'everything allowed' }

function answered(answer: NonNullable<Approval['answer']>): string {
  const decision = { allow: 'allowed once', always: 'allowed always', deny: 'denied' }[answer.decision]
  return `${decision} by ${{ user: 'you', rule: 'a kept rule', mode: 'the mode' }[answer.by]}`
}

function waited({ approval }: ToolSpan) {
  if (approval?.answeredMs == null) return null
  const answered = `answered at +${formatDuration(approval.answeredMs)}`
  return figure(`${formatDuration(approval.answeredMs - approval.askedMs)}, ${answered}`)
}

/** The model call that asked for a tool call, and which of the run's model calls it is, from 1. */
function askedBy(view: RunView, span: ToolSpan): { readonly span: ModelSpan; readonly number: number } | null {
  const at = view.at.get(span.path) ?? 0
  for (let index = at - 1; index >= 0; index--) {
    const before = view.spans[index]
    if (before?.kind !== 'model' || before.reply === null) continue
    if (!before.reply.message.toolCalls.some((call) => call.id === span.call.id && call.tool === span.call.tool))
      continue
    return { span: before, number: numberOf(view, index) }
  }
  return null
}

function numberOf(view: RunView, until: number): number {
  let number = 0
  for (let index = 0; index <= until; index++) if (view.spans[index]?.kind === 'model') number += 1
  return number
}
