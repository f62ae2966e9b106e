import { formatDuration } from '../../../src-shared/base/format.ts'
import { formatWorkingTime } from '../../../src-shared/run/time/run-time.ts'
import { spanTime } from '../../../src-shared/run/time/work-times.ts'
import type { Approval, RunView, ToolSpan } from '../../../src-shared/run/view/run-view.ts'
import { ToolBodyView } from '../../parts/chat/cards/tool-body.tsx'
import { type RequestingCall, requestedBy } from '../../run/requested-by.ts'
import { phaseOf, spanLabel } from '../../run/span-names.ts'
import { useLoading } from '../../stores/runs/run-loading.ts'
import { foldWith } from '../../stores/runs/run-parts.ts'
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
  const duration = figure(formatWorkingTime(spanTime(view, span, view.lastMs)))
  const reading = useLoading((loading) => loading[run.id] !== undefined)
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
            ['Took', span.endMs === null ? 'still running' : duration],
            [
              'Requested by',
              askedByRow(
                reading ? requestedBy(foldWith(run.id, view, span), span, false) : requestedBy(view, span),
                run.id,
                reading,
              ),
            ],
            ['Approval', approvalText(view, span)],
            ['Waited', waited(span)],
            ['Your note', span.approval?.answer?.note || null],
          ]}
        />
      </div>
      <Section title="Arguments" copy={span.call.arguments}>
        {!span.call.complete && (
          <p className={styles.bad}>The model’s answer ended inside this call, so it was not run.</p>
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
  own: 'part of the strategy, runs nothing',
}

/** Null while a long run is loading and the model call with the request is not loaded yet. */
function askedByRow(call: RequestingCall | null, runId: string, reading: boolean) {
  if (call === null) return reading ? null : 'the strategy'
  const name = call.number === null ? 'model call' : `model call ${call.number}`
  return (
    <button type="button" className={styles.link} onClick={() => select({ runId, path: call.span.path }, 'timeline')}>
      {`${name}, ${call.span.role}`}
    </button>
  )
}

function approvalText(view: RunView, { approval, effect, endMs }: ToolSpan): string | null {
  if (approval !== null) return approval.answer === null ? unanswered(endMs) : answered(approval.answer)
  if (effect === 'read' || effect === 'own' || effect === 'ask') return 'not needed'
  return view.approval === null ? null : `not asked (mode: ${modes[view.approval]})`
}

const unanswered = (endMs: number | null) => (endMs === null ? 'waiting for you' : 'never answered')

const modes = { 'read-only': 'read only', ask: 'ask first', edits: 'edits allowed', everything: 'everything allowed' }

function answered(answer: NonNullable<Approval['answer']>): string {
  const decision = { allow: 'allowed once', always: 'allowed always', deny: 'denied' }[answer.decision]
  return `${decision} by ${{ user: 'you', rule: 'a rule', mode: 'the mode' }[answer.by]}`
}

function waited({ approval }: ToolSpan) {
  if (approval?.answeredMs == null) return null
  const answered = `answered at +${formatDuration(approval.answeredMs)}`
  return figure(`${formatDuration(approval.answeredMs - approval.askedMs)}, ${answered}`)
}
