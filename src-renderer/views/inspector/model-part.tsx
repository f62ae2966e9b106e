import { formatCost, formatCount, formatDuration, formatTokens } from '../../../src-shared/base/format.ts'
import { formatWorkingTime } from '../../../src-shared/run/time/run-time.ts'
import { spanTime } from '../../../src-shared/run/time/work-times.ts'
import type { ModelSpan } from '../../../src-shared/run/view/run-view.ts'
import { withEffortText } from '../../run/run-models.ts'
import { callSubject, phaseOf, spanLabel } from '../../run/span-names.ts'
import { FailureAlert } from '../../widgets/feedback/alert.tsx'
import { KeyValues } from '../../widgets/key-values.tsx'
import { ExchangePart } from './exchange-part.tsx'
import styles from './inspector.module.css'
import { LongText } from './long-text.tsx'
import type { PartProps } from './part-props.ts'
import { prettyJson } from './pretty-json.ts'
import { Section } from './section.tsx'

export function ModelPart({ run, view, span }: PartProps<ModelSpan>) {
  const phase = phaseOf(view, span)
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
            ['Role', span.role],
            ['Model', <code key="model">{span.bound.model}</code>],
            ['Profile', withEffortText(span.bound.profileName, span.bound)],
            ['Phase', phase === null ? null : spanLabel(phase)],
            ['Started', figure(`+${formatDuration(span.startMs)}`)],
            ['First token', firstToken(span)],
            [
              'Took',
              span.endMs === null ? 'still running' : figure(formatWorkingTime(spanTime(view, span, view.lastMs))),
            ],
            ...usageRows(span),
          ]}
        />
      </div>
      <Retries span={span} />
      <Answer span={span} />
      <ExchangePart runId={run.id} path={span.path} ended={span.endMs !== null} />
    </>
  )
}

const figure = (text: string) => <span className="figure">{text}</span>

function firstToken(span: ModelSpan) {
  if (span.firstTokenAt === null) return null
  return figure(`after ${formatDuration(span.firstTokenAt - (span.againMs ?? span.startMs))}`)
}

function usageRows({ reply, cost }: ModelSpan): (readonly [string, React.ReactNode])[] {
  if (reply === null) return []
  const { usage } = reply
  const cached = usage.cachedInput > 0 ? ` (${formatCount(usage.cachedInput)} from cache)` : ''
  const reasoned = usage.reasoning > 0 ? ` (${formatCount(usage.reasoning)} reasoning)` : ''
  return [
    ['Input', figure(`${formatTokens(usage.input)}${cached}`)],
    ['Output', figure(`${formatTokens(usage.output)}${reasoned}`)],
    ['Counted', usage.estimated ? 'estimated: the server reported no usage' : null],
    ['Cost', figure(formatCost(cost))],
    ['Finish reason', finishes[reply.finish]],
    ['Model reported by server', <code key="by">{reply.model}</code>],
    ['Budget', reply.budget === 'last-answer' ? 'nearly used up: time to finish, unless you allow more' : null],
  ]
}

const finishes = {
  stop: 'stop',
  'tool-calls': 'tool calls',
  length: 'the output limit',
  'content-filter': 'the content filter',
  'stop-sequence': 'a stop sequence',
}

function Retries({ span }: { span: ModelSpan }) {
  if (span.retries.length === 0) return null
  return (
    <Section title="Tried again">
      <ol className={styles.list}>
        {span.retries.map((retry) => (
          <li key={retry.ms}>
            <span className="figure">+{formatDuration(retry.ms)}</span> {retry.failure.message}{' '}
            <span className={styles.quiet}>Planned wait: {formatDuration(retry.waitMs)}.</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Answer({ span }: { span: ModelSpan }) {
  const calls = span.reply?.message.toolCalls ?? []
  const nothing = span.text === '' && calls.length === 0 && span.drafts.length === 0
  return (
    <>
      {span.reasoning !== '' && (
        <Section title="Reasoning" copy={() => span.reasoning}>
          <LongText text={span.reasoning} />
        </Section>
      )}
      {(span.text !== '' || nothing) && (
        <Section title="Answer" copy={span.text === '' ? undefined : () => span.text}>
          {span.text === '' && span.endMs === null ? (
            <p className={styles.quiet}>Nothing received yet.</p>
          ) : (
            <LongText text={span.text} />
          )}
        </Section>
      )}
      {calls.length > 0 && (
        <Section title="Tool calls">
          {calls.map((call) => (
            <details key={call.id} className={styles.fold}>
              <summary>
                <code>{call.tool}</code> {callSubject(call)}
                {!call.complete && <span className={styles.bad}> cut off, not run</span>}
              </summary>
              <LongText text={prettyJson(call.arguments)} />
            </details>
          ))}
        </Section>
      )}
      {calls.length === 0 && span.drafts.length > 0 && (
        <Section title="Tool calls being received">
          {span.drafts.map((draft, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a draft is identified by its position.
            <LongText key={index} text={`${draft.tool} ${draft.text}`} />
          ))}
        </Section>
      )}
    </>
  )
}
