import { counted, formatNumber, listed, plural } from '../../../../src-shared/base/format.ts'
import type { KeptTask } from '../../../../src-shared/comparison/comparison-batch.ts'

interface Task extends Pick<KeptTask, 'check'> {
  readonly set?: string | undefined
}

/** Names of sets that are written out. */
const maxSets = 3

/** `10 tasks of sample, each with its own check` */
export function chosenTasksText(tasks: readonly Task[]): string {
  const sets = [...new Set(tasks.map(({ set }) => set ?? ''))]
  const isNamed = sets.length <= maxSets && !sets.includes('')
  const checked = tasks.filter(({ check }) => check !== null).length
  const how =
    checked === 0
      ? `${plural(tasks.length, 'without a check', 'none with a check')}`
      : checked === tasks.length
        ? plural(tasks.length, 'with its own check', 'each with its own check')
        : `${formatNumber(checked)} with a check`
  return `${counted(tasks.length, 'task')}${isNamed ? ` of ${listed(sets)}` : ''}, ${how}`
}

/** What decides whether a run succeeded, if saved tasks are chosen. */
export interface TasksJudge {
  /** What judges most of it. */
  readonly text: string
  /** What nothing judges; null if everything is. */
  readonly missing: string | null
}

/** @param hasMessage whether the message is a task, too, which the entered command judges */
export function tasksJudge(tasks: readonly Task[], hasMessage: boolean): TasksJudge {
  const unchecked = tasks.filter(({ check }) => check === null).length
  const others = hasMessage ? 'of the saved tasks, ' : ''
  const counts = 'a run that completes counts as a success, whatever it did'
  const missing =
    unchecked === 0
      ? null
      : unchecked < tasks.length
        ? `${formatNumber(unchecked)} of ${counted(tasks.length, 'task')} ${plural(unchecked, 'has', 'have')} no check: there, ${counts}.`
        : plural(tasks.length, `The task has no check: ${counts}.`, `The tasks have no checks: ${counts}.`)
  if (unchecked === tasks.length) return { text: '', missing }
  const decides = plural(tasks.length, 'the task’s own check decides', 'each task’s own check decides')
  return { text: `${others}${decides}`.replace(/^./, (first) => first.toUpperCase()), missing }
}
