import { randomInt } from 'node:crypto'
import type { StartScan, StartWhatIf } from '../../../../src-shared/api/what-if-requests.ts'
import { FailureError } from '../../../../src-shared/base/failure.ts'
import { listed, shortenMiddle } from '../../../../src-shared/base/format.ts'
import type { BoundLane } from '../../../../src-shared/comparison/comparison.ts'
import type { Batch, BatchPlan } from '../../../../src-shared/comparison/comparison-batch.ts'
import { laneLabelAt } from '../../../../src-shared/comparison/lane-label.ts'
import { scannedSteps } from '../../../../src-shared/comparison/what-if/fork-estimate.ts'
import { changedThings, type LaneFork, type StepChange } from '../../../../src-shared/comparison/what-if/step-change.ts'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import type { EventOf } from '../../../../src-shared/run/event.ts'
import { forkableSteps } from '../../../../src-shared/run/forkable-steps.ts'
import { bindRoles } from '../../../../src-shared/run/resolve-run.ts'
import { unattended } from '../../../../src-shared/strategy/task.ts'
import { found } from '../../base/not-found.ts'
import { stateAfterStep, stateBeforeStep } from '../../branches/state-at.ts'
import type { HostContext } from '../../host-context.ts'
import type { ResolveParts } from '../../runs/resolve-request.ts'
import { checkFork } from '../../runs/run-fork.ts'
import { bindLane } from '../bind-lane.ts'
import { refuseBadPattern } from '../run-in-copy.ts'
import { forkStep } from './fork-step.ts'
import { madeFor } from './made-for.ts'

export type PlanParts = Pick<
  HostContext,
  'store' | 'strategies' | 'settings' | 'profiles' | 'workspaces' | 'containers'
> &
  ResolveParts

type Shared = Omit<StartScan, 'maxTrials'>

/**
 * Plans forks of a step: as it was, and with each change.
 *
 * If all that is changed are answers, the first lane keeps the answer that the step had, since the question is what
 * that answer was worth; else it performs the step again, as the other lanes do.
 * @throws FailureError if the run can't be continued from there, or its files then are not known
 */
export async function planWhatIf(parts: PlanParts, request: StartWhatIf): Promise<BatchPlan> {
  const { runId, path, changes } = request
  const run = found(parts.store.runs.get(runId), 'run')
  const nothing = changes.find((each) => changedThings(each).length === 0)
  if (nothing !== undefined) throw new FailureError(nothingChanged)
  const isAnswers = changes.every(({ answer }) => answer !== null)
  const asItWas = { path, step: isAnswers ? ('recorded' as const) : ('again' as const), change: null }
  const lanes = [await laneOf(parts, run, 0, asItWas, 'As it was')]
  for (const [at, change] of changes.entries()) {
    const step = change.answer === null ? ('again' as const) : ('edited' as const)
    lanes.push(await laneOf(parts, run, at + 1, { path, step, change }, nameOf(change)))
  }
  return planOf(parts, run, request, lanes, { kind: 'change', runId, path }, `What if: ${nameOf(changes[0])}`)
}

/**
 * Plans forks of every step at which a model or the user decided, with nothing changed.
 * @throws FailureError if the run has fewer than two such steps
 */
export async function planScan(parts: PlanParts, request: StartScan): Promise<BatchPlan> {
  const { runId, repeats, maxTrials } = request
  const run = found(parts.store.runs.get(runId), 'run')
  const steps = scannedSteps(forkableSteps(parts.store.events.read(runId, -1)), repeats, maxTrials)
  const [first] = steps
  if (first === undefined || steps.length < 2) throw new FailureError(nothingToScan)
  const lanes: BoundLane[] = []
  for (const [at, each] of steps.entries()) {
    const name = each.kind === 'question' ? 'From the question' : `From ${each.name} ${at + 1}`
    lanes.push(await laneOf(parts, run, at, { path: each.path, step: 'again', change: null }, name))
  }
  return planOf(parts, run, request, lanes, { kind: 'scan', runId, path: first.path }, 'What if: every decision')
}

