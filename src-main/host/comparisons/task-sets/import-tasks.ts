import { statSync } from 'node:fs'
import { basename, dirname, extname } from 'node:path'
import type { ImportedTasks, ImportTasks } from '../../../../src-shared/api/comparison-requests.ts'
import { failureFrom } from '../../../../src-shared/base/failure.ts'
import { batchTask, type KeptTask } from '../../../../src-shared/comparison/comparison-batch.ts'
import { isYieldDue, yieldToEventLoop } from '../../../agent/yield-to-event-loop.ts'
import { readJsonLines } from '../../../task-formats/json-lines.ts'
import type { ReadTask, ReadTasks, RefusedTask, TaskWarning } from '../../../task-formats/read-task.ts'
import { isInside } from '../../../workspace/guard/guard-path.ts'
import { newId } from '../../base/ids.ts'
import { found } from '../../base/not-found.ts'
import { readRegular } from '../../data-folder/regular-file.ts'
import type { HostContext } from '../../host-context.ts'
import { readHarborFolders } from './harbor-folders.ts'
import { storeTask } from './keep-task.ts'
import { overlayOf, sealedOf, startSnapshot, type TaskPlaces } from './task-files.ts'
import { releaseImages } from './task-images.ts'

type Parts = Pick<HostContext, 'store' | 'bus' | 'clock' | 'workspaces' | 'containers'>

/** Bytes. */
const largestFile = 100_000_000

/**
 * Imports tasks from a file, or from a folder in Harbor's format. What can't be imported is reported, and the rest is
 * kept.
 * @throws FailureError if it can't be read
 */
export async function importTasks(parts: Parts, request: ImportTasks): Promise<ImportedTasks> {
  const { projectId, repositories } = request
  const from = await readFrom(request)
  const { snapshots } = await parts.workspaces.workIn(projectId, null)
  const places: TaskPlaces = { snapshots, folder: from.folder, repositories }
  const project = found(parts.store.projects.get(projectId), 'project').folder
  const set = request.set ?? from.name
  const before = new Map(
    parts.store.tasks
      .list(projectId)
      .filter((task) => task.set === set)
      .map((task) => [task.source?.name, task]),
  )
  const tasks: KeptTask[] = []
  const refused: RefusedTask[] = [...from.refused]
  for (const each of from.tasks) {
    if (isYieldDue()) await yieldToEventLoop()
    const known = before.get(each.name)
    const task = await taskFrom(places, each, {
      set,
      from: request.path,
      id: known?.id ?? newId('task'),
      sealed: await sealedOf(places, request.path, each, project),
    }).catch((thrown: unknown): RefusedTask => ({ name: each.name, why: failureFrom(thrown).message }))
    if ('why' in task) refused.push(task)
    else {
      tasks.push(storeTask(parts, projectId, task))
      if (known?.container !== undefined && known.container.files !== task.container?.files)
        void releaseImages(parts, known)
    }
  }
  parts.bus.publish({ kind: 'tasks', projectId })
  const inside = isInside(project, request.path) ? from.tasks.filter(startsOpen) : []
  const told = [...from.warnings, ...inside.map(({ name }) => ({ name, what: besideTests }))]
  const imported = new Set(tasks.map(({ source }) => source?.name))
  const warnings = told.filter(({ name }) => imported.has(name))
  return { set, tasks, refused, warnings }
}

/** What was read, with what to call it, and the folder that its paths are relative to. */
interface ReadFrom extends ReadTasks {
  readonly name: string
  readonly folder: string
}

async function readFrom({ path, testCommand, variables = [] }: ImportTasks): Promise<ReadFrom> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  if (isFolder || ['task.toml', 'dataset.toml'].includes(basename(path))) {
    const folder = isFolder ? path : dirname(path)
    const read = await readHarborFolders(folder, { allowed: variables })
    return { ...read, name: read.name ?? basename(folder), folder }
  }
  const read = await readLines(readRegular(path, largestFile), testCommand)
  return { ...read, name: basename(path, extname(path)), folder: dirname(path) }
}

/** A file of any length is read in slices, and others have their turn between them (T79). */
async function readLines(text: string, testCommand: string | null): Promise<ReadTasks> {
  const tasks: ReadTask[] = []
  const refused: RefusedTask[] = []
  const warnings: TaskWarning[] = []
  for (const read of readJsonLines(text, { testCommand, platform: process.platform })) {
    if ('why' in read) refused.push(read)
    else {
      tasks.push(read.task)
      for (const what of read.warnings) warnings.push({ name: read.task.name, what })
    }
    if (isYieldDue()) await yieldToEventLoop()
  }
  return { tasks, refused, warnings }
}

async function taskFrom(
  places: TaskPlaces,
  read: ReadTask,
  {
    set,
    from: file,
    id,
    sealed: hiddenPlaces,
  }: { readonly set: string; readonly from: string; readonly id: string; readonly sealed: readonly string[] },
) {
  const { name, message, check, setUpCommand, hidden, solution, timeLimitMs, tags, needs, container } = read
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
    ...(container && {
      container: { ...container.of, files: (await overlayOf(places, sealed(container.folder), null)).snapshot },
    }),
    source: {
      format: read.format,
      name,
      from: file,
      ...(read.revision && { revision: read.revision }),
      sealed: [...hiddenPlaces],
    },
  })
}

/** Whether its agent gets the project's files, with the file that describes the task if that is among them. */
const startsOpen = ({ start, hidden, solution }: ReadTask): boolean =>
  start.kind === 'project' && (hidden !== null || solution !== null)

const besideTests =
  'Its agent gets the project’s files, and with them the file that has its hidden tests or its solution. Move that file out of the project, then import it again.'

const sealed = (folder: string) => ({ kind: 'folder', folder, under: '' }) as const
