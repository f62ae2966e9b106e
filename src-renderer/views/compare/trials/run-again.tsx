import { RotateCcw } from 'lucide-react'
import type { Batch, KeptTask } from '../../../../src-shared/comparison/comparison-batch.ts'
import { copyLaneSetUp } from '../../../parts/lanes/lane-drafts.ts'
import { useBatches } from '../../../stores/server-cache/batches.ts'
import { setUpTrials } from '../../../stores/server-cache/comparisons.ts'
import { valueOr } from '../../../stores/server-cache/loadable.ts'
import { Button } from '../../../widgets/controls/button.tsx'

const noTasks: readonly KeptTask[] = []

/** Opens the set-up with all that these trials were started with. */
export function RunAgain({ batch }: { readonly batch: Batch }) {
  const kept = useBatches((state) => valueOr(state.tasks, noTasks))
  const { tasks } = batch
  const isKept = (id: string) => kept.some((each) => each.id === id)
  const message = tasks.find(({ id }) => !isKept(id))?.message ?? ''
  const lost = tasks.filter(({ id }) => !isKept(id)).length - (message === '' ? 0 : 1)
  const again = () =>
    setUpTrials(batch, {
      message,
      lanes: batch.lanes.map(copyLaneSetUp),
      tasks: tasks.flatMap(({ id }) => (isKept(id) ? [id] : [])),
    })
  return (
    <Button
      icon={<RotateCcw aria-hidden="true" />}
      disabled={lost > 0}
      title={
        lost > 0
          ? 'Its tasks are not in the project’s task sets any more.'
          : 'With the same lanes, tasks and settings, to change what you like'
      }
      onClick={again}
    >
      Set up again…
    </Button>
  )
}
