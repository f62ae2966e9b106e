import { FailureError } from '../../../../src-shared/base/failure.ts'
import type { BatchTask } from '../../../../src-shared/comparison/comparison-batch.ts'
import { canRun } from '../../../../src-shared/comparison/task-parts.ts'

/** @throws FailureError if the task needs what can't be had here: it must not count as failed */
export function refuseUnable({ name, needs }: Pick<BatchTask, 'name' | 'needs'>): void {
  if (canRun({ needs })) return
  throw new FailureError({
    kind: 'options-invalid',
    message: `The task “${name}” needs a container, which this version can’t start.`,
    advice: 'Leave it out, or import it with a test command that works on this computer.',
  })
}
