import { RotateCw, Settings } from 'lucide-react'
import type { Failure, FailureKind } from '../../../../src-shared/base/failure.ts'
import type { Run, Turn } from '../../../../src-shared/run/conversation.ts'
import { toastOnFailure } from '../../../stores/report.ts'
import { useRunOutline } from '../../../stores/runs/run-store.ts'
import { useReadOnly } from '../../../stores/server-cache/read-only-project.ts'
import { askAgain } from '../../../stores/session/again/ask-again.ts'
import { openOverlay, openSettings } from '../../../stores/session/layout-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { ContinueButton } from '../../playback/run-actions.tsx'
import { useInComparison } from './in-comparison.ts'
import { isCutAnswer } from './model-text.ts'
import { OtherModelMenu } from './other-model-menu.tsx'

interface Props {
  readonly failure: Failure
  readonly run: Run
  readonly turn: Turn
}

/** Buttons that address a failed run. Asking again and another model keep the failed turn. */
export function FailureActions({ failure, run, turn }: Props) {
  const compared = useInComparison()
  const readOnly = useReadOnly()
  const view = useRunOutline(run.id)
  const failed = view?.spans.findLast((span) => span.kind === 'model' && span.failure?.message === failure.message)
  if (readOnly) return null
  return (
    <>
      {!compared && (
        <Button small icon={<RotateCw aria-hidden="true" />} onClick={() => void toastOnFailure(askAgain(turn))}>
          Try again
        </Button>
      )}
      {!compared && failed?.kind === 'model' && isCutAnswer(failed) && <ContinueButton run={run} turn={turn} />}
      {failed?.kind === 'model' && <OtherModelMenu run={run} span={failed} />}
      {inSettings.includes(failure.kind) && (
        <Button
          small
          icon={<Settings aria-hidden="true" />}
          onClick={() => (failure.kind === 'agent-failed' ? openSettings('agents') : openOverlay('settings'))}
        >
          Open settings
        </Button>
      )}
    </>
  )
}

/** Failures that are fixed in the settings: the endpoint, its key, its model, the limits; another agent and its sign-in. */
const inSettings: readonly FailureKind[] = [
  'model-unreachable',
  'model-key-refused',
  'model-rejected',
  'model-stalled',
  'context-overflow',
  'tools-refused',
  'budget-spent',
  'agent-failed',
]
