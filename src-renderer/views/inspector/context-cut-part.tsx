import { useMemo } from 'react'
import { counted } from '../../../src-shared/base/format.ts'
import type { Message } from '../../../src-shared/model/message.ts'
import type { PhaseSpan } from '../../../src-shared/run/view/run-view.ts'
import { callsAround, contextCut } from '../../run/context-cut.ts'
import { useAnswer } from '../../stores/server-cache/use-answer.ts'
import { FailureAlert } from '../../widgets/feedback/alert.tsx'
import { Skeleton } from '../../widgets/feedback/skeleton.tsx'
import styles from './inspector.module.css'
import { LongText } from './long-text.tsx'
import { MessageFold } from './message-fold.tsx'
import type { PartProps } from './part-props.ts'
import { Section } from './section.tsx'

const maxListed = 200

/** What was cut by a compacted context, to be opened and read: the run's log still has all of it. */
export function ContextCutPart({ run, view, span }: PartProps<PhaseSpan>) {
  const { before, after } = useMemo(() => callsAround(view, span.path), [view, span.path])
  const one = useAnswer('run-exchange', before === null ? null : { runId: run.id, path: before })
  const other = useAnswer('run-exchange', after === null ? null : { runId: run.id, path: after })
  const title = 'Removed from the context'
  const quiet = (text: string) => (
    <Section title={title}>
      <p className={styles.quiet}>{text}</p>
    </Section>
  )
  if (before === null)
    return quiet('The context was compacted before the first request, so there is none to compare with.')
  if (after === null) return quiet('Shown once the next request has been sent.')
  for (const { answer } of [one, other])
    if (answer.state === 'failed')
      return (
        <Section title={title}>
          <FailureAlert failure={answer.failure} bare />
        </Section>
      )
  if (one.answer.state !== 'ready' || other.answer.state !== 'ready')
    return (
      <Section title={title}>
        <Skeleton lines={3} label="Loading what was removed" />
      </Section>
    )
  return <Cut before={one.answer.value.messages} after={other.answer.value.messages} />
}

function Cut({ before, after }: { readonly before: readonly Message[]; readonly after: readonly Message[] }) {
  const { shortened, leftOut, inTheirPlace } = useMemo(() => contextCut(before, after), [before, after])
  const all = [
    ...leftOut.map((message) => ({ message, now: null })),
    ...shortened.map(({ was, now }) => ({ message: was ?? now, now: was === null ? null : now })),
  ]
  return (
    <>
      <Section title={`Removed from the context (${all.length})`}>
        {all.length === 0 && <p className={styles.quiet}>Nothing that the request before contained.</p>}
        {all.slice(0, maxListed).map(({ message, now }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a message is identified by its position.
          <MessageFold key={index} message={message} open={false} fact={counted(message.text.length, 'character')}>
            {now !== null && (
              <>
                <p className={styles.quiet}>Sent in its place:</p>
                <LongText text={now.text} />
              </>
            )}
          </MessageFold>
        ))}
        {all.length > maxListed && (
          <p className={styles.quiet}>And {counted(all.length - maxListed, 'more message', 'more messages')}.</p>
        )}
      </Section>
      {inTheirPlace.map((message) => (
        <Section key={message.text} title="Sent in their place" copy={message.text}>
          <LongText text={message.text} />
        </Section>
      ))}
    </>
  )
}
