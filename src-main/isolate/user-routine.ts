import { assertNever } from '../../src-shared/base/assert-never.ts'
import { FailureError } from '../../src-shared/base/failure.ts'
import { type JsonObject, json } from '../../src-shared/base/json.ts'
import type { ToolCall } from '../../src-shared/model/message.ts'
import type { ToolResult } from '../../src-shared/model/tool.ts'
import { type Outcome, outcome } from '../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../src-shared/strategy/task.ts'
import { type Loop, loopFor } from '../strategy/loop/loop.ts'
import type { SubmissionOptions } from '../strategy/loop/loop-options.ts'
import { askForSubmission } from '../strategy/loop/submission.ts'
import { runLoop } from '../strategy/loop/tool-loop.ts'
import { withSystem } from '../strategy/messages.ts'
import { withSignals } from '../strategy/outcome.ts'
import { StepProbe } from '../strategy/step-probe.ts'
import { all, delegate, inCopy, phase, type Routine, StepFailed, type Strategy, think } from '../strategy/steps.ts'
import { fieldsToolInfo, validateFields } from '../strategy/strategy-tools/tool-fields.ts'
import { handlerResult, loopResult, outcomeResult, submissionResult } from './author-results.ts'
import { maxUnderWay } from './limits.ts'
import type { Input, Reply } from './protocol.ts'
import type { RunEngine } from './run-engines.ts'
import { type CrossedStep, readStep } from './step-schema.ts'
import { lineOf, type StrategyLocation, StrategyThrew, strategyBroke, strategyThrew } from './strategy-error.ts'

/**
 * A routine that lives in an isolate, as the agent drives it: each move is a thought, computed on the
 * isolate's thread; each of its steps is yielded here like any other.
 *
 * 1. Routines inside routines are numbers in the isolate and generators here; what they return never leaves the
 *    isolate.
 * 2. An error is passed back in unchanged, so that a `try` in the strategy works.
 * 3. A broken isolate ends all of its routines, which can't catch that.
 */
export interface UserRun {
  readonly name: string
  readonly file: string
  readonly engine: RunEngine
  readonly inner: Strategy | null
  /** Of the app's loops that it runs. */
  readonly prompts: SubmissionOptions['prompts']
}

/** The placeholder for a value that stayed in the isolate. */
interface Kept {
  readonly id: number
}

export function* rootRoutine(run: UserRun, id: number): Routine<Outcome> {
  const last = yield* toItsEnd(run, id, true)
  if (last.end.kind === 'done') throw broke(run, last.step, 'it ended with nothing')
  const read = outcome.safeParse(last.end.value)
  if (read.success) return withSignals(read.data)
  throw broke(run, last.step, 'it must end with an outcome, as outcomeOf makes one')
}

function* keptRoutine(run: UserRun, id: number): Routine<Kept> {
  const { end, step } = yield* toItsEnd(run, id, false)
  if (end.kind === 'whole') throw broke(run, step, 'it ended with nothing')
  return { id: end.id }
}

interface End {
  readonly end: Extract<Reply, { kind: 'done' | 'whole' }>
  readonly step: string
}

function* toItsEnd(run: UserRun, routine: number, whole: boolean): Routine<End> {
  let input: Input = { kind: 'value' }
  let step = ''
  for (let count = 1; ; count++) {
    const location = { file: run.file, step }
    const reply = yield* advanced(run, { routine, input, whole }, location)
    if (reply.kind !== 'step') return { end: reply, step }
    const read = readStep(reply)
    if (!read.ok) throw yield* refused(run, routine, read.problem, location)
    const end = run.engine.carry(reply.size)
    if (end === null) throw broke(run, step, tooMuchUnderWay)
    step = `step ${count} (${stepText(read.step)})`
    try {
      input = yield* answered(run, routine, read.step)
    } finally {
      end()
    }
  }
}

const tooMuchUnderWay = `its steps that are under way have more than ${maxUnderWay / 1_000_000} million characters`

const stepText = (step: CrossedStep): string => (step.kind === 'phase' ? `phase ${step.name}` : step.kind)

interface Advance {
  readonly routine: number
  readonly input: Input
  readonly whole: boolean
}

function* advanced(
  run: UserRun,
  advance: Advance,
  location: StrategyLocation,
): Routine<Extract<Reply, { kind: 'step' | 'done' | 'whole' }>> {
  const text = JSON.stringify(advance)
  const reply = yield* think(() => run.engine.advance(text))
  return continuing(reply, location)
}

function continuing(reply: Reply, location: StrategyLocation): Extract<Reply, { kind: 'step' | 'done' | 'whole' }> {
  switch (reply.kind) {
    case 'step':
    case 'done':
    case 'whole':
      return reply
    case 'threw':
      throw strategyThrew(reply, location)
    case 'broken':
      throw new FailureError(strategyBroke(location, reply.line, reply.message))
    case 'read':
    case 'begun':
    case 'ended':
      throw new FailureError(strategyBroke(location, 0, brokenEngine))
    default:
      return assertNever(reply)
  }
}

const brokenEngine = 'its engine returned an invalid message'

