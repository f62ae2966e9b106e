import { z } from 'zod'
import { excessInJson } from '../../src-shared/base/excess.ts'
import { checkWritten, writtenCheck } from '../../src-shared/comparison/written-check.ts'
import { snapshotId } from '../../src-shared/workspace/changes.ts'
import type { ReadTask, ReadTasks, RefusedTask, TaskFiles, TaskStart } from './read-task.ts'
import { isSweBenchRow, type SweBenchOptions, sweBenchTask } from './swe-bench.ts'

/**
 * Our own format: one task a line, as JSON. A line with the fields of SWE-bench is read as such. Paths are relative to
 * the file.
 */

const texts = z.record(z.string().min(1).max(4096), z.string())
/** Texts by path, or a folder beside the file. */
const files = z.union([texts, z.string().min(1).max(4096)])

const row = z.strictObject({
  name: z.string().trim().min(1).max(200).optional(),
  message: z.string('the message for the agent is missing').trim().min(1, 'it is empty').max(4_000_000),
  /** Left out: the project's files as they are. Text: the id of a snapshot, or a folder beside the file. */
  files: files.optional(),
  /** A path to a clone, with the commit to start from. */
  repository: z.string().min(1).max(4096).optional(),
  commit: z.string().min(7).max(64).optional(),
  setUp: z.string().trim().min(1).max(10_000).optional(),
  check: writtenCheck.optional(),
  hidden: files.optional(),
  solution: z
    .strictObject({
      files: files.optional(),
      patch: z.string().optional(),
      command: z.string().trim().min(1).optional(),
    })
    .optional(),
  timeLimitSeconds: z.number().min(1).max(86_400).optional(),
  tags: z.array(z.string().trim().min(1).max(64)).max(64).optional(),
})
type Row = z.infer<typeof row>

/** @param text of the whole file: one JSON object a line, or one JSON list */
export function readJsonLines(text: string, options: SweBenchOptions): ReadTasks {
  const tasks: ReadTask[] = []
  const refused: RefusedTask[] = []
  const names = new Set<string>()
  for (const { name, value } of linesOf(text)) {
    const task = taskFrom(value, name, options)
    if ('why' in task) refused.push(task)
    else if (names.has(task.name)) refused.push({ name: task.name, why: 'Another task has the same name.' })
    else {
      names.add(task.name)
      tasks.push(task)
    }
  }
  return { tasks, refused, warnings: [] }
}

type Line = { readonly name: string; readonly value: unknown }

function linesOf(text: string): Line[] {
  // Windows begins text with a mark of its encoding.
  const all = text.replace(/^\uFEFF/, '')
  const list = all.trimStart().startsWith('[') ? parsed(all, maxListed) : undefined
  if (Array.isArray(list)) return list.map((value: unknown, at) => ({ name: `Task ${at + 1}`, value }))
  return all
    .split(/\r?\n/)
    .map((line, at) => ({ name: `Line ${at + 1}`, line }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ name, line }) => ({ name, value: parsed(line) }))
}

/** Values of a file that is one list. */
const maxListed = 1_000_000

const notJson = Symbol('not JSON')

function parsed(text: string, most?: number): unknown {
  if (excessInJson(text, most) !== null) return notJson
  try {
    return JSON.parse(text)
  } catch {
    return notJson
  }
}

function taskFrom(value: unknown, line: string, options: SweBenchOptions): ReadTask | RefusedTask {
  if (value === notJson) return { name: line, why: 'It is not JSON, or far too much of it.' }
  if (isSweBenchRow(value)) return sweBenchTask(value, line, options)
  const read = row.safeParse(value)
  if (read.success) return ownTask(read.data, line)
  const [issue] = read.error.issues
  const field = issue?.path.join('.') ?? ''
  return { name: line, why: `${field === '' ? '' : `${field}: `}${issue?.message ?? 'It is not a task.'}` }
}

function ownTask(given: Row, line: string): ReadTask | RefusedTask {
  const { repository, commit, solution, timeLimitSeconds } = given
  const name = given.name ?? given.message.replace(/\s+/g, ' ').slice(0, 60)
  if ((repository === undefined) !== (commit === undefined))
    return { name: line, why: '“repository” and “commit” are given together.' }
  if (repository !== undefined && given.files !== undefined)
    return { name: line, why: 'Give “files” or “repository”, not both.' }
  return {
    format: 'json-lines',
    name,
    message: given.message,
    start: startOf(given),
    setUpCommand: given.setUp ?? null,
    check: checkWritten(given.check),
    hidden: filesOf(given.hidden),
    solution: solution === undefined ? null : { files: solutionFiles(solution), command: solution.command ?? null },
    timeLimitMs: timeLimitSeconds === undefined ? null : timeLimitSeconds * 1000,
    tags: given.tags ?? [],
    needs: [],
  }
}

function startOf({ files: own, repository, commit }: Row): TaskStart {
  if (repository !== undefined && commit !== undefined) return { kind: 'commit', repository, commit }
  if (typeof own === 'string' && snapshotId.safeParse(own).success) return { kind: 'snapshot', id: own }
  return filesOf(own) ?? { kind: 'project' }
}

function solutionFiles({ files: own, patch }: NonNullable<Row['solution']>): TaskFiles | null {
  return patch === undefined ? filesOf(own) : { kind: 'patch', patch }
}

function filesOf(given: Row['files']): TaskFiles | null {
  if (given === undefined) return null
  if (typeof given === 'string') return { kind: 'folder', folder: given, under: '' }
  return { kind: 'texts', files: given }
}
