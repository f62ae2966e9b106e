import { basename, dirname, extname } from 'node:path'
import type { ImportedTasks, ImportTasks } from '../../../../src-shared/api/comparison-requests.ts'
import { failureFrom } from '../../../../src-shared/base/failure.ts'
import { batchTask, type KeptTask } from '../../../../src-shared/comparison/comparison-batch.ts'
import { readJsonLines } from '../../../task-formats/json-lines.ts'
import type { ReadTask, RefusedTask } from '../../../task-formats/read-task.ts'
import { newId } from '../../base/ids.ts'
import { readRegular } from '../../data-folder/regular-file.ts'
import type { HostContext } from '../../host-context.ts'
import { keepTask } from './keep-task.ts'
import { overlayOf, startSnapshot, type TaskPlaces } from './task-files.ts'

type Parts = Pick<HostContext, 'store' | 'bus' | 'clock' | 'workspaces'>

/** Bytes. */
const largestFile = 100_000_000

/**
 * Imports tasks from a file. What can't be imported is reported, and the rest is kept.
 * @throws FailureError if the file can't be read
 */
export async function importTasks(
  parts: Parts,
  { projectId, path, set: named, testCommand, repositories }: ImportTasks,
): Promise<ImportedTasks> {
  const read = readJsonLines(readRegular(path, largestFile), { testCommand, platform: process.platform })
  const { snapshots } = await parts.workspaces.workIn(projectId, null)
  const places: TaskPlaces = { snapshots, folder: dirname(path), repositories }
  const set = named ?? basename(path, extname(path))
  const before = parts.store.tasks.list(projectId).filter((task) => task.set === set)
  const tasks: KeptTask[] = []
  const refused: RefusedTask[] = [...read.refused]
  for (const each of read.tasks) {
    const known = before.find(({ source }) => source?.name === each.name)
    const task = await taskFrom(places, each, { set, from: path, id: known?.id ?? newId('task') }).catch(
      (thrown: unknown): RefusedTask => ({ name: each.name, why: failureFrom(thrown).message }),
    )
    if ('why' in task) refused.push(task)
    else tasks.push(keepTask(parts, projectId, task))
  }
  return { set, tasks, refused }
}

async function taskFrom(
  places: TaskPlaces,
  read: ReadTask,
  { set, from: file, id }: { readonly set: string; readonly from: string; readonly id: string },
) {
  const { name, message, check, setUpCommand, hidden, solution, timeLimitMs, tags, needs, format } = read
  const from = await startSnapshot(places, read.start)
  const solved = solution?.files ?? null
  return batchTask.parse({
    id,
    name,
    message,
    from,
    check,
    turnId: null,
    set,
    ...(tags.length > 0 && { tags }),
    ...(setUpCommand !== null && { setUpCommand }),
    ...(hidden !== null && { hidden: await overlayOf(places, hidden, from) }),
    ...(timeLimitMs !== null && { timeLimitMs }),
    ...(solution !== null && {
      solution: {
        files: solved === null ? null : await overlayOf(places, solved, from),
        command: solution.command,
      },
    }),
    ...(needs.length > 0 && { needs }),
    source: { format, name, from: file },
  })
}
