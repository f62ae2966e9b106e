import { RotateCw, Settings } from 'lucide-react'
import type { Failure, FailureKind } from '../../../../src-shared/base/failure.ts'
import type { Turn } from '../../../../src-shared/run/conversation.ts'
import { toastOnFailure } from '../../../stores/report.ts'
import { askAgain } from '../../../stores/session/branches.ts'
import { openOverlay } from '../../../stores/session/layout-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { useCompared } from './compared.ts'

interface Props {
  readonly failure: Failure
  readonly turn: Turn
}

/** Buttons that address a failed run. Asking again keeps the failed turn. */
export function FailureActions({ failure, turn }: Props) {
  const compared = useCompared()
  return (
    <>
      {!compared && (
        <Button small icon={<RotateCw aria-hidden="true" />} onClick={() => void toastOnFailure(askAgain(turn))}>
          Try again
        </Button>
      )}
      {inSettings.includes(failure.kind) && (
        <Button small icon={<Settings aria-hidden="true" />} onClick={() => openOverlay('settings')}>
          Open settings
        </Button>
      )}
    </>
  )
}

/** Failures that are fixed in the settings: the endpoint, its key, its model, the limits. */
const inSettings: readonly FailureKind[] = [
  'model-unreachable',
  'model-key-refused',
  'model-rejected',
  'model-stalled',
  'context-overflow',
  'budget-spent',
]
