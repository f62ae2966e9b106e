import { type Failure, FailureError, failureFrom } from '../../../src-shared/base/failure.ts'
import type { BoundLane, Check, CommandResult, Lane, SharedSetUp } from '../../../src-shared/comparison/comparison.ts'
import type { TaskStep } from '../../../src-shared/comparison/task-container.ts'
import type { TaskParts } from '../../../src-shared/comparison/task-parts.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { CopyProgress } from '../../../src-shared/workspace/workspace.ts'
import { endProcessesOf } from '../../processes/marks.ts'
import { found } from '../base/not-found.ts'
import type { HostContext } from '../host-context.ts'
import type { ExecutionSlot } from '../run-ports/execution-slot.ts'
import type { Runs } from '../runs/runs.ts'
import { copyGone, isOfSurroundings, setUpFailed } from './lane-failures.ts'
import { budgetLeft } from './lanes/budget-left.ts'
import { abandonLeftRun, isCopyGone, removeLaneCopy } from './lanes/leave-lane.ts'
import { lastOutputSentence, runInCopy, setUpCheck } from './run-in-copy.ts'
import { type LaneInput, startLaneRun } from './start-lane-run.ts'
import { openTaskContainer, prepareStep, refuseAfterRun } from './task-sets/container-work.ts'
import { joinSteps, mayContinue } from './task-sets/join-steps.ts'
import { runCheck } from './task-sets/run-tests.ts'

type Parts = Pick<HostContext, 'options' | 'clock' | 'store' | 'profiles' | 'keys' | 'workspaces' | 'containers'>

/** The progress of a lane. */
export type LaneRecord = Pick<
  Lane,
  | 'state'
  | 'workspaceId'
  | 'turnId'
  | 'runId'
  | 'failure'
  | 'setUpResult'
  | 'before'
  | 'after'
  | 'checkResult'
  | 'earlierRunIds'
>
export const newLane: LaneRecord = {
  state: 'waiting',
  workspaceId: null,
  turnId: null,
  runId: null,
  failure: null,
  setUpResult: null,
  before: null,
  after: null,
  checkResult: null,
}

/** What all lanes share. */
export interface LaneTask extends LaneInput {
  readonly projectId: string
  readonly from: string
  /** The comparison or batch that owns the copies. */
  readonly owner: string
  readonly setUp: SharedSetUp
  readonly check: Check | null
  /** What a task of a task set brings of its own. */
  readonly own?: LaneTaskParts | undefined
}

export type LaneTaskParts = Pick<TaskParts, 'setUpCommand' | 'hidden' | 'timeLimitMs' | 'source' | 'container'>

/** Why a lane was interrupted: the user stopped it, or the app is closing and it can be continued. */
export type LaneInterruption = 'stopped' | 'interrupted'

export interface LaneWork {
  readonly task: LaneTask
  readonly lane: BoundLane
  /** Stores and shows its progress. */
  change(patch: Partial<LaneRecord>): void
  /** Progress of its copy. */
  progress?(progress: CopyProgress): void
  /** Its reason is a `LaneInterruption`. */
  readonly signal: AbortSignal
  /** Set if lanes don't all work at the same time. */
  readonly turn?: ExecutionSlot
  /** Called when the run releases its slot because it only waits for the user, and when it continues. */
  asks?(asks: boolean): void
}

/**
 * Executes one lane: its copy, the set-up command, its run, the check; then the copy is removed.
 *
 * 1. It never rejects: an error affects only this lane, and the other lanes continue.
 * 2. Started again, it continues where it was: an interrupted run is resumed, a copy without a run is made again.
 * 3. The copy is removed when it is no longer needed. The run's snapshots keep its files.
 * 4. If lanes don't all work at the same time, it does all of this in its slot, which it releases while its run waits
 *    only for the user. The caller that acquired the slot releases it at the end.
 * 5. The app's own tools do not leave the copy, and commands are confined to it if the system has a sandbox
 *    (`confinements.ts`). If it has none, an allowed command that uses an absolute path outside, or writes
 *    into a linked package, can leave it; the set-up page and the command line say so.
 */
