import type { BatchTask } from '../../../src-shared/comparison/comparison-batch.ts'
import type { Disagreement } from '../../../src-shared/comparison/power-text.ts'
import type { HostContext } from '../host-context.ts'
import { taskVersion } from './task-sets/task-version.ts'

/** As many of a project's newest batches are looked through. */
const maxBatches = 50

/**
 * How often the lanes of the project's earlier batches disagreed at these tasks. Of each round of a task (same repeat),
 * every two lanes are a pair.
 * @param tasks ids of saved tasks; those that have since been changed say nothing, except in the files they start with
 * @returns null if no two lanes have done any of these tasks
 */
export function earlierDisagreement(
  { store }: Pick<HostContext, 'store'>,
  projectId: string,
  tasks: readonly string[],
): Disagreement | null {
  if (tasks.length === 0) return null
  const versions = new Map(
    tasks.flatMap((id) => {
      const task = store.tasks.get(id)
      return task === undefined ? [] : [[id, versionOf(task)] as const]
    }),
  )
  const isSame = (task: BatchTask) => versions.get(task.id) === versionOf(task)
  const batches = store.batches
    .list(projectId)
    .filter((batch) => batch.fork === undefined && batch.tasks.some(isSame))
    .slice(0, maxBatches)
  let [pairs, disagreeing] = [0, 0]
  for (const { id, tasks: done } of batches) {
    const wanted = new Set(done.filter(isSame).map((task) => task.id))
    const rounds = new Map<string, { all: number; good: number }>()
    for (const { taskId, repeat, success } of store.batches.outcomes(id)) {
      if (!wanted.has(taskId)) continue
      const round = rounds.get(`${repeat} ${taskId}`) ?? { all: 0, good: 0 }
      rounds.set(`${repeat} ${taskId}`, { all: round.all + 1, good: round.good + Number(success) })
    }
    for (const { all, good } of rounds.values()) {
      pairs += (all * (all - 1)) / 2
      disagreeing += good * (all - good)
    }
  }
  return pairs === 0 ? null : { pairs, disagreeing }
}

const versionOf = (task: BatchTask): string => taskVersion(task, '')
