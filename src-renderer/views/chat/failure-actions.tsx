import { RotateCw, Settings } from 'lucide-react'
import type { Run, Turn } from '../../../src-shared/conversation.ts'
import type { Failure, FailureKind } from '../../../src-shared/failure.ts'
import { openOverlay } from '../../stores/layout-store.ts'
import { carryOut } from '../../stores/report.ts'
import { startRun } from '../../stores/runs.ts'
import { Button } from '../../widgets/button.tsx'

interface Props {
  readonly failure: Failure
  readonly run: Run
  readonly turn: Turn
}

/** What a person can do about a failed run, as buttons. */
export function FailureActions({ failure, run, turn }: Props) {
  return (
    <>
      <Button small icon={<RotateCw aria-hidden="true" />} onClick={() => void carryOut(tryAgain(run, turn))}>
        Try again
      </Button>
      {inSettings.includes(failure.kind) && (
        <Button small icon={<Settings aria-hidden="true" />} onClick={() => openOverlay('settings')}>
          Open settings
        </Button>
      )}
    </>
  )
}

/** What is put right in the settings: the endpoint, its key, its model, the limits. */
const inSettings: readonly FailureKind[] = [
  'model-unreachable',
  'model-key-refused',
  'model-rejected',
  'model-stalled',
  'context-overflow',
  'budget-spent',
]

/** Asks the same again beside the failed turn, which is kept. */
function tryAgain(run: Run, turn: Turn): Promise<void> {
  const roles = Object.fromEntries(Object.entries(run.roles).map(([role, bound]) => [role, bound.profileId]))
  const { strategy, mode, approval } = run
  return startRun({ parentId: turn.parentId, message: turn.message, strategy, roles, mode, approval })
}
