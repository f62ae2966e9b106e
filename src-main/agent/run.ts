import { FailureError } from '../../src-shared/base/failure.ts'
import type { StartedHook } from '../../src-shared/hooks/hook.ts'
import type { ApprovalMode } from '../../src-shared/model/tool.ts'
import type { EventBody, EventOf } from '../../src-shared/run/event.ts'
import type { BoundRole } from '../../src-shared/run/leaf-starts.ts'
import { settledTotals } from '../../src-shared/run/totals.ts'
import type { PromptBook } from '../../src-shared/strategy/prompts.ts'
import { type RoutedBy, routedText } from '../../src-shared/strategy/routing.ts'
import { type Outcome, outcome, type StrategyChoice } from '../../src-shared/strategy/strategy-info.ts'
import { type Budget, type Task, task } from '../../src-shared/strategy/task.ts'
import { withEndHooks } from '../strategy/end-hooks.ts'
import type { Strategy } from '../strategy/steps.ts'
import { askMeanwhile } from './at-limit.ts'
import { meter } from './budgets.ts'
import { createDebugger } from './debug/debugger.ts'
import { pauseBefore } from './debug/pause-before.ts'
import { drive } from './drive.ts'
import { failureOf, strategyChanged } from './failures.ts'
import { copiedMs, isUntouched, ownEvents, sentOtherwise, withWorkBefore, workBefore } from './fork/copied-events.ts'
import { withDraft } from './fork/cut-answer.ts'
import { fitForNextTurn, keptWork, withCutAnswer } from './fork/kept-work.ts'
import { Halt, haltSwitch } from './halt.ts'
import { readJournal } from './journal.ts'
import { noLimitQuestions } from './limit-use.ts'
import { noAnswer } from './messages/partial-answer.ts'
import { requestLog } from './messages/request-log.ts'
import { performLeaf } from './perform-leaf.ts'
import { asStored } from './plain-json.ts'
import type { AgentPorts } from './ports.ts'
import { runPurely } from './purity.ts'
import { historyRefs } from './replay/rebuild-messages.ts'
import { type BuildStrategy, contextLog, type RunContext } from './run-context.ts'
import { bodyOf, loggedEnd, type RunEnd } from './run-end.ts'
import { type StoredHistory, startedTask, storedHistory, taskOf } from './started-task.ts'
import { createTrail } from './trail.ts'
import { unloggedPolls } from './unlogged-polls.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

/**
 * What the agent is driven with: the host makes it of a `ResolvedRun`. All of it is written into `run-start`, except
 * the code.
 */
export interface RunConfig {
  readonly runId: string
  readonly choice: StrategyChoice
  /** The reason of the choice; for the log, and for the user if they did not choose it. */
  readonly routed?: RoutedBy | undefined
  readonly strategy: Strategy
  /** Of all strategies in the choice, as `buildStrategy` answers it. */
  readonly version: string
  readonly task: Task
  /** The task's history as the store has it; not given, the messages of the task are stored again. */
  readonly history?: StoredHistory | undefined
  readonly roles: { readonly [role: string]: BoundRole }
  readonly approval: ApprovalMode
  readonly budget: Budget
  readonly seed: number
  /** Makes the strategies of child runs. */
  readonly buildChild: BuildStrategy
  /** The default prompts that the strategies were built with; the log stores them as a body, which most runs share. */
  readonly prompts?: PromptBook | undefined
  /** The hooks of its tool calls and of its end, for the log; those of calls are run by the tools. */
  readonly hooks?: readonly StartedHook[] | undefined
}
/** The part that is not in the log: all that an earlier run needs to go on. */
export type RunCode = Pick<RunConfig, 'strategy' | 'version' | 'buildChild' | 'prompts'>