export async function runLane(parts: Parts, runs: Runs, work: LaneWork, before: LaneRecord): Promise<LaneRecord> {
  let current = before
  const change = (patch: Partial<LaneRecord>) => {
    current = { ...current, ...patch }
    work.change(patch)
  }
  const ended = await advance({ parts, runs, work, change, current: () => current }).catch(
    (thrown: unknown): Partial<LaneRecord> => brokenOff(work.signal) ?? failed(failureFrom(thrown)),
  )
  if (ended.state !== 'interrupted') {
    if (current.runId !== null) abandonLeftRun(parts, runs, current.runId)
    change(await removeLaneCopy(parts, current))
  }
  change(ended)
  return current
}

interface ActiveLane {
  readonly parts: Parts
  readonly runs: Runs
  readonly work: LaneWork
  change(patch: Partial<LaneRecord>): void
  current(): LaneRecord
}
type Ended = Partial<LaneRecord>

const failed = (failure: Failure): Ended => ({ state: 'failed', failure })

/** Null if it was not interrupted. */
function brokenOff({ aborted, reason }: AbortSignal): Ended | null {
  if (!aborted) return null
  return { state: reason === 'interrupted' ? 'interrupted' : 'stopped' }
}

async function advance(active: ActiveLane): Promise<Ended> {
  const { work, current } = active
  await work.turn?.take(work.signal)
  if (current().runId === null) {
    const ended = await prepare(active)
    if (ended !== null) return ended
  }
  const { steps } = work.task.own?.container ?? {}
  return (await (steps === undefined ? answer(active, null) : answerAll(active, steps))) ?? { state: 'done' }
}

/** One message: its run and its check. @returns null if it was done */
async function answer(active: ActiveLane, step: TaskStep | null): Promise<Ended | null> {
  const { work, current } = active
  const run = await untilRun(active, step)
  active.change({ before: current().before ?? run.before, after: run.after })
  refuseAfterRun(active.parts, current().workspaceId)
  if (run.status === 'aborted') return { state: 'stopped' }
  // Interrupted, or still active in another process: there is nothing to check yet.
  if (run.endedAt === null) return { state: 'interrupted' }
  // Of several, the trial ends here, and does not count.
  if (step !== null && isOfSurroundings(run.failure)) return { state: 'done' }
  return (await check(active, step)) ?? brokenOff(work.signal)
}

/** Several messages in one conversation, each with its own tests, as long as those give what the next requires. */
async function answerAll(active: ActiveLane, steps: readonly TaskStep[]): Promise<Ended | null> {
  const { parts, work, change, current } = active
  const { container } = work.task.own ?? {}
  const { workspaceId: copyId } = current()
  if (container === undefined || copyId === null) throw new Error('steps need a container')
  const results: CommandResult[] = []
  for (const step of steps) {
    const { runId, earlierRunIds = [] } = current()
    if (runId !== null) change({ runId: null, earlierRunIds: [...earlierRunIds, runId] })
    if (budgetLeft(parts.store, work.lane.budget, current().earlierRunIds) === null) break
    const { projectId } = work.task
    await prepareStep(parts, { projectId, copyId, container, signal: work.signal }, step)
    const ended = await answer(active, step)
    if (ended !== null) return ended
    const { checkResult } = current()
    if (checkResult !== null) results.push(checkResult)
    if (checkResult === null || !mayContinue(step, checkResult)) break
  }
  change({ checkResult: joinSteps(parts, container, results) })
  return null
}

/** A separate copy after set-up. What an earlier attempt left is removed: a partial set-up is useless. */
async function prepare(active: ActiveLane): Promise<Ended | null> {
  const { parts, work, change, current } = active
  const { projectId, from: snapshot, owner, setUp, own } = work.task
  if (work.signal.aborted) return brokenOff(work.signal)
  change({ state: 'preparing', failure: null })
  await removeLaneCopy(parts, current())
  const name = `Lane ${work.lane.label}`
  // The packages installed in the project are not those of another repository.
  const dependencies = own?.source === undefined ? setUp.dependencies : 'none'
  const request = { projectId, name, snapshot, dependencies, purpose: 'lane', owner } as const
  const { progress, signal } = work
  const copy = await parts.workspaces.open({ ...request, signal, ...(progress && { onProgress: progress }) })
  change({ workspaceId: copy.id })
  const { container } = own ?? {}
  const then = work.task.fork === undefined ? null : snapshot
  if (container) await openTaskContainer(parts, { projectId, copyId: copy.id, container, signal }, 'agent', then)
  for (const command of [setUp.setUpCommand, own?.setUpCommand ?? null]) {
    const ended = command === null ? null : await setUpWith(active, copy.id, command)
    if (ended !== null) return ended
  }
  return brokenOff(work.signal)
}

