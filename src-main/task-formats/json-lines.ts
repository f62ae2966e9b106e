import { z } from 'zod'
import { excessInJson } from '../../src-shared/base/excess.ts'
import { lenientJson } from '../../src-shared/base/lenient-json.ts'
import { checkWritten, writtenCheck } from '../../src-shared/comparison/written-check.ts'
import { snapshotId } from '../../src-shared/workspace/changes.ts'
import type { ReadTask, ReadTasks, RefusedTask, TaskFiles, TaskStart, TaskWarning } from './read-task.ts'
import { type SweBenchOptions, sweBenchTask } from './swe-bench.ts'
import { isSweBenchRow } from './swe-bench-row.ts'

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

/** @param text of the whole file: one JSON object a line, one JSON list, or objects of several lines each */
export function readJsonLines(text: string, options: SweBenchOptions): ReadTasks {
  const tasks: ReadTask[] = []
  const refused: RefusedTask[] = []
  const warnings: TaskWarning[] = []
  const names = new Set<string>()
  for (const { name, value } of linesOf(text)) {
    const read = taskFrom(value, name, options)
    if ('why' in read) refused.push(read)
    else if (names.has(read.task.name)) refused.push({ name: read.task.name, why: 'Another task has the same name.' })
    else {
      names.add(read.task.name)
      tasks.push(read.task)
      warnings.push(...read.warnings.map((what) => ({ name: read.task.name, what })))
    }
  }
  return { tasks, refused, warnings }
}

type Line = { readonly name: string; readonly value: unknown }

function linesOf(text: string): Line[] {
  // Windows begins text with a mark of its encoding.
  const all = text.replace(/^\uFEFF/, '')
  const list = all.trimStart().startsWith('[') ? parsed(all, maxListed) : undefined
  if (Array.isArray(list)) return listOf(list)
  const lines = all
    .split(/\r?\n/)
    .map((line, at) => ({ name: `Line ${at + 1}`, line }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ name, line }) => ({ name, value: parsed(line) }))
  if (lines[0]?.value !== notJson) return lines
  // Printed with indentation, an object has a line for each field.
  const objects = objectsIn(all).map((each) => parsed(each, maxListed))
  if (objects.length === 0 || objects.includes(notJson)) return lines
  const [page] = objects
  return listOf(hasRows(page) ? page.rows.map((each) => (isPlaced(each) ? each.row : each)) : objects)
}

const listOf = (values: readonly unknown[]): Line[] => values.map((value, at) => ({ name: `Task ${at + 1}`, value }))

/** A page of a data set as the viewer of Hugging Face gives it. */
const hasRows = (value: unknown): value is { readonly rows: readonly unknown[] } =>
  typeof value === 'object' && value !== null && 'rows' in value && Array.isArray(value.rows)
const isPlaced = (value: unknown): value is { readonly row: unknown } =>
  typeof value === 'object' && value !== null && 'row_idx' in value && 'row' in value

/** The texts of the objects that stand one after another. */
function objectsIn(text: string): string[] {
  const found: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') at = endOfText(text, at)
    else if (sign === '{' || sign === '[') {
      if (depth === 0) from = at
      depth += 1
    } else if (sign === '}' || sign === ']') {
      depth -= 1
      if (depth === 0) found.push(text.slice(from, at + 1))
      if (depth < 0) return []
    }
  }
  return depth === 0 ? found : []
}

/** Where the string that begins at `from` ends. */
function endOfText(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

/** Values of a file that is one list. */
const maxListed = 1_000_000

const notJson = Symbol('not JSON')

function parsed(text: string, most?: number): unknown {
  if (excessInJson(text, most) !== null) return notJson
  // Data sets are often written by Python, whose missing values are NaN.
  const value = lenientJson(text)
  return value === undefined ? notJson : value
}

type ReadOne = { readonly task: ReadTask; readonly warnings: readonly string[] }

function taskFrom(value: unknown, line: string, options: SweBenchOptions): ReadOne | RefusedTask {
  if (value === notJson) return { name: line, why: 'It is not JSON, or far too much of it.' }
  if (isSweBenchRow(value)) return sweBenchTask(value, line, options)
  const read = row.safeParse(value)
  if (read.success) {
    const task = ownTask(read.data, line)
    return 'why' in task ? task : { task, warnings: [] }
  }
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
