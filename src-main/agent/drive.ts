import type { Failure } from '../../src-shared/base/failure.ts'
import { noLimits } from '../../src-shared/model/tool.ts'
import type { EventBody } from '../../src-shared/run/event.ts'
import { type Outcome, outcome } from '../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../src-shared/strategy/task.ts'
import { depthLimit } from '../strategy/loop/delegate-tool.ts'
import { heldSteps } from '../strategy/parts/held-steps.ts'
import { StepProbe } from '../strategy/step-probe.ts'
import type { GroupStep, Routine, Step, Strategy, Think } from '../strategy/steps.ts'
import { passLimits } from './at-limit.ts'
import { failureOf } from './failures.ts'
import { Halt, untilHalted } from './halt.ts'
import { copyPath, workspaceFor } from './in-copy.ts'
import { branchesFingerprint, childFingerprint, copyFingerprint, phaseFingerprint } from './journal.ts'
import { mismatch, performLeaf } from './perform-leaf.ts'
import { asStored } from './plain-json.ts'
import { runPurely } from './purity.ts'
import type { RunContext } from './run-context.ts'
import { isYieldDue, yieldToEventLoop } from './yield-to-event-loop.ts'

/**
 * Drives a routine to its end: executes the steps it yields and passes it their answers.
 *
 * 1. A path is a step's place in the routine tree, so parallel branches write the same journal in whatever
 *    order they finish.
 * 2. A halt passes around the generator: it is neither thrown into it nor is its `finally` run.
 */
export async function drive<T>(routine: Routine<T>, path: string, context: RunContext): Promise<T> {
  let turn = runPurely(() => routine.next())
  for (let index = 0; !turn.done; index++) {
    if (isYieldDue()) await yieldToEventLoop()
    const end = await settled(performStep(turn.value, path === '' ? `${index}` : `${path}.${index}`, context))
    turn = runPurely(() => (end.ok ? routine.next(end.value) : routine.throw(end.error)))
  }
  return turn.value
}

type Settled = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: unknown }

async function settled(work: Promise<unknown>): Promise<Settled> {
  try {
    return { ok: true, value: await work }
  } catch (error) {
    if (error instanceof Halt) throw error
    return { ok: false, error }
  }
}

async function performStep(step: Step, path: string, context: RunContext): Promise<unknown> {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- what is left is a leaf: a new group does not fit `performLeaf`
  switch (step.kind) {
    case 'all':
      return await performAll(step, path, context)
    case 'phase':
      return await performPhase(step, path, context)
    case 'in-copy':
      return await performInCopy(step, path, context)
    case 'delegate':
      return await performChild(step, path, context)
    case 'think':
      return await performThought(step, context)
    default:
      return await performLeaf(step, path, context)
  }
}

/** Stop does not wait for a thought. */
async function performThought({ compute }: Think, { halts }: RunContext): Promise<unknown> {
  halts.check()
  const thought = await untilHalted(compute(halts.signal), halts, 0)
  halts.check()
  return thought
}

type GroupOf<K extends GroupStep['kind']> = Extract<GroupStep, { kind: K }>

async function performPhase({ name, title, index, body }: GroupOf<'phase'>, path: string, context: RunContext) {
  const span: Span = {
    branches: 0,
    fingerprint: phaseFingerprint({ name, title, index }),
    start: (again) => ({ type: 'phase-start', path, name, title, index, again }),
    end: (failure) => ({ type: 'phase-end', path, failure }),
  }
  return await within(span, path, context, () => drive(body, path, context))
}

/** Steps already in the log are answered from it and need no copy. */
async function performInCopy(step: GroupOf<'in-copy'>, path: string, context: RunContext) {
  const { name, title, index, from, body } = step
  const past = context.journal.get(path)
  const ended = past?.outcome !== undefined && past.outcome !== null
  const here = ended ? null : await workspaceFor(step, path, context)
  const attempt = here?.attempt ?? past?.attempt ?? 0
  const span: Span = {
    branches: 0,
    fingerprint: copyFingerprint({ name, title, index }, from),
    start: (again) => ({ type: 'phase-start', path, name, title, index, again, copy: { from, attempt } }),
    end: (failure) => ({ type: 'phase-end', path, failure }),
  }
  try {
    const work = async () => await drive(body, copyPath(path, attempt), here === null ? context : await here.open())
    return await within(span, path, context, work)
  } finally {
    await here?.close()
  }
}

