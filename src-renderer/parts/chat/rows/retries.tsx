import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { plural } from '../../../../src-shared/base/format.ts'
import type { ModelSpan } from '../../../../src-shared/run/view/run-view.ts'
import { useRunMs } from '../../../run/use-run-ms.ts'
import { toastOnFailure } from '../../../stores/report.ts'
import { tryNow } from '../../../stores/runs/runs.ts'
import { useRun } from '../../../stores/session/turns.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { Countdown, tryingNow } from '../countdown.tsx'
import { OtherModelMenu } from './other-model-menu.tsx'

interface Props {
  readonly runId: string
  readonly span: ModelSpan
}

/**
 * One line for all retries: the time left until the next one with what can be done meanwhile, or their number; and the
 * reason.
 */
export function Retries({ runId, span }: Props) {
  const { still } = useRunMs(runId)
  const last = span.retries.at(-1)
  if (last === undefined) return null
  const waits = span.endMs === null && span.text === '' && span.reasoning === '' && span.drafts.length === 0
  // The failure that ended the call is shown below it or at the run's end.
  const reason = span.failure?.message === last.failure.message ? '' : last.failure.message
  if (waits) return <Waiting key={last.attempt} runId={runId} span={span} last={last} reason={reason} still={still} />
  return (
    <p className="chat-note warn">
      <RotateCw size={13} aria-hidden="true" />
      <span>
        {`Retried ${plural(span.retries.length, 'once', `${span.retries.length} times`)}`}
        {reason === '' ? '' : `: ${reason}`}
      </span>
    </p>
  )
}

interface WaitingProps extends Props {
  readonly last: ModelSpan['retries'][number]
  readonly reason: string
  /** The run is played back: nothing can be done. */
  readonly still: boolean
}

function Waiting({ runId, span, last, reason, still }: WaitingProps) {
  const { now } = useRunMs(runId)
  const run = useRun(runId)
  const [sent, setSent] = useState(false)
  const send = async () => {
    setSent(true)
    if (!(await toastOnFailure(tryNow(runId)))) setSent(false)
  }
  return (
    <div className="chat-note warn chat-retry">
      <RotateCw size={13} aria-hidden="true" />
      <span>
        {sent ? tryingNow : <Countdown ms={last.ms + last.waitMs - now} still={still} />}
        {reason === '' ? '' : `: ${reason}`}
      </span>
      {!still && (
        <span className="chat-retry-actions">
          <Button small disabled={sent} onClick={() => void send()}>
            Try now
          </Button>
          {run !== null && <OtherModelMenu run={run} span={span} />}
        </span>
      )}
    </div>
  )
}