async function setUpWith({ parts, work, change }: ActiveLane, copyId: string, command: string): Promise<Ended | null> {
  if (work.signal.aborted) return brokenOff(work.signal)
  change({ state: 'setting-up' })
  const projectWork = await parts.workspaces.workIn(work.task.projectId, copyId)
  const result = await runInCopy(parts, projectWork, setUpCheck(command), work.signal, copyId)
  change({ setUpResult: result })
  if (work.signal.aborted) return brokenOff(work.signal)
  return result.exitCode === 0 ? null : failed(setUpFailed(result.exitCode, lastOutputSentence(parts, result)))
}

/** Starts or continues the lane's run, and waits for its end. */
async function untilRun(active: ActiveLane, step: TaskStep | null): Promise<Run> {
  const { parts, runs, work, change, current } = active
  const known = current().runId
  const before = known === null ? null : found(parts.store.runs.get(known), 'run')
  // It may have ended since, or the user may have continued it in another process.
  if (before !== null && before.endedAt !== null) return before
  if (before?.status === 'interrupted' && (await isCopyGone(parts, work.task, current().workspaceId)))
    throw new FailureError(copyGone(work.lane.label))
  const turn = runTurn(work, change)
  const run =
    before === null
      ? await startLaneRun(runs, ...asked(active, step), current().workspaceId, turn)
      : before.status === 'interrupted'
        ? await resumed(active, before, turn)
        : before
  if (run.status === 'interrupted') return run
  change({ state: 'running', runId: run.id, turnId: run.turnId, failure: null })
  const stop = () => {
    if (work.signal.reason === 'stopped') runs.active(run.id)?.stop()
  }
  work.signal.addEventListener('abort', stop)
  if (work.signal.aborted) stop()
  try {
    return await runs.untilEnded(run.id)
  } finally {
    work.signal.removeEventListener('abort', stop)
  }
}

/** The message of a step follows the turn of the one before, with what is left of the budget. */
function asked({ parts, work, current }: ActiveLane, step: TaskStep | null): [LaneTask, BoundLane] {
  const { task, lane } = work
  if (step === null) return [task, lane]
  const { turnId, earlierRunIds } = current()
  const own = { ...task.own, timeLimitMs: step.agentLimitMs ?? undefined }
  const budget = budgetLeft(parts.store, lane.budget, earlierRunIds) ?? lane.budget
  return [
    { ...task, own, message: step.message, parentId: turnId ?? task.parentId },
    { ...lane, budget },
  ]
}

/** If something it needs, such as its strategy, can be restored, it stays interrupted, and its lane says why. */
async function resumed({ runs, work, change }: ActiveLane, cut: Run, turn: ExecutionSlot | undefined): Promise<Run> {
  try {
    return await runs.resume(cut.id, turn)
  } catch (thrown) {
    if (!work.signal.aborted) change({ failure: failureFrom(thrown) })
    return cut
  }
}

/** After the user's answer the run may have to wait for a slot again, which the lane shows. */
function runTurn({ turn, asks }: LaneWork, change: ActiveLane['change']): ExecutionSlot | undefined {
  if (turn === undefined) return undefined
  let isHad = true
  return {
    take: async (signal) => {
      if (isHad) return
      asks?.(false)
      change({ state: 'waiting' })
      await turn.take(signal)
      if (signal.aborted) return
      isHad = true
      change({ state: 'running' })
    },
    giveBack: () => {
      if (isHad) asks?.(true)
      isHad = false
      turn.giveBack()
    },
  }
}

async function check({ parts, work, change, current }: ActiveLane, step: TaskStep | null): Promise<Ended | null> {
  const { workspaceId } = current()
  if (work.task.check === null || workspaceId === null) return null
  await work.turn?.take(work.signal)
  change({ state: 'checking' })
  const projectWork = await parts.workspaces.workIn(work.task.projectId, workspaceId)
  await endProcessesOf([workspaceId])
  const { hidden, container } = work.task.own ?? {}
  if (hidden !== undefined) await projectWork.snapshots.layOver(hidden)
  const { projectId, check: wanted } = work.task
  const inContainer = { projectId, copyId: workspaceId, container, signal: work.signal }
  const result = await runCheck(parts, projectWork, inContainer, wanted, step)
  if (work.signal.aborted) return brokenOff(work.signal)
  change({ checkResult: result })
  return null
}
