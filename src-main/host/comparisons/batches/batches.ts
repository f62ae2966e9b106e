import { randomInt } from 'node:crypto'
import type { BatchChanges, BatchView, StartBatch } from '../../../../src-shared/api/comparison-requests.ts'
import { FailureError } from '../../../../src-shared/base/failure.ts'
import type { BoundLane } from '../../../../src-shared/comparison/comparison.ts'
import {
  type Batch,
  type BatchPlan,
  type BatchTask,
  batchTask,
  type Trial,
} from '../../../../src-shared/comparison/comparison-batch.ts'
import { laneLabelAt } from '../../../../src-shared/comparison/lane-label.ts'
import type { QueueAddress } from '../../../../src-shared/settings/queue-address.ts'
import { newId } from '../../base/ids.ts'
import { found } from '../../base/not-found.ts'
import type { HostContext } from '../../host-context.ts'
import type { ResolveParts } from '../../runs/resolve-request.ts'
import type { Runs } from '../../runs/runs.ts'
import { bindForTasks } from '../bind-lane.ts'
import { notifyLeftOut } from '../left-out-notice.ts'
import { refuseMissingModels } from '../missing-models.ts'
import { appIsClosing, runningElsewhere } from '../other-hosts.ts'
import { refuseBadPattern } from '../run-in-copy.ts'
import { sweepComparisons } from '../sweep-comparisons.ts'
import { snapshotsOf } from '../task-sets/task-snapshots.ts'
import { refuseUnlimitable } from './batch-limits.ts'
import { type BatchRecord, openBatchRecord } from './batch-record.ts'
import { createBatchViews } from './batch-views.ts'
import { addRepeats, takeUp } from './continue-batch.ts'
import { planTrials } from './plan-trials.ts'
import { queueOf } from './queue-of.ts'
import type { ActiveBatch } from './run-batch.ts'
import type { BatchParts, TrialRunner } from './run-trial.ts'

type Parts = Pick<HostContext, 'id' | 'store' | 'bus' | 'clock' | 'lease' | 'workspaces'> & ResolveParts & BatchParts

/** The batches of this host. */
export interface Batches {
  /**
   * @param id of the batch, if it was noted before it starts
   * @throws FailureError if a lane or a task is not available; then nothing was started
   */
  start(request: StartBatch, id?: string): Promise<Batch>
  startPlanned(plan: BatchPlan): Promise<Batch>
  stop(id: string): Batch
  /** Starts no more trials; those that are running end. @throws FailureError if it is not running here */
  pause(id: string): Batch
  /**
   * @param limits in place of its own; left out: as they are
   * @throws FailureError if there is nothing to continue, a limit would end it at once, or another host was faster
   */
  resume(id: string, limits?: Batch['limits']): Promise<Batch>
  /** Adds repeats to a batch that is done, and continues it. @throws FailureError if it is not done */
  extend(id: string, repeats: number, limits?: Batch['limits']): Promise<Batch>
  view(id: string): Promise<BatchView>
  /** What has changed since a revision and with results other than these; null: everything. */
  changes(id: string, since: number | null, results: string | null): Promise<BatchChanges>
  /** Without results. */
  planned(id: string): { readonly batch: Batch; readonly trials: readonly Trial[] }
  untilEnded(id: string): Promise<Batch>
  close(): Promise<void>
}

/** Loaded with the first batch: most sessions have none. */
const loadRunner = async () => ({ ...(await import('./run-batch.ts')), ...(await import('./run-trial.ts')) })
type Carrying = Awaited<ReturnType<typeof loadRunner>>