/** Starts a run on an empty log and drives it to its end. Never rejects for expected failures. */
export async function startRun(ports: AgentPorts, config: RunConfig, signal: AbortSignal): Promise<RunEnd> {
  const putBody = (text: string) => ports.log.putBody(text)
  // The strategy gets exactly what a resumed run will read from the log.
  const { history: taskHistory, ...rest } = config.task
  const storedTask = asStored(task.omit({ history: true }), rest, 'The task')
  const history = config.history ?? storedHistory(asStored(task.shape.history, taskHistory, 'The history'), putBody)
  const context = newContext(ports, config, history, signal)
  const { runId, choice, version, roles, approval, budget, seed } = config
  const strategy = withEndHooks(config.strategy, config.hooks ?? [])
  return await execute(context, strategy, { ...storedTask, history: history.messages }, () => {
    const shared = { runId, strategy: choice, strategyVersion: version, roles, approval, budget, seed }
    const prompts = config.prompts === undefined ? {} : { prompts: putBody(JSON.stringify(config.prompts)) }
    const hooks = config.hooks === undefined || config.hooks.length === 0 ? {} : { hooks: config.hooks }
    const stored = { ...shared, ...(config.routed !== undefined && { routed: config.routed }), ...prompts, ...hooks }
    context.log.emit({ type: 'run-start', ...stored, task: startedTask(storedTask, putBody), history: history.list })
    const words = config.routed === undefined ? null : routedText(config.routed)
    if (words !== null) context.log.emit({ type: 'notice', path: '', level: 'info', text: words })
  })
}

/**
 * Continues an interrupted run: finished steps are answered from its log, started ones learn that they were
 * interrupted. If a run already has an end in its log, that is returned. If the strategy has changed, the run ends as
 * failed (`strategy-changed`); its work is kept for the conversation.
 */
export async function resumeRun(ports: AgentPorts, code: RunCode, signal: AbortSignal): Promise<RunEnd> {
  const events = ports.log.events()
  const ended = loggedEnd(events, ports.log)
  if (ended !== null) return ended
  const start = events.find((event): event is EventOf<'run-start'> => event.type === 'run-start')
  if (start === undefined) throw new FailureError(neverBegan)
  const readBody = (ref: string) => ports.log.readBody(ref)
  const input = taskOf(start, readBody)
  const earlier = { messages: input.history, refs: historyRefs([start], readBody) }
  const context = newContext(ports, { ...start, ...code }, earlier, signal)
  return await execute(context, withEndHooks(code.strategy, start.hooks ?? []), input, () => {
    if (!isUntouched(events)) context.log.emit({ type: 'run-resume' })
    if (start.strategyVersion === code.version) return
    const detail = `the run was started with ${start.strategyVersion}, and the app has ${code.version}`
    context.halts.raise(new Halt('failed', strategyChanged(detail)), 'before-next-step')
  })
}

const neverBegan = {
  kind: 'not-found',
  message: 'The run can’t be resumed: nothing of it was recorded.',
  advice: 'Send the message again.',
} as const

function newContext(
  ports: AgentPorts,
  config: Pick<RunConfig, 'roles' | 'budget' | 'seed' | 'buildChild'>,
  history: Pick<StoredHistory, 'messages' | 'refs'>,
  signal: AbortSignal,
): RunContext {
  const events = ports.log.events()
  const since = ports.clock.elapsed() - ((events.at(-1)?.ms ?? 0) - copiedMs(events))
  const elapsed = () => ports.clock.elapsed() - since
  const count = meter(config.budget, ownEvents(events), elapsed, ports.log.size)
  const halts = haltSwitch(signal)
  const trail = createTrail(events)
  const journal = readJournal(events)
  const context: RunContext = {
    ports,
    roles: config.roles,
    seed: config.seed,
    buildChild: config.buildChild,
    journal,
    looks: unloggedPolls(events, journal),
    before: workBefore(events, ports.log),
    requests: requestLog((text) => ports.log.putBody(text), history),
    meter: count,
    limits: noLimitQuestions(),
    halts,
    log: contextLog(ports, count, halts, trail),
    debug: ports.debug === undefined ? null : createDebugger(ports.debug, events, trail, () => count.cost),
    trail,
    partials: new Map((ports.log.drafts?.() ?? []).map((draft) => [draft.path, { ...noAnswer, ...draft }])),
    sentOtherwise: sentOtherwise(events),
    pauseBefore: (planned) => pauseBefore(planned, context),
    perform: (step, path) => performLeaf(step, path, context),
  }
  return context
}

