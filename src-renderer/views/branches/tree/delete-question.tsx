import { counted, formatCost } from '../../../../src-shared/base/format.ts'
import type { ConversationTree, Turn } from '../../../../src-shared/run/conversation.ts'
import { isUnderWay } from '../../../stores/runs/runs.ts'
import { firstWords, turnsUnder } from '../../../stores/session/branches.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { Dialog } from '../../../widgets/overlays/dialog.tsx'

interface Props {
  readonly tree: ConversationTree
  readonly turn: Turn
  readonly onClose: (sure: boolean) => void
}

/** Asks before a turn and its descendants are deleted, and lists them. */
export function DeleteQuestion({ tree, turn, onClose }: Props) {
  const turns = turnsUnder(tree, turn.id)
  const runs = turns.flatMap((each) => each.runs)
  const cost = runs.reduce((sum, run) => sum + (run.totals.cost ?? 0), 0)
  const more = turns.length - 1
  return (
    <Dialog
      open
      onClose={() => onClose(false)}
      title="Delete this branch?"
      size="small"
      actions={
        <>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button look="danger" onClick={() => onClose(true)}>
            Delete
          </Button>
        </>
      }
    >
      <p>
        “{firstWords(turn.message)}” goes with{' '}
        {more === 0 ? 'its' : `the ${counted(more, 'message')} after it and their`} {counted(runs.length, 'run')}
        {cost > 0 && ` (${formatCost(cost)} spent)`}. Files do not change. You can undo this.
      </p>
      {runs.some(isUnderWay) && <p>A run in this branch is still going. Stop it first.</p>}
    </Dialog>
  )
}