/** @param onMachines executes the trials of a batch that has a queue */
export function createBatches(
  parts: Parts,
  runs: Runs,
  onMachines: (record: BatchRecord, queue: QueueAddress) => TrialRunner,
): Batches {
  const { store, bus, clock, id: host } = parts
  const activeBatches = new Map<string, ActiveBatch>()
  let closing = false
  const refuseClosing = () => {
    if (closing) throw new FailureError(appIsClosing)
  }
  const get = (id: string) => activeBatches.get(id)?.record.current() ?? found(store.batches.get(id), 'batch')

  const trialsOf = (id: string) => activeBatches.get(id)?.record.trials() ?? store.batches.trials(id)
  const views = createBatchViews(parts)

  function begin({ launchBatch, trialsHere }: Carrying, batch: Batch): Batch {
    const record = openBatchRecord(parts, batch)
    const runner = batch.queue === undefined ? trialsHere(parts, runs, record) : onMachines(record, batch.queue)
    const active = launchBatch(parts, record, runner)
    activeBatches.set(batch.id, active)
    // Once it is reported as ended, another may have started in its place.
    void active.done.then(() => activeBatches.get(batch.id) === active && activeBatches.delete(batch.id))
    return active.record.current()
  }

  async function start(
    { seed: wantedSeed, tasks: wished, lanes: setUps, queue: wantedQueue, ...request }: StartBatch,
    id = newId('batch'),
  ): Promise<Batch> {
    const queue = queueOf(parts, wantedQueue)
    const carrying = await loadRunner()
    const tasks = await tasksOf(parts, request.projectId, wished, queue === null)
    const conversation = newConversation(parts, request.projectId, request.name)
    const lanes = withFair(await bound(parts, request, setUps, conversation.id, tasks), request.fair)
    await refuseUnlimitable(parts, lanes, request)
    refuseClosing()
    const seed = wantedSeed ?? randomInt(2 ** 31)
    const plan = { ...request, ...(queue !== null && { queue }), lanes, tasks, seed }
    return open(carrying, conversation, plan, id)
  }

  /** Starts what was planned otherwise than from set-ups and tasks. */
  async function startPlanned(plan: BatchPlan): Promise<Batch> {
    const carrying = await loadRunner()
    refuseMissingModels(parts, plan.lanes, '')
    await refuseUnlimitable(parts, plan.lanes, plan)
    refuseClosing()
    return open(carrying, newConversation(parts, plan.projectId, plan.name), plan, newId('batch'))
  }

  function open(
    carrying: Carrying,
    conversation: ReturnType<typeof newConversation>,
    plan: BatchPlan,
    id: string,
  ): Batch {
    const trials = planTrials(plan.lanes, plan.tasks, plan.repeats, plan.seed)
    const counts = { done: 0, void: 0, running: 0, planned: trials.length, asking: 0 }
    const createdAt = clock.now()
    const batch: Batch = { ...plan, id, conversationId: conversation.id, state: 'running', createdAt, counts }
    store.transaction(() => {
      store.conversations.create(conversation)
      store.batches.create(batch, trials, host)
    })
    bus.publish({ kind: 'conversation', conversation: found(store.conversations.get(conversation.id), 'conversation') })
    return begun(carrying, batch)
  }

  async function resume(id: string, limits?: Batch['limits']): Promise<Batch> {
    const carrying = await loadRunner()
    // Of one that is about to pause, the running trials end first.
    if (get(id).pausing === true) await activeBatches.get(id)?.done
    if (get(id).state === 'running' && !activeBatches.has(id)) {
      await parts.lease.settled()
      sweepComparisons(parts)
    }
    refuseMissingModels(parts, get(id).lanes, onCommandLine(id))
    await refuseUnlimitable(parts, get(id).lanes, { ...get(id), ...(limits !== undefined && { limits }) })
    refuseClosing()
    const taken = takeUp(parts, runs, id, limits)
    // Cleans up after aborted trials, before new ones start.
    await parts.workspaces.removeOwned(id).catch(() => undefined)
    return begun(carrying, taken)
  }

  async function extend(id: string, repeats: number, limits?: Batch['limits']): Promise<Batch> {
    if (get(id).fork !== undefined) throw forksAreFixed()
    const carrying = await loadRunner()
    refuseMissingModels(parts, get(id).lanes, onCommandLine(id))
    await refuseUnlimitable(parts, get(id).lanes, { ...get(id), ...(limits !== undefined && { limits }) })
    refuseClosing()
    return begun(carrying, addRepeats(parts, id, repeats, limits))
  }

  function begun(carrying: Carrying, batch: Batch): Batch {
    bus.publish({ kind: 'batch', batch })
    return begin(carrying, batch)
  }

  return {
    start,
    startPlanned,
    resume,
    extend,
    stop: (id) => {
      activeBatches.get(id)?.stop()
      const now = get(id)
      if (now.state === 'running' && !activeBatches.has(id)) throw runningElsewhere('batch')
      return now.state === 'interrupted' ? openBatchRecord(parts, now).change({ state: 'stopped' }) : now
    },
    pause: (id) => {
      const active = activeBatches.get(id)
      if (active === undefined) throw get(id).state === 'running' ? runningElsewhere('batch') : notRunning()
      active.pause()
      return active.record.current()
    },
    view: (id) => views.view(get(id), trialsOf(id)),
    changes: (id, since, results) => views.changes(get(id), () => trialsOf(id), since, results),
    planned: (id) => ({ batch: get(id), trials: trialsOf(id) }),
    untilEnded: async (id) => (await activeBatches.get(id)?.done) ?? get(id),
    close: async () => {
      closing = true
      for (const active of activeBatches.values()) active.interrupt()
      await Promise.all([...activeBatches.values()].map(({ done }) => done))
    },
  }
}

