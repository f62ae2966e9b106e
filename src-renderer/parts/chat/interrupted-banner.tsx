import { useState } from 'react'
import type { Run, Turn } from '../../../src-shared/run/conversation.ts'
import { ask } from '../../host/host.ts'
import { toastOnFailure } from '../../stores/report.ts'
import { useReadOnly } from '../../stores/server-cache/read-only-project.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { Alert } from '../../widgets/feedback/alert.tsx'
import { ContinueButton } from '../playback/run-actions.tsx'
import { useInComparison } from './rows/in-comparison.ts'

const fromFile = {
  message: 'This imported run was interrupted on the machine it came from.',
  advice: 'Branch from one of its steps, or send a message.',
} as const
const recorded = {
  message: 'The recording ends in the middle of this run.',
  advice: 'You can view it and play it back.',
} as const
const ofLane = {
  message: 'This run was interrupted when Stratagem closed.',
  advice: 'Everything up to here is saved. It continues with its comparison.',
} as const
const readOnlyAdvice = 'You can view it, play it back and verify it.'

/** A run interrupted when the app quit: it can be resumed, or ended with its work kept. */
export function InterruptedBanner({ run, turn }: { readonly run: Run; readonly turn: Turn }) {
  const [sent, setSent] = useState(false)
  const readOnly = useReadOnly()
  const compared = useInComparison()
  const send = async (method: 'run-resume' | 'run-dismiss') => {
    setSent(true)
    await toastOnFailure(ask(method, { runId: run.id }))
    setSent(false)
  }
  if (run.recordedBy !== undefined) return <Alert level="info" {...recorded} />
  if (run.imported) return <Alert level="info" {...fromFile} {...(readOnly && { advice: readOnlyAdvice })} />
  if (compared) return <Alert level="warning" {...ofLane} />
  return (
    <Alert
      level="warning"
      message="This run was interrupted when Stratagem closed."
      advice="Everything up to here is saved. Resume asks the model again for the step that was cut off; Continue goes on from what is written."
      actions={
        <>
          <Button small look="primary" disabled={sent} onClick={() => void send('run-resume')}>
            Resume
          </Button>
          <ContinueButton run={run} turn={turn} />
          <Button small disabled={sent} onClick={() => void send('run-dismiss')}>
            Give up
          </Button>
        </>
      }
    />
  )
}
