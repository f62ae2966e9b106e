import { resolve } from 'node:path'
import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { failureFrom } from '../../../src-shared/base/failure.ts'
import { counted, listed } from '../../../src-shared/base/format.ts'
import { check as checkSchema } from '../../../src-shared/comparison/comparison.ts'
import type { KeptTask } from '../../../src-shared/comparison/comparison-batch.ts'
import { isSound, proofText } from '../../../src-shared/comparison/task-parts.ts'
import { refusedLines, warningLines } from '../../../src-shared/comparison/task-sets/import-report.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import { flag, onlyOne, parse, text } from '../arguments/argument-parts.ts'
import { UsageError } from '../arguments/usage.ts'
import { inColumns } from '../columns.ts'
import { jsonLines } from '../json-lines.ts'
import { projectIn } from '../project-in.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes } from '../watch-run.ts'
import { runNamed } from './run-named.ts'
import { detailsOf, oneLine, rowOf } from './task-lines.ts'

export interface TasksArguments {
  readonly command: 'tasks'
  readonly project: string
  /** Null: all of the project. */
  readonly set: string | null
  readonly work: TasksWork
}

type TasksWork =
  | { readonly kind: 'list'; readonly json: boolean }
  | { readonly kind: 'show'; readonly task: string; readonly json: boolean }
  | {
      readonly kind: 'import'
      readonly path: string
      readonly testCommand: string | null
      readonly repositories: string | null
      /** Names of variables of this computer that tasks may read. */
      readonly variables: string[]
    }
  /** Without names: those of the set, or all. */
  | { readonly kind: 'prove'; readonly tasks: readonly string[] }
  | { readonly kind: 'remove'; readonly tasks: readonly string[] }
  /** Of containers. `remove`: those that no task needs go. */
  | { readonly kind: 'images'; readonly remove: boolean; readonly json: boolean }
  | { readonly kind: 'save'; readonly run: string; readonly name: string | null; readonly check: string | null }

/** @throws UsageError if it can't be understood */
export function readTasksCommand(args: string[], workingFolder: string): TasksArguments {
  const options = {
    project: text,
    set: text,
    'test-command': text,
    repositories: text,
    variable: { type: 'string', multiple: true },
    remove: flag,
    name: text,
    check: text,
    json: flag,
  } as const
  const { values, positionals } = parse('tasks', args, options)
  const [kind = 'list', ...names] = positionals
  const importing = values['test-command'] ?? values.repositories ?? values.variable
  if (kind !== 'import' && importing !== undefined)
    throw new UsageError('--test-command, --repositories and --variable are for import.', 'tasks')
  if (values.json === true && (values.remove === true || !lists.some((each) => each === kind)))
    throw new UsageError('--json is for the lists of tasks and images, and for show.', 'tasks')
  if (kind !== 'images' && values.remove === true) throw new UsageError('--remove is for images.', 'tasks')
  if (kind !== 'save' && (values.name ?? values.check) !== undefined)
    throw new UsageError('--name and --check are for save.', 'tasks')
  return {
    command: 'tasks',
    project: resolve(workingFolder, values.project ?? '.'),
    set: values.set ?? null,
    work: workOf(kind, names, values, workingFolder),
  }
}

const lists = ['list', 'show', 'images'] as const

function workOf(
  kind: string,
  names: readonly string[],
  values: {
    readonly set?: string
    readonly 'test-command'?: string
    readonly repositories?: string
    readonly variable?: string[]
    readonly remove?: boolean
    readonly name?: string
    readonly check?: string
    readonly json?: boolean
  },
  workingFolder: string,
): TasksWork {
  const { json = false } = values
  switch (kind) {
    case 'list':
      if (names.length > 0) throw new UsageError(`Unexpected argument: ${names.join(' ')}`, 'tasks')
      return { kind, json }
    case 'show':
      return { kind, task: onlyOne(names, 'tasks', 'TASK'), json }
    case 'import': {
      const path = resolve(workingFolder, onlyOne(names, 'tasks', 'FILE'))
      const { repositories, 'test-command': testCommand = null, variable: variables = [] } = values
      return {
        kind,
        path,
        testCommand,
        variables,
        repositories: repositories === undefined ? null : resolve(workingFolder, repositories),
      }
    }
    case 'prove':
      return { kind, tasks: names }
    case 'remove':
      if (names.length === 0 && values.set === undefined)
        throw new UsageError('Name the tasks to remove, or their set with --set.', 'tasks')
      return { kind, tasks: names }
    case 'images':
      if (names.length > 0) throw new UsageError(`Unexpected argument: ${names.join(' ')}`, 'tasks')
      return { kind, remove: values.remove === true, json }
    case 'save':
      return { kind, run: onlyOne(names, 'tasks', 'RUN'), name: values.name ?? null, check: values.check ?? null }
    default:
      throw new UsageError(
        `Unknown: ${JSON.stringify(kind)}. Use list, import, save, prove, show, remove or images.`,
        'tasks',
      )
  }
}

