import { z } from 'zod'
import type { ResultsReport } from '../../../../src-shared/api/export-requests.ts'
import type { Params } from '../../../../src-shared/api/host-api.ts'
import { FailureError } from '../../../../src-shared/base/failure.ts'
import { listed } from '../../../../src-shared/base/format.ts'
import type { KeptTask } from '../../../../src-shared/comparison/comparison-batch.ts'
import type { OutsideResults, OutsideTrial } from '../../../../src-shared/comparison/outside/outside-results.ts'
import { workBounded } from '../../../bounded/bounded-work.ts'
import type { Store } from '../../../store/store.ts'
import type { ReadOutside } from '../../../trials/outside/outside-shape.ts'
import { newId } from '../../base/ids.ts'
import type { TaskVersionOf } from './batch-outcomes.ts'

interface Parts {
  readonly store: Store
  readonly clock: { now(): number }
  readonly taskVersion: TaskVersionOf
}

export type ResultsRequest = Omit<Params<'results-import'>, 'importId'>

/**
 * Keeps results from elsewhere that belong to tasks of a set.
 * @throws FailureError if the file is none that is known, or no task matches
 */
export async function importResults(
  { store, clock, taskVersion }: Parts,
  bytes: Buffer,
  { projectId, set, name, source, score }: ResultsRequest,
): Promise<ResultsReport> {
  const read = await readInThread(bytes, score)
  if (read === null) throw notKnown(name)
  const tasks = store.tasks.list(projectId).filter((task) => task.set === set)
  const unmatched = new Set<string>()
  const changed = new Set<string>()
  const entries = read.entries.flatMap(({ trials, ...entry }) => {
    const own = trials.flatMap(({ names, ...trial }): OutsideTrial[] => {
      const task = taskNamed(tasks, names)
      if (task === undefined) unmatched.add(names.at(-1) ?? 'unnamed')
      else if (isOther(task, trial.version, taskVersion)) changed.add(task.name)
      else return [{ ...trial, taskId: task.id }]
      return []
    })
    return own.length === 0 ? [] : [{ ...entry, trials: own }]
  })
  const refused = [
    ...read.leftOut,
    ...(unmatched.size === 0 ? [] : [`Tasks that the set ${set} does not have: ${shortly([...unmatched])}.`]),
    ...(changed.size === 0 ? [] : [`Tasks that were of another version there: ${shortly([...changed])}.`]),
  ]
  if (entries.length === 0) throw noneMatches(name, set, refused)
  const at = clock.now()
  const made: OutsideResults = {
    id: newId('outside'),
    projectId,
    set,
    source: source ?? name,
    format: read.format,
    importedAt: at,
    entries,
  }
  store.outside.add(made)
  return { results: made, refused, notes: read.notes }
}

const taskNamed = (tasks: readonly KeptTask[], names: readonly string[]): KeptTask | undefined =>
  tasks.find((task) => names.some((name) => name === task.id || name === task.name || name === task.source?.name))

/** A task that starts with the project's files as they are has no version of its own. */
const isOther = (task: KeptTask, version: string | null, taskVersion: TaskVersionOf): boolean =>
  version !== null && task.from !== null && version !== taskVersion(task)

const shortly = (names: readonly string[]): string =>
  names.length <= 5 ? listed(names) : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`

const notKnown = (name: string) =>
  new FailureError({
    kind: 'options-invalid',
    message: `${name} holds no results that can be read.`,
    advice:
      'Choose an export of trials (CSV or JSON Lines), a log of Inspect (.eval or .json), or the folder of a Harbor job.',
  })

const noneMatches = (name: string, set: string, refused: readonly string[]) =>
  new FailureError({
    kind: 'options-invalid',
    message: `No result in ${name} belongs to a task of the set ${set}. ${refused.join(' ')}`.trim(),
    advice: 'Import the same tasks first, or choose another task set.',
  })

/** Time limit for a file of the largest size, ms. */
const readWithin = 60_000
const outside = z.custom<ReadOutside | null>((value) => typeof value === 'object')

/** A file of a stranger may take minutes: it is read in a thread of its own. @throws FailureError */
async function readInThread(bytes: Buffer, score: string | null): Promise<ReadOutside | null> {
  const end = await workBounded({ kind: 'results', bytes, score }, outside, { ms: readWithin })
  if (end.kind === 'done') return end.value
  if (end.kind === 'failed' && end.failure !== null) throw new FailureError(end.failure)
  throw new FailureError({
    kind: 'invalid-request',
    message: 'These results can’t be imported: reading them takes too long, or too much memory.',
    advice: 'Nothing was written. Import a smaller file.',
  })
}