const onCommandLine = (id: string) => `Or continue it there: agent compare --resume ${id}`

const newConversation = ({ clock }: Pick<HostContext, 'clock'>, projectId: string, name: string) => ({
  id: newId('conv'),
  projectId,
  title: `Trials: ${name}`.slice(0, 200),
  createdAt: clock.now(),
})

async function bound(
  parts: Parts,
  { projectId, mode, approval }: Pick<StartBatch, 'projectId' | 'mode' | 'approval'>,
  setUps: StartBatch['lanes'],
  conversationId: string,
  tasks: Batch['tasks'],
): Promise<BoundLane[]> {
  const lanes: BoundLane[] = []
  const message = tasks[0]?.message ?? ''
  const request = { conversationId, parentId: null, message, mode, approval }
  for (const [at, each] of setUps.entries())
    lanes.push(await bindForTasks(parts, projectId, laneLabelAt(at), each, request, tasks))
  return lanes
}

/** The same limit for all lanes. What else limits a lane stays, and also whether its user is asked at a limit. */
const withFair = (lanes: readonly BoundLane[], fair: Batch['fair']): BoundLane[] =>
  lanes.map((lane) => (fair === undefined ? lane : { ...lane, budget: { ...lane.budget, [fair.of]: fair.amount } }))

/**
 * Tasks without files start with the current ones, the same for all of them.
 * @param here whether they run on this computer; others say themselves what they can't run
 */
export async function tasksOf(
  parts: Pick<HostContext, 'store' | 'bus' | 'workspaces' | 'containers'>,
  projectId: string,
  wished: StartBatch['tasks'],
  here: boolean,
): Promise<Batch['tasks']> {
  const tasks: BatchTask[] = wished.map((each) =>
    'keptTask' in each ? found(parts.store.tasks.get(each.keptTask), 'task') : each,
  )
  if (new Set(tasks.map(({ id }) => id)).size < tasks.length) throw sameTask()
  for (const task of tasks) {
    refuseBadPattern(task.check)
    if (here) await parts.containers.refuseUnable(task, 'agent')
  }
  const { snapshots } = await parts.workspaces.workIn(projectId, null)
  const keptSnapshots = tasks.some((task) => snapshotsOf(task).length > 0) ? await snapshots.kept() : []
  const lost = tasks.find((task) => snapshotsOf(task).some((each) => !keptSnapshots.includes(each)))
  if (lost !== undefined) throw filesNotKept(lost)
  const isNow = tasks.some(({ from }) => from === null)
  const { id: now, notCovered } = isNow ? await snapshots.snapshot() : { id: '', notCovered: [] }
  await notifyLeftOut(parts, snapshots, notCovered)
  return tasks.map((task) => ({ ...batchTask.parse(task), from: task.from ?? now }))
}

const sameTask = () =>
  new FailureError({
    kind: 'options-invalid',
    message: 'Two tasks have the same id.',
    advice: 'Give each task its own id. To run a task several times, set the repeats.',
  })

const filesNotKept = ({ name, from }: BatchTask) =>
  new FailureError({
    kind: 'options-invalid',
    message: `Files of the task “${name}” are missing: this project has no snapshot ${from ?? 'of its hidden files'}.`,
    advice: 'Omit them to start from the current files, or remove the task.',
  })

const notRunning = () =>
  new FailureError({
    kind: 'busy',
    message: 'These trials are not running, so there is nothing to pause.',
    advice: 'Continue them first.',
  })

const forksAreFixed = () =>
  new FailureError({
    kind: 'options-invalid',
    message: 'Repeats can’t be added to forks of a step.',
    advice: 'Ask again with more forks.',
  })