/** Every branch runs to its end, so that a failure in one never decides, by its timing, what another did. */
async function performAll({ branches, atOnce = branches.length }: GroupOf<'all'>, path: string, context: RunContext) {
  const span: Span = {
    branches: branches.length,
    fingerprint: branchesFingerprint(branches.length),
    start: (again) => ({ type: 'branches-start', path, count: branches.length, again }),
    end: (failure) => ({ type: 'branches-end', path, failure }),
  }
  return await within(span, path, context, async () => {
    const works = branches.map((branch, at) => () => driveBranch(branch, `${path}/${at}`, context))
    const ends = await settledInTurn(works, atOnce)
    const errors = ends.flatMap((end) => (end.status === 'rejected' ? [thrown(end)] : []))
    const first = errors.find(isProbe) ?? errors.find((each) => each.error instanceof Halt) ?? errors[0]
    if (first !== undefined) throw first.error
    return ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
  })
}

/** Starts so many at a time, in their order. */
async function settledInTurn<T>(
  works: readonly (() => Promise<T>)[],
  atOnce: number,
): Promise<readonly PromiseSettledResult<T>[]> {
  const ends: Promise<PromiseSettledResult<T>>[] = []
  const waiting = works.values()
  const line = async () => {
    for (const work of waiting) {
      const end = Promise.allSettled([work()]).then(([only]) => only)
      ends.push(end)
      await end
    }
  }
  await Promise.all(Array.from({ length: Math.min(Math.max(atOnce, 1), works.length) }, line))
  return await Promise.all(ends)
}

const isProbe = ({ error }: { readonly error: unknown }): boolean => error instanceof StepProbe

const thrown = (end: PromiseRejectedResult): { readonly error: unknown } => ({ error: end.reason })

/** The last end in a branch has no next step to be committed with. */
async function driveBranch(branch: Routine<unknown>, path: string, context: RunContext): Promise<unknown> {
  try {
    return await drive(branch, path, context)
  } finally {
    if (context.halts.halt === null) context.log.commit()
  }
}

async function performChild(
  { strategy, task }: GroupOf<'delegate'>,
  path: string,
  context: RunContext,
): Promise<Outcome> {
  const { goal, depth, agent } = task
  const named = agent === undefined ? {} : { agent }
  let failure: Failure | null = null
  const span: Span = {
    branches: 0,
    fingerprint: childFingerprint({ strategy, goal, depth, ...named }),
    start: (again) => ({ type: 'child-start', path, strategy, goal, depth, ...named, again }),
    end: (thrown) => ({ type: 'child-end', path, failure: thrown ?? failure }),
  }
  return await within(span, path, context, async () => {
    const built = context.buildChild(strategy)
    const end = await (depth > depthLimit
      ? failedChild(tooDeep)
      : built.ok
        ? childOutcome(built.strategy, task, path, context)
        : failedChild(built.failure))
    failure = end.failure
    return end
  })
}

/** A child that can't continue is a failed outcome for its parent, never thrown into it. */
async function childOutcome(strategy: Strategy, task: Task, path: string, context: RunContext): Promise<Outcome> {
  try {
    const work = runPurely(() => strategy(task))
    const routine =
      task.held === undefined
        ? work
        : heldSteps(work, { limits: { ...noLimits, held: task.held }, sessions: 'conversation' })
    return asStored(outcome, await drive(routine, path, context), "The child's outcome")
  } catch (error) {
    if (error instanceof Halt || error instanceof StepProbe) throw error
    return failedChild(failureOf(error))
  }
}

const failedChild = (failure: Failure): Outcome => ({
  status: 'failed',
  text: '',
  messages: [],
  calls: [],
  meta: {},
  failure,
})

const tooDeep: Failure = {
  kind: 'strategy-gave-up',
  message: `Child runs nest more than ${depthLimit} deep.`,
  advice: 'Use a strategy that delegates less.',
}

interface Span {
  /** Of an `all`; 0 for other groups. */
  readonly branches: number
  readonly fingerprint: string
  start(again: boolean): EventBody
  end(failure: Failure | null): EventBody
}

/**
 * Writes a start and exactly one end around a group's work; nothing if the log already has both. The run's limits
 * apply if it does not.
 */
async function within<T>(span: Span, path: string, context: RunContext, work: () => Promise<T>): Promise<T> {
  context.halts.check()
  const past = context.journal.get(path)
  if (past !== undefined && past.fingerprint !== span.fingerprint)
    throw mismatch(path, past.fingerprint, span.fingerprint, context)
  const silent = past?.outcome !== undefined && past.outcome !== null
  const emit = (body: EventBody) => {
    if (!silent) context.log.emit(body)
  }
  const refusal = () => context.meter.groupRefusal({ path, branches: span.branches })
  if (!silent && refusal() !== null) await passLimits(refusal, path, context)
  emit(span.start(past !== undefined))
  try {
    const value = await work()
    emit(span.end(null))
    return value
  } catch (error) {
    emit(span.end(failureOf(error)))
    throw error
  }
}
