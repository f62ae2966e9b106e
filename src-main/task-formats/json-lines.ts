import { z } from 'zod'
import { entryTexts, objectTexts } from '../../src-shared/base/entry-texts.ts'
import { excessInJson } from '../../src-shared/base/excess.ts'
import { formatNumber, listed as listedWords } from '../../src-shared/base/format.ts'
import { lenientJson } from '../../src-shared/base/lenient-json.ts'
import { checkWritten, writtenCheck } from '../../src-shared/comparison/written-check.ts'
import { snapshotId } from '../../src-shared/workspace/changes.ts'
import type { ReadTask, RefusedTask, TaskFiles, TaskStart } from './read-task.ts'
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

/** Lines of a file, or entries of its list, that are read. The largest sets of others have some 60,000 tasks. */
const maxTasks = 100_000

/**
 * Each task as it is read, so that something else can have its turn between them.
 * @param text of the whole file: one JSON object a line, one JSON list, or objects of several lines each
 */
export function* readJsonLines(text: string, options: SweBenchOptions): Generator<ReadOne | RefusedTask> {
  const names = new Set<string>()
  let count = 0
  for (const { name, value } of valuesOf(text)) {
    if (++count > maxTasks) {
      yield { name, why: `Only ${formatNumber(maxTasks)} tasks of a file are read. Split it.` }
      return
    }
    const read = taskFrom(value, name, options)
    const isKnown = !('why' in read) && names.has(read.task.name)
    if (isKnown) yield { name: read.task.name, why: 'Another task has the same name.' }
    else yield read
    if (!('why' in read)) names.add(read.task.name)
  }
}

interface Line {
  readonly name: string
  readonly value: unknown
}

function* valuesOf(text: string): Generator<Line> {
  // Windows begins text with a mark of its encoding.
  const start = text.startsWith('\uFEFF') ? 1 : 0
  const first = text.slice(start).search(/\S/) + start
  if (text.charAt(first) === '[') return yield* listed(parsedEach(entryTexts(text, first)))
  const [whole, second] = text.length <= longestPage ? objectTexts(text, start) : []
  const rows = whole === undefined || second !== undefined ? null : rowsWithin(parsed(whole, maxPage))
  if (rows !== null) return yield* listed(rows)
  if (parsed(lineAt(text, first)) !== notJson) return yield* linesOf(text, start)
  // Printed with indentation, an object has a line for each field.
  const [printed] = objectTexts(text.slice(0, longestPage), start)
  if (printed === undefined || parsed(printed, maxPage) === notJson) yield* linesOf(text, start)
  else yield* listed(parsedEach(objectTexts(text, start)))
}

function* listed(values: Iterable<unknown>): Generator<Line> {
  let number = 1
  for (const value of values) yield { name: `Task ${number++}`, value }
}

function* parsedEach(texts: Iterable<string>): Generator<unknown> {
  for (const each of texts) yield parsed(each)
}

function* linesOf(text: string, start: number): Generator<Line> {
  let number = 1
  for (let at = start; at < text.length; number++) {
    const line = lineAt(text, at)
    if (line.trim() !== '') yield { name: `Line ${number}`, value: parsed(line) }
    at += line.length + 1
  }
}

function lineAt(text: string, from: number): string {
  const feed = text.indexOf('\n', from)
  return text.slice(from, feed < 0 ? text.length : feed)
}

/**
 * The rows of a file that is one object: a page of a data set as the viewer of Hugging Face gives it, a list under a name
 * such as `data`, rows by their names, or columns as pandas writes them. Null: it is none of these.
 */
function rowsWithin(value: unknown): readonly unknown[] | null {
  if (!isFields(value)) return null
  const values = Object.values(value)
  if (values.every(isFields) && values.every((column) => '0' in column) && isTaskLike(value))
    return rowsOfColumns(value, values)
  if (isTaskLike(value)) return null
  const list = ['rows', 'data', 'instances', 'tasks'].map((name) => value[name]).find(Array.isArray)
  if (list !== undefined) return list.map(unplaced)
  return values.length > 0 && values.every((each) => isFields(each) && isTaskLike(each)) ? values : null
}

type Fields = { readonly [name: string]: unknown }
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether it has fields of a task, whatever is in them. */
const isTaskLike = (value: Fields): boolean => typeof value['message'] === 'string' || isSweBenchRow(value)

const rowsOfColumns = (columns: Fields, values: readonly Fields[]): readonly unknown[] =>
  Object.keys(values[0] ?? {}).map((at) =>
    Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, isFields(column) ? column[at] : undefined]),
    ),
  )

/** A row of such a page; one of which the page has only a part is none. */
function unplaced(each: unknown): unknown {
  if (!isFields(each) || !('row_idx' in each) || !('row' in each)) return each
  const cut = each['truncated_cells']
  return Array.isArray(cut) && cut.length > 0 ? cutOff : each['row']
}

/** Values and characters of such a page, which has at most 100 rows. */
const [maxPage, longestPage] = [300_000, 8_000_000]

const notJson = Symbol('not JSON')
const cutOff = Symbol('cut off')

function parsed(text: string, most?: number): unknown {
  if (excessInJson(text, most) !== null) return notJson
  // Data sets are often written by Python, whose missing values are NaN.
  const value = lenientJson(text)
  return value === undefined ? notJson : value
}

/** Fields of a row of something else that are named. */
const maxNamed = 8

/** A task, with what of it is not as its author wrote it, in sentences. */
interface ReadOne {
  readonly task: ReadTask
  readonly warnings: readonly string[]
}

function taskFrom(value: unknown, line: string, options: SweBenchOptions): ReadOne | RefusedTask {
  if (value === notJson) return { name: line, why: 'It is not JSON, or far too much of it.' }
  if (value === cutOff)
    return { name: line, why: 'The page of the data set has only parts of it. Download the data set’s file instead.' }
  if (isSweBenchRow(value)) return sweBenchTask(value, line, options)
  const read = row.safeParse(value)
  if (read.success) {
    const task = ownTask(read.data, line)
    return 'why' in task ? task : { task, warnings: [] }
  }
  if (isFields(value) && !('message' in value)) {
    const has = listedWords(
      Object.keys(value)
        .slice(0, maxNamed)
        .map((name) => name.slice(0, 60)),
    )
    return { name: line, why: `message: the message for the agent is missing. The fields are ${has}.` }
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
