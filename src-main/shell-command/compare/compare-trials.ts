import { accessSync, constants, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { BatchDetails, StartBatch } from '../../../src-shared/api/comparison-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { counted } from '../../../src-shared/base/format.ts'
import type { Batch, BatchTask } from '../../../src-shared/comparison/comparison-batch.ts'
import { sweepText } from '../../../src-shared/comparison/sweep/sweep-text.ts'
import { canRun, type TaskPlace } from '../../../src-shared/comparison/task-parts.ts'
import { ask } from '../../host/api/host-client.ts'
import { found } from '../../host/base/not-found.ts'
import type { Host } from '../../host/host.ts'
import type { ResultArguments } from '../arguments/compare-values.ts'
import { changedLimits } from '../arguments/read-batch-limits.ts'
import type { CompareWork, TaskSetArgument } from '../arguments/read-compare.ts'
import { UsageError } from '../arguments/usage.ts'
import { runNamed } from '../commands/run-named.ts'
import { noSet } from '../commands/tasks-command.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes, onStop } from '../watch-run.ts'
import { batchLines } from './batch-table.ts'
import type { ComparisonStart } from './compare-once.ts'
import { printPlan } from './print-plan.ts'
import { createProgressLines } from './progress-lines.ts'
import { knownForLanes } from './swept-lanes.ts'
import { acrossTasksLines, failureLines, matrixLines, stepLines } from './trial-lines.ts'

type Trials = Extract<CompareWork, { kind: 'trials' }>

/** Many trials; prints what they come to. @returns the exit code */
export async function compareTrials(
  host: Host,
  start: ComparisonStart & Pick<StartBatch, 'sweep'>,
  {
    tasks: named,
    set,
    input,
    check,
    repeats,
    parallel,
    seed,
    stopEarly,
    racing,
    fair,
    limits,
    dryRun,
    queue,
    sends,
    result,
  }: Trials,
  json: boolean,
  terminal: Terminal,
): Promise<number> {
  const kept = set === null ? [] : await tasksOfSet(host, start.projectId, set, queue, terminal)
  const tasks = 'run' in input ? [await taskOfRun(host, input.run, check)] : [...named, ...kept]
  const [first] = tasks
  if (result.report !== null && !dryRun) refuseUnwritable(result.report)
  const name = set?.name ?? (tasks.length === 1 ? (first?.name ?? '') : `${tasks.length} tasks`)
  const certainty = { alpha: 0.05, margin: 0.1, stopEarly, racing }
  const whole = changedLimits(undefined, limits)
  const request = {
    ...start,
    name,
    tasks,
    repeats,
    parallel,
    seed,
    certainty,
    ...(whole && { limits: whole }),
    ...(fair && { fair }),
    ...(queue !== undefined && { queue }),
    ...(sends.length > 0 && { sends: [...sends] }),
  }
  if (dryRun) return printPlan(host, request, json, terminal)
  const batch = await ask(host, 'batch-start', request)
  return await conclude(host, batch, result, json, terminal)
}

/** @throws UsageError if the set has no such task */
async function tasksOfSet(
  host: Host,
  projectId: string,
  { name, tag }: TaskSetArgument,
  queue: Trials['queue'],
  terminal: Terminal,
): Promise<BatchTask[]> {
  const all = await ask(host, 'tasks-list', { projectId })
  const inSet = all.filter(({ set }) => set === name)
  if (inSet.length === 0) throw noSet(name, all)
  const tagged = inSet.filter(({ tags }) => tag === null || tags?.includes(tag))
  if (tagged.length === 0) throw new UsageError(`No task of the set ${name} has the tag ${tag}.`, 'compare')
  const place = await placeOf(host, tagged, queue)
  const able = tagged.filter((task) => canRun(task, place))
  const left = tagged.length - able.length
  const why = place !== null && place !== 'machines' && place.engine === null ? ` ${place.reason}` : ''
  if (able.length === 0) throw new UsageError(`All tasks of the set ${name} need a container.${why}`, 'compare')
  if (left > 0) terminal.error(`Left out, since they need a container: ${counted(left, 'task')}.${why}`)
  return able
}

async function placeOf(host: Host, tasks: readonly BatchTask[], queue: Trials['queue']): Promise<TaskPlace> {
  if (!tasks.some(({ needs }) => needs?.includes('container'))) return null
  const chosen = queue === undefined ? (await ask(host, 'settings-read', {})).queue : queue
  return chosen === null ? ask(host, 'containers-support', {}) : 'machines'
}

async function taskOfRun(host: Host, runId: string, check: Trials['check']): Promise<BatchTask> {
  const run = runNamed(host, runId)
  const { turns } = await ask(host, 'conversation-open', { conversationId: run.conversationId })
  const turn = found(
    turns.find(({ id }) => id === run.turnId),
    'message',
  )
  if (run.before === null) throw notKept()
  const { message } = turn
  return { id: 'task-1', name: message.slice(0, 60), message, from: run.before, check, turnId: turn.id }
}

const notKept = () =>
  new FailureError({
    kind: 'not-found',
    message: 'There is no snapshot of the files from before this run.',
    advice: 'Give the message itself to start from the current files.',
  })

/**
 * Continues trials that were cut off, or adds repeats to those that are done. If nothing is left to do, what
 * they came to is told once more. @returns the exit code
 */
export async function continueTrials(
  host: Host,
  now: Batch,
  { more, limits: named, result }: Pick<Extract<CompareWork, { kind: 'go-on' }>, 'more' | 'limits' | 'result'>,
  json: boolean,
  terminal: Terminal,
): Promise<number> {
  if (result.report !== null) refuseUnwritable(result.report)
  const batchId = now.id
  const over = now.state === 'decided' || (now.state === 'done' && now.counts.void === 0)
  const changed = changedLimits(now.limits, named)
  const limits = changed && { limits: changed }
  if (more !== null) await ask(host, 'batch-extend', { batchId, repeats: more, ...limits })
  else if (!over) await ask(host, 'batch-resume', { batchId, ...limits })
  return await conclude(host, now, result, json, terminal)
}

/** Waits for the end of a batch and prints what it came to. @returns the exit code */
export async function conclude(
  host: Host,
  { id: batchId }: Batch,
  { report, all }: ResultArguments,
  json: boolean,
  terminal: Terminal,
): Promise<number> {
  await untilAtRest(host, batchId, terminal)
  const view = await ask(host, 'batch-open', { batchId })
  const { batch, results } = view
  const made = async (format: 'json' | 'html') =>
    (await ask(host, 'batch-report', { batchId, format, lane: null })).text
  if (json) terminal.data(await made('json'))
  else {
    const known = await knownForLanes(host, batch.projectId)
    const swept = batch.sweep === undefined ? [] : [sweepText(batch.sweep, known), '']
    const figures = batchLines(results, batch.lanes, terminal.width, all)
    const details = await readDetails(host, batchId)
    const more = [
      ...matrixLines(view, terminal.width),
      ...acrossTasksLines(view, terminal.width),
      ...failureLines(details, all),
      ...stepLines(details, results.lanes, all),
    ]
    terminal.out(`${[...swept, ...figures, ...more].join('\n')}\n`)
  }
  // The figures first: they are not to be lost over a file that cannot be written.
  if (report !== null) write(report, await made('html'), batchId)
  const { done, void: voided } = batch.counts
  const over = batch.state === 'done' || batch.state === 'decided'
  if (batch.limited !== undefined) terminal.error(`${batch.limited} To continue with a higher limit: ${raising(batch)}`)
  else if (!over) terminal.error(`Some trials are not done. To continue: agent compare --resume ${batchId}`)
  else if (batch.state === 'done' && voided > 0)
    terminal.error(`${voided} trials do not count. To repeat those: agent compare --resume ${batchId}`)
  if (over) terminal.progress(`To export these trials: agent export ${batchId} --format csv --out trials.csv`)
  if (voided > 0 && done === 0) return exitCodes.failed
  return over ? exitCodes.completed : exitCodes.stopped
}

const raising = ({ id, limits }: Batch): string => {
  const flags = [
    ...(limits?.cost == null ? [] : ['--max-cost DOLLARS']),
    ...(limits?.tokens == null ? [] : ['--max-tokens N']),
    ...(limits?.wallMs == null ? [] : ['--max-time 2h']),
  ]
  return `agent compare --resume ${id} ${flags.join(' ')}`
}

/** Until all logs are read. */
async function readDetails(host: Host, batchId: string): Promise<BatchDetails> {
  let details = await ask(host, 'batch-details', { batchId })
  while (details.pending > 0) details = await ask(host, 'batch-details', { batchId })
  return details
}

/** Ctrl-C stops the trials; those that have ended are kept, and `--resume` continues. */
async function untilAtRest(host: Host, batchId: string, terminal: Terminal): Promise<void> {
  const forget = onStop(terminal.unread, () => void ask(host, 'batch-stop', { batchId }).catch(() => {}))
  try {
    await new Promise<void>((resolve, reject) => {
      const progress = createProgressLines(batchId, terminal.progress)
      let reported = -1
      let known = 0
      let now: Batch | null = null
      const look = (batch: Batch) => {
        if (batch.id !== batchId) return
        now = batch
        const { state, counts, out = [] } = batch
        for (const { lane, by, after } of reported < 0 ? [] : out.slice(known))
          terminal.progress(`${lane} is out of the race: ${by} is better after ${counted(after, 'pair')} of trials`)
        known = out.length
        const ended = counts.done + counts.void
        if (reported < 0) terminal.progress(`${batchId}, to continue if it is interrupted`)
        const saved = counts.saved === undefined ? '' : `, ${counts.saved} saved`
        if (ended !== reported) terminal.progress(`${ended} of ${counts.planned} trials${saved}`)
        reported = ended
        if (state === 'running') return
        undo()
        resolve()
      }
      const undo = host.follow({ kind: 'host' }, (message) => {
        if (message.topic !== 'host') return
        for (const change of message.changes) {
          if (change.kind === 'batch') look(change.batch)
          else if (change.kind === 'batch-progress' && change.batchId === now?.id) look({ ...now, ...change.progress })
          else if (change.kind === 'trial-progress' || change.kind === 'trial') progress.note(change, performance.now())
        }
      })
      ask(host, 'batch-open', { batchId }).then(({ batch }) => look(batch), reject)
    })
  } finally {
    forget()
  }
}

/** Before the trials, which may take hours. @throws FailureError if the report cannot be put there */
function refuseUnwritable(file: string): void {
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new Error('It is a folder.')
    accessSync(dirname(file), constants.W_OK)
  } catch (thrown) {
    throw notWritten(file, 'Nothing was started.', thrown)
  }
}

function write(file: string, text: string, batchId: string): void {
  try {
    writeFileSync(file, text)
  } catch (thrown) {
    throw notWritten(file, `The trials are kept: agent compare --resume ${batchId} --report FILE.`, thrown)
  }
}

const notWritten = (file: string, stored: string, thrown: unknown) =>
  new FailureError({
    kind: 'invalid-request',
    message: `The report ${file} can't be written. ${stored}`,
    advice: 'Choose a file in an existing folder that you can write to.',
    detail: String(thrown),
  })
