import type { Failure } from '../../../src-shared/base/failure.ts'
import type { Task } from '../../../src-shared/strategy/task.ts'

/** Why a strategy that must change files can't start, or null: the mode may allow reading only. */
export function readOnlyModeFailure(task: Task, strategy: string): Failure | null {
  if (task.tools.some((tool) => tool.effect === 'edit')) return null
  return {
    kind: 'invalid-request',
    message: `The strategy ${strategy} changes files, and this message allows only reading.`,
    advice: 'Let the message act and allow edits, or choose another strategy.',
  }
}