/** For an invalid step an error is thrown at its `yield`, so that the error names the line; nothing is executed. */
function* refused(run: UserRun, routine: number, problem: string, location: StrategyLocation): Routine<FailureError> {
  const advance = JSON.stringify({ routine, input: { kind: 'other', message: problem }, whole: true })
  const reply = yield* think(() => run.engine.advance(advance))
  if (reply.kind === 'threw') return strategyThrew(reply, location)
  return new FailureError(strategyBroke(location, 0, problem))
}

const broke = (run: UserRun, step: string, what: string) =>
  new FailureError(strategyBroke({ file: run.file, step }, 0, what))

function* answered(run: UserRun, routine: number, step: CrossedStep): Routine<Input> {
  try {
    return yield* carriedOut(run, step)
  } catch (error) {
    if (error instanceof StepProbe) throw yield* noted(run, routine, error)
    if (error instanceof StrategyThrew) return { kind: 'error', id: error.id }
    if (error instanceof StepFailed) return { kind: 'failure', failure: json.parse(error.failure) }
    if (error instanceof FailureError) throw error
    return { kind: 'other', message: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * The innermost routine is asked first. One that is a step of the vocabulary has no line of its own: then the line
 * around it counts.
 */
function* noted(run: UserRun, routine: number, probe: StepProbe): Routine<StepProbe> {
  if (probe.found !== null && probe.found.line > 0) return probe
  const advance = JSON.stringify({ routine, input: { kind: 'where' }, whole: false })
  const reply = yield* think(() => run.engine.advance(advance))
  const line = reply.kind === 'threw' ? lineOf(reply.stack, run.file) : 0
  probe.found = { strategy: run.name, file: run.file, line }
  return probe
}

function* carriedOut(run: UserRun, step: CrossedStep): Routine<Input> {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- what is left holds no routine of the isolate: it continues as it came
  switch (step.kind) {
    case 'all': {
      const { branches, atOnce } = step
      const routines = branches.map((id) => keptRoutine(run, id))
      const ends = yield* all(routines, atOnce === undefined ? {} : { atOnce })
      return { kind: 'kept-list', ids: ends.map((end) => end.id) }
    }
    case 'phase': {
      const end = yield* phase(step.name, keptRoutine(run, step.body), step.title, step.index)
      return { kind: 'kept', id: end.id }
    }
    case 'in-copy': {
      const { kind: _, body, ...where } = step
      const end = yield* inCopy(where, keptRoutine(run, body))
      return { kind: 'kept', id: end.id }
    }
    case 'inner':
      return { kind: 'value', value: outcomeResult(yield* innerOf(run, step.task)) }
    case 'delegate':
      return { kind: 'value', value: outcomeResult(yield* delegate(step.strategy, step.task)) }
    case 'tool-loop':
      return { kind: 'value', value: loopResult(yield* runLoop(withHandlers(run, step))) }
    case 'submission':
      return { kind: 'value', value: submissionResult(yield* submitted(run, step)) }
    default:
      return { kind: 'value', value: yield step }
  }
}

function innerOf({ inner, file }: UserRun, task: Task): Routine<Outcome> {
  if (inner === null) throw new FailureError(strategyBroke({ file, step: '' }, 0, 'it wraps no other strategy'))
  return inner(task)
}

/** Validated by the same rules here as inside: its fields are plain data. */
function submitted(run: UserRun, step: Extract<CrossedStep, { kind: 'submission' }>) {
  const { name, description, fields } = step.tool
  const info = fieldsToolInfo(name, description, fields)
  return askForSubmission(loopIn(run, step), { info, validate: (call) => validateFields(call, fields) })
}

function withHandlers(run: UserRun, step: Extract<CrossedStep, { kind: 'tool-loop' }>): Loop {
  const loop = loopIn(run, step)
  const handledTools = step.strategyTools.map(({ name, description, fields, handler }) => ({
    info: fieldsToolInfo(name, description, fields),
    validate: (call: ToolCall) => validateFields(call, fields),
    handle: (call: ToolCall, value: JsonObject) => handled(run, handler, call, value),
  }))
  const names = new Set(handledTools.map(({ info }) => info.name))
  const others = loop.tools.filter(({ name }) => !names.has(name))
  return { ...loop, handledTools, tools: [...handledTools.map(({ info }) => info), ...others] }
}

/** One call of a strategy's tool: a routine of its own in the isolate, whose steps are those of the run. */
function* handled(run: UserRun, handler: number, call: ToolCall, value: JsonObject): Routine<ToolResult> {
  const location = { file: run.file, step: `the handler of ${call.tool}` }
  const advance = JSON.stringify({ routine: handler, input: { kind: 'call', value }, whole: false })
  const reply = yield* think(() => run.engine.advance(advance))
  if (reply.kind === 'threw') throw strategyThrew(reply, location)
  if (reply.kind !== 'begun') throw new FailureError(strategyBroke(location, 0, brokenEngine))
  const { end } = yield* toItsEnd(run, reply.routine, true)
  const read = handlerResult(call, end.kind === 'whole' ? end.value : null)
  if (read === null) throw broke(run, location.step, 'it must return a text, or { ok, text }')
  return read
}

function loopIn({ prompts }: UserRun, step: Extract<CrossedStep, { kind: 'tool-loop' | 'submission' }>) {
  const { task, role, messages, tools, maxTurns } = step
  const loop = loopFor({ ...task, tools }, role, { maxTurns, context: 'prune-then-summarize', prompts })
  return { ...loop, messages: withSystem(task.system, messages) }
}
