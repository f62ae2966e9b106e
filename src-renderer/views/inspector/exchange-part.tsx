import type { ModelExchange } from '../../../src-shared/api/run-requests.ts'
import { useAnswer } from '../../stores/server-cache/use-answer.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { FailureAlert } from '../../widgets/feedback/alert.tsx'
import { Skeleton } from '../../widgets/feedback/skeleton.tsx'
import styles from './inspector.module.css'
import { LongText } from './long-text.tsx'
import { MessageFold } from './message-fold.tsx'
import { prettyJson } from './pretty-json.ts'
import { Section } from './section.tsx'

interface ExchangeProps {
  readonly runId: string
  readonly path: string
  readonly ended: boolean
}

/** Exactly what was sent to the model, rebuilt from the log by the host. */
export function ExchangePart({ runId, path, ended }: ExchangeProps) {
  const { answer: exchange, again } = useAnswer('run-exchange', { runId, path }, String(ended))
  if (exchange.state === 'loading') {
    return (
      <Section title="Request">
        <Skeleton lines={3} label="Loading the request" />
      </Section>
    )
  }
  if (exchange.state === 'failed') {
    const retry = (
      <Button small onClick={again}>
        Try again
      </Button>
    )
    return (
      <Section title="Request">
        <FailureAlert failure={exchange.failure} actions={retry} bare />
      </Section>
    )
  }
  return <Exchange exchange={exchange.value} />
}

function Exchange({ exchange }: { exchange: ModelExchange }) {
  const { messages, tools, parameters, sent, resent } = exchange
  return (
    <>
      <Section title={`Messages sent (${messages.length})`} copy={() => JSON.stringify(messages, null, 2)}>
        {messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a message is identified by its position.
          <MessageFold key={index} message={message} open={messages.length <= 3 || index === messages.length - 1} />
        ))}
      </Section>
      <Section title={`Tools offered (${tools.length})`}>
        {tools.length === 0 && <p className={styles.quiet}>None.</p>}
        {tools.map((tool) => (
          <details key={tool.name} className={styles.fold}>
            <summary>
              <code>{tool.name}</code>
            </summary>
            <p className={styles.quiet}>{tool.description}</p>
            <LongText text={JSON.stringify(tool.parameters, null, 2)} />
          </details>
        ))}
      </Section>
      <Section title="Parameters" copy={() => JSON.stringify(parameters, null, 2)}>
        <LongText text={JSON.stringify(parameters, null, 2)} />
      </Section>
      <Section title="Exact JSON as sent" copy={sent}>
        <details className={styles.fold}>
          <summary>Show the request body</summary>
          <LongText text={prettyJson(sent)} />
        </details>
      </Section>
      {resent.length > 0 && (
        <Section title={`Sent again in another form (${resent.length})`}>
          {resent.map((again, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a request is identified by its position.
            <details key={index} className={styles.fold}>
              <summary>{again.why}</summary>
              <LongText text={prettyJson(again.sent)} />
            </details>
          ))}
        </Section>
      )}
    </>
  )
}
