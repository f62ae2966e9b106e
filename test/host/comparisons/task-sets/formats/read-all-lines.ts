import { readJsonLines } from '../../../../../src-main/task-formats/json-lines.ts'
import type { ReadTask, RefusedTask, TaskWarning } from '../../../../../src-main/task-formats/read-task.ts'

/** What can be imported of a file, what can't, and what is not as it is written there. */
export function readAllLines(...parts: Parameters<typeof readJsonLines>) {
  const tasks: ReadTask[] = []
  const refused: RefusedTask[] = []
  const warnings: TaskWarning[] = []
  for (const each of readJsonLines(...parts)) {
    if ('why' in each) refused.push(each)
    else {
      tasks.push(each.task)
      warnings.push(...each.warnings.map((what) => ({ name: each.task.name, what })))
    }
  }
  return { tasks, refused, warnings }
}
