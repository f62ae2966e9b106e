import { readdir } from 'node:fs/promises'
import { basename, join, posix } from 'node:path'
import { z } from 'zod'
import { FailureError, failureFrom } from '../../../../src-shared/base/failure.ts'
import { workBounded } from '../../../bounded/bounded-work.ts'
import { composeNames } from '../../../task-formats/harbor/compose.ts'
import { foldersOfDataset, readHarborDataset } from '../../../task-formats/harbor/dataset.ts'
import type { HarborFolder } from '../../../task-formats/harbor/harbor-folder.ts'
import { type HarborOptions, readHarborFolder } from '../../../task-formats/harbor/harbor-task.ts'
import type { ReadTask, ReadTasks, RefusedTask, TaskWarning } from '../../../task-formats/read-task.ts'
import { readToml } from '../../base/read-toml.ts'
import { readRegular } from '../../data-folder/regular-file.ts'

/** Bytes of an instruction or a description. */
const largestText = 8_000_000
/** Folders below the one that is imported in which tasks are looked for. */
const maxDepth = 3
const maxPaths = 200_000

interface FoundFolder extends Omit<HarborFolder, 'revision'> {
  readonly taskName: string | null
}

/**
 * Reads a folder in Harbor's format: of one task, of several, or of a dataset. Reads only; links are not followed.
 * @throws FailureError if there is no task in it
 */
export async function readHarborFolders(
  top: string,
  options: HarborOptions,
): Promise<ReadTasks & { readonly name: string | null }> {
  const folders: FoundFolder[] = []
  const refused: RefusedTask[] = []
  const found = await taskFolders(top, '.', 0)
  refused.push(...found.older.map((folder) => ({ name: basename(join(top, folder)), why: olderFormat })))
  for (const folder of found.folders) {
    const read = await readFolder(top, folder)
    if ('why' in read) refused.push(read)
    else folders.push(read)
  }
  if (folders.length === 0 && refused.length === 0) throw noTasks(top)
  const dataset = await datasetIn(top)
  const chosen = foldersOfDataset(dataset ?? { name: null, tasks: [] }, folders)
  const tasks: ReadTask[] = []
  const warnings: TaskWarning[] = []
  const names = new Set<string>()
  for (const { at, revision } of chosen.found) {
    const read = readHarborFolder({ ...at, revision }, options)
    if ('why' in read) refused.push(read)
    else if (names.has(read.task.name)) refused.push({ name: read.task.name, why: 'Another task has the same name.' })
    else {
      names.add(read.task.name)
      tasks.push(read.task)
      warnings.push(...read.warnings)
    }
  }
  return { name: dataset?.name ?? null, tasks, refused: [...refused, ...chosen.missing], warnings }
}

interface TaskFolders {
  readonly folders: readonly string[]
  /** Of Terminal-Bench 1, which has a `task.yaml`. */
  readonly older: readonly string[]
}

const olderFormat =
  'It is a task of Terminal-Bench 1 (task.yaml), which can’t be read. Harbor converts such tasks: harbor tasks migrate -i FOLDER -o NEW-FOLDER.'

/** Folders with a `task.toml`, relative to `top`. */
async function taskFolders(top: string, below: string, depth: number): Promise<TaskFolders> {
  const entries = await readdir(join(top, below), { withFileTypes: true })
  const has = (name: string) => entries.some((entry) => entry.isFile() && entry.name === name)
  if (has('task.toml')) return { folders: [below], older: [] }
  if (has('task.yaml') || has('task.yml')) return { folders: [], older: [below] }
  const [folders, older]: [string[], string[]] = [[], []]
  if (depth === maxDepth) return { folders, older }
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1)))
    if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules') {
      const found = await taskFolders(top, posix.join(below, entry.name), depth + 1)
      folders.push(...found.folders)
      older.push(...found.older)
    }
  return { folders, older }
}

/** What is wrong with one task leaves out that task. */
async function readFolder(top: string, folder: string): Promise<FoundFolder | RefusedTask> {
  const whole = join(top, folder)
  const name = basename(whole)
  try {
    return await foundFolder(whole, folder, name)
  } catch (thrown) {
    return { name, why: failureFrom(thrown).message }
  }
}

async function foundFolder(whole: string, folder: string, name: string): Promise<FoundFolder | RefusedTask> {
  const toml = await readToml(readRegular(join(whole, 'task.toml'), largestText))
  if (!toml.ok) return { name, why: `Its task.toml can’t be read: ${toml.problem}` }
  const paths = await pathsIn(whole, '')
  if (paths.length > maxPaths) return { name, why: 'It has too many files.' }
  const instruction = paths.includes('instruction.md') ? readRegular(join(whole, 'instruction.md'), largestText) : null
  const stepInstructions = stepTexts(whole, paths)
  const compose = await composeIn(whole, paths)
  const taskName = taskNameIn(toml.value)
  return { folder, name, toml: toml.value, instruction, stepInstructions, paths, compose, taskName }
}

async function composeIn(whole: string, paths: readonly string[]): Promise<FoundFolder['compose']> {
  const found = composeNames.map((name) => `environment/${name}`).find((path) => paths.includes(path))
  if (found === undefined) return null
  const text = readRegular(join(whole, found), largestText)
  const read = await workBounded({ kind: 'yaml', text, failsafe: false }, z.unknown())
  return { value: read.kind === 'done' ? read.value : null }
}

/** Of the steps of a task, by their names. */
function stepTexts(whole: string, paths: readonly string[]): Record<string, string> {
  const found = paths.flatMap((path) => {
    const [, step] = /^steps\/([^/]+)\/instruction\.md$/.exec(path) ?? []
    return step === undefined ? [] : [[step, readRegular(join(whole, path), largestText)] as const]
  })
  return Object.fromEntries(found)
}

function taskNameIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('task' in value)) return null
  const { task } = value
  if (typeof task !== 'object' || task === null || !('name' in task)) return null
  return typeof task.name === 'string' ? task.name : null
}

async function pathsIn(top: string, below: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(join(top, below), { withFileTypes: true })) {
    const path = posix.join(below, entry.name)
    if (entry.isDirectory()) found.push(...(await pathsIn(top, path)))
    else found.push(path)
    if (found.length > maxPaths) break
  }
  return found
}

async function datasetIn(top: string) {
  const entries = await readdir(top)
  if (!entries.includes('dataset.toml')) return null
  const toml = await readToml(readRegular(join(top, 'dataset.toml'), largestText))
  return toml.ok ? readHarborDataset(toml.value) : null
}

const noTasks = (folder: string) =>
  new FailureError({
    kind: 'not-found',
    message: `There are no tasks in ${folder}: no folder in it has a task.toml.`,
    advice: 'Choose a folder in Harbor’s format, or a file of JSON Lines.',
  })