async function planOf(
  parts: PlanParts,
  run: Run,
  { repeats, parallel, seed, approval, limits, ...request }: Shared,
  lanes: BoundLane[],
  fork: NonNullable<Batch['fork']>,
  name: string,
): Promise<BatchPlan> {
  const { setUp, task } = madeFor(parts, run)
  if (task.container?.steps !== undefined) throw new FailureError(ofSteps)
  const check = request.check === undefined ? task.check : request.check
  refuseBadPattern(check)
  const { message } = found(parts.store.turns.get(run.turnId), 'message')
  await parts.containers.refuseUnable({ ...task, name: message.slice(0, 80) }, 'agent')
  await refuseOtherFiles(parts, run, lanes)
  const from = lanes[0]?.fork?.from ?? ''
  const { dependencies, setUpCommand } = setUp
  return {
    projectId: run.projectId,
    name,
    lanes,
    tasks: [{ ...task, id: 'step', name: message.slice(0, 80), message, from, check, turnId: run.turnId }],
    repeats,
    parallel,
    seed: seed ?? randomInt(2 ** 31),
    certainty: { alpha: 0.05, margin: 0.1, stopEarly: false },
    ...(limits !== undefined && { limits }),
    mode: run.mode,
    approval: approval ?? run.approval,
    dependencies,
    setUpCommand,
    fork,
  }
}

/** A log that came from elsewhere names files that stayed there. @throws FailureError if some are not here */
async function refuseOtherFiles(
  { workspaces }: Pick<PlanParts, 'workspaces'>,
  { projectId }: Run,
  lanes: readonly BoundLane[],
): Promise<void> {
  const { snapshots } = await workspaces.workIn(projectId, null)
  for (const from of new Set(lanes.flatMap(({ fork }) => fork?.from ?? [])))
    if (!(await snapshots.holds(from))) throw new FailureError(filesElsewhere)
}

async function laneOf(
  parts: PlanParts,
  run: Run,
  index: number,
  fork: Omit<LaneFork, 'from'>,
  name: string,
): Promise<BoundLane> {
  const { start } = await checkFork(parts, forkStep(run.id, fork))
  const from = (fork.step === 'again' ? stateBeforeStep : stateAfterStep)(parts, run, fork.path)
  if (from === null) throw new FailureError(filesUnknown)
  const bound = await boundAs(parts, run, start, fork.change, index)
  return { ...bound, name, label: laneLabelAt(index), fork: { ...fork, from } }
}

async function boundAs(
  parts: PlanParts,
  run: Run,
  start: EventOf<'run-start'>,
  change: StepChange | null,
  index: number,
): Promise<BoundLane> {
  const roles = change?.roles ?? {}
  const plain = { name: '', temperature: null, reasoningEffort: null, label: laneLabelAt(index) }
  const budget = unattended(start.budget)
  const strategy = change?.strategy ?? null
  const idsThen = Object.fromEntries(Object.entries(start.roles).map(([role, { profileId }]) => [role, profileId]))
  const { default: usual } = roles
  const ids = {
    ...(usual === undefined ? idsThen : Object.fromEntries(Object.keys(idsThen).map((each) => [each, usual]))),
    ...roles,
  }
  if (strategy === null) {
    const { roles: bound } = bindRoles(Object.keys(start.roles), ids, parts.settings.read(), parts.profiles.get)
    return { ...plain, strategy: run.strategy, roles: ids, budget, choice: run.strategy, bound }
  }
  const { message } = found(parts.store.turns.get(run.turnId), 'message')
  const { conversationId, projectId, mode, approval } = run
  const around = { conversationId, parentId: null, message, mode, approval }
  return bindLane(parts, projectId, plain.label, { ...plain, strategy, roles: ids, budget }, around)
}

const nameOf = (change: StepChange | undefined): string => {
  if (change === undefined) return ''
  const things = listed(changedThings(change))
  return change.name === '' ? shortenMiddle(`Other ${things}`, 80) : change.name
}

const nothingChanged = {
  kind: 'options-invalid',
  message: 'A change changes nothing.',
  advice: 'Choose another strategy, model, prompt, message or answer.',
} as const

const nothingToScan = {
  kind: 'options-invalid',
  message: 'This run has fewer than two model calls or questions, so there is nothing to compare.',
  advice: 'Choose a longer run, or change one step.',
} as const

const filesUnknown = {
  kind: 'not-found',
  message: 'There is no snapshot of the files at that step.',
  advice: 'Choose a step after the first snapshot of the run, or a newer run.',
} as const

const filesElsewhere = {
  kind: 'not-found',
  message: 'The files at that step are not on this computer: the run was made on another one, or they were removed.',
  advice: 'Choose a run that was made here, or run the task again on this computer.',
} as const

const ofSteps = {
  kind: 'options-invalid',
  message: 'This run answered one of several messages of its task, which are tested one after the other.',
  advice: 'Choose a run of a task with a single message, or run the whole task again.',
} as const