/** Drives the run between its first event and its one end. */
async function execute(context: RunContext, strategy: Strategy, input: Task, begin: () => void): Promise<RunEnd> {
  const stopWatch = watchWallTime(context)
  try {
    begin()
    context.log.commit()
    context.halts.check()
    const result = await drive(
      runPurely(() => strategy(input)),
      '',
      context,
    )
    // To end a run with a long answer takes a turn of its own.
    await yieldToEventLoop()
    return complete(context, asStored(outcome, result, "The strategy's outcome"))
  } catch (error) {
    return breakOff(context, input.goal, error)
  } finally {
    stopWatch()
    context.log.close()
    context.halts.release()
  }
}

function complete(context: RunContext, result: Outcome): RunEnd {
  // The question about the time is open while the last step ends.
  for (const end of context.trail.openEnds(notNeeded)) context.log.emit(end)
  const { status, text, meta, failure, summary } = result
  const call = context.trail.starts.findLast((event) => event.type === 'model-start')
  const events = failure === null || call === undefined ? [] : [call, ...context.ports.log.events(call.seq)]
  const messages = fitForNextTurn(withCutAnswer(result.messages, failure, events), failure)
  return writeEnd(context, { status, text, meta, failure, messages, ...(summary !== undefined && { summary }) })
}

const notNeeded = { kind: 'aborted', message: 'The run ended before the answer.', advice: '' } as const

function breakOff(context: RunContext, goal: string, error: unknown): RunEnd {
  const halt = context.log.broken ?? (error instanceof Halt ? error : null)
  const failure = halt?.failure ?? failureOf(error)
  if (halt?.reason === 'log-broken') return interrupted(context, failure)
  try {
    // What a crash left open and the changed strategy did not reach.
    for (const end of context.trail.openEnds(failure)) context.log.emit(withPartial(end, context))
    context.log.commit()
    const work = keptWork(context.trail.starts, goal, context.ports.log, context.partials, failure)
    const status = halt?.reason === 'aborted' ? 'aborted' : 'failed'
    const meta = status === 'aborted' ? { abortedAt: context.log.cutAt } : {}
    return writeEnd(context, { status, ...work, meta, failure })
  } catch (again) {
    return interrupted(context, failureOf(again))
  }
}

const withPartial = (end: EventBody, { partials, trail, ports }: RunContext): EventBody =>
  withDraft(end, partials, trail.starts, (ref) => ports.log.readBody(ref))

const interrupted = (context: RunContext, failure: RunEnd['failure']): RunEnd => ({
  status: 'interrupted',
  text: '',
  messages: [],
  meta: {},
  failure,
  totals: settledTotals(context.meter.totals),
})

/** Writes the one run-end. If that can't be done the run is left as a crash would leave it. */
function writeEnd(
  context: RunContext,
  end: Omit<RunEnd, 'totals' | 'status'> & { status: Outcome['status'] | 'aborted' },
): RunEnd {
  const totals = settledTotals(context.meter.totals)
  const messages = withWorkBefore(context.before, end.messages)
  const refs = messages.map((message) => bodyOf(context.ports.log, message))
  const { summary, ...rest } = end
  const summaryPart =
    summary === undefined
      ? {}
      : { summary: { ...summary, text: context.ports.log.putBody(JSON.stringify(summary.text)) } }
  context.log.emit({ type: 'run-end', ...rest, ...summaryPart, messages: refs, totals })
  context.log.commit()
  return { ...end, messages, totals }
}

/** Ends the run when its wall-clock limit is reached, or asks about it, even during a step. */
function watchWallTime(context: RunContext): () => void {
  let ended = false
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    const left = context.meter.wallLeft()
    if (left === null || ended) return
    if (left.ms > 0) timer = setTimeout(look, Math.min(Math.max(left.ms, minTimer), maxTimer))
    else if (left.refusal.question === null) context.halts.raise(new Halt('failed', left.refusal.failure), 'now')
    else void askMeanwhile(left.refusal, context).then(look, () => {})
  }
  look()
  return () => {
    ended = true
    clearTimeout(timer)
  }
}

/** setTimeout takes no more than this, ms. */
const maxTimer = 2 ** 31 - 1
/** While the run waits for the user the clock is stopped; minimum interval between checks, ms. */
const minTimer = 20