/** `agent tasks`: the tasks that are kept in a project. @returns the exit code */
export async function tasksCommand(host: Host, { project, set, work }: TasksArguments, to: Terminal): Promise<number> {
  const { id: projectId } = await projectIn(host, project)
  const all = await ask(host, 'tasks-list', { projectId })
  const inSet = all.filter((task) => set === null || task.set === set)
  if (set !== null && work.kind !== 'import' && inSet.length === 0) throw noSet(set, all)
  switch (work.kind) {
    case 'list':
      if (work.json) jsonLines(to, inSet)
      else for (const line of inColumns(inSet.map(rowOf), to.width)) to.out(`${line}\n`)
      if (inSet.length === 0) to.error('There are no tasks yet. To import some: agent tasks import FILE')
      return exitCodes.completed
    case 'show':
      if (work.json) jsonLines(to, [taskNamed(inSet, work.task)])
      else to.out(`${detailsOf(taskNamed(inSet, work.task)).join('\n')}\n`)
      return exitCodes.completed
    case 'import': {
      const { kind: _, ...request } = work
      const imported = await ask(host, 'tasks-import', { projectId, set, ...request })
      const { set: kept, tasks, refused } = imported
      to.out(`Imported ${counted(tasks.length, 'task')} into the set ${kept}.\n`)
      for (const { names, text } of warningLines(imported)) to.error(`${names}: ${text}`)
      if (refused.length > 0) to.error(`Not imported: ${counted(refused.length, 'task')}.`)
      for (const { names, text } of refusedLines(imported)) to.error(`  ${names}: ${text}`)
      if (tasks.length > 0) to.progress(`To try them: agent tasks prove --set ${JSON.stringify(kept)}`)
      return refused.length === 0 ? exitCodes.completed : exitCodes.failed
    }
    case 'prove':
      return prove(host, work.tasks.length === 0 ? inSet : work.tasks.map((each) => taskNamed(inSet, each)), to)
    case 'remove': {
      const gone = work.tasks.length === 0 ? inSet : work.tasks.map((each) => taskNamed(inSet, each))
      for (const { id } of gone) await ask(host, 'task-delete', { taskId: id })
      to.out(`Removed ${counted(gone.length, 'task')}. Comparisons that used them are kept.\n`)
      return exitCodes.completed
    }
    case 'images':
      return images(host, work, to)
    case 'save': {
      const { turnId } = runNamed(host, work.run)
      const check = work.check === null ? null : checkSchema.parse({ command: work.check })
      const saved = await ask(host, 'task-from-turn', { turnId, name: work.name, check })
      to.out(`${saved.id} ${oneLine(saved.name)}\n`)
      if (check === null)
        to.error('It has no check: every run that completes counts as a success. --check CMD gives it one.')
      return exitCodes.completed
    }
    default:
      return assertNever(work)
  }
}

/** Lists the images that were built for tasks, or removes those that no task needs. */
async function images(
  host: Host,
  { remove, json }: { readonly remove: boolean; readonly json: boolean },
  to: Terminal,
): Promise<number> {
  const all = await ask(host, 'task-images', {})
  const free = all.filter(({ tasks }) => tasks.length === 0).map(({ name }) => name)
  if (remove) {
    const gone = await ask(host, 'task-images-remove', { names: free })
    to.out(`Removed ${counted(gone.length, 'image')}. What is needed again is built again.\n`)
    const kept = free.filter((name) => !gone.includes(name))
    if (kept.length > 0) to.error(`A container uses ${listed(kept)}.`)
    return kept.length === 0 ? exitCodes.completed : exitCodes.failed
  }
  const rows = all.map(({ name, size, tasks }) => [name, size, neededText(tasks)])
  if (json) jsonLines(to, all)
  else for (const line of inColumns(rows, to.width)) to.out(`${line}\n`)
  if (all.length === 0) to.error('No images were built for tasks, or neither Docker nor Podman answers.')
  if (free.length > 0) to.error(`No task needs ${counted(free.length, 'image')}. agent tasks images --remove`)
  return exitCodes.completed
}

const neededText = (tasks: readonly string[]): string =>
  tasks.length === 0 ? 'no task' : tasks.length > 2 ? counted(tasks.length, 'task') : listed(tasks.map(oneLine))

/** One after the other. @returns 0 if each is sound */
async function prove(host: Host, tasks: readonly KeptTask[], to: Terminal): Promise<number> {
  let unsound = 0
  for (const { id, name } of tasks) {
    const tried = await ask(host, 'task-prove', { taskId: id }).catch((thrown: unknown) => failureFrom(thrown))
    const isProved = 'proof' in tried && tried.proof !== undefined && isSound(tried.proof)
    if (!isProved) unsound += 1
    to.out(`${isProved ? 'sound' : 'NOT SOUND'}\t${oneLine(name)}\t${oneLine(saidOf(tried))}\n`)
  }
  if (unsound > 0) to.error(`${unsound} of ${counted(tasks.length, 'task')} can’t be used in comparisons.`)
  return unsound === 0 ? exitCodes.completed : exitCodes.failed
}

const saidOf = (tried: KeptTask | ReturnType<typeof failureFrom>): string =>
  'message' in tried && 'advice' in tried ? tried.message : tried.proof === undefined ? '' : proofText(tried.proof)

/** By id, or by name. @throws UsageError if there is none, or more than one */
function taskNamed(tasks: readonly KeptTask[], named: string): KeptTask {
  const found = tasks.filter(({ id, name }) => id === named || name === named)
  const [first] = found
  if (first !== undefined && found.length === 1) return first
  if (first === undefined) throw new UsageError(`There is no task ${named}. \`agent tasks\` lists them.`, 'tasks')
  throw new UsageError(`Several tasks are called ${named}: ${found.map(({ id }) => id).join(', ')}.`, 'tasks')
}

/** @throws UsageError which names the sets that there are */
export function noSet(set: string, tasks: readonly KeptTask[]): UsageError {
  const sets = [...new Set(tasks.flatMap((task) => (task.set === undefined ? [] : [task.set])))]
  const known = sets.length === 0 ? 'There is none yet.' : `There are: ${sets.join(', ')}.`
  return new UsageError(`There is no task set ${set}. ${known}`, 'tasks')
}
