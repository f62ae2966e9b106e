import { failureFrom } from '../../../src-shared/base/failure.ts'
import type { EventBody, EventOf, StoredEvent } from '../../../src-shared/run/event.ts'
import { outcome } from '../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../src-shared/strategy/task.ts'
import { withEndHooks } from '../../strategy/end-hooks.ts'
import type { Strategy } from '../../strategy/steps.ts'
import { drive } from '../drive.ts'
import { failureOf } from '../failures.ts'
import { withWorkBefore, workBefore } from '../fork/copied-events.ts'
import { fitForNextTurn, withCutAnswer } from '../fork/kept-work.ts'
import { Halt, type HaltSwitch, haltSwitch } from '../halt.ts'
import type { Journal } from '../journal.ts'
import { noLimitQuestions } from '../limit-use.ts'
import { requestLog } from '../messages/request-log.ts'
import { asStored } from '../plain-json.ts'
import { runPurely } from '../purity.ts'
import type { RunCode } from '../run.ts'
import type { ContextLog, RunContext } from '../run-context.ts'
import { runLimits } from '../run-limits.ts'
import { taskOf } from '../started-task.ts'
import { createTrail } from '../trail.ts'
import type { UnloggedPolls } from '../unlogged-polls.ts'
import { historyRefs } from './rebuild-messages.ts'
import type { ReplayEnd, ReplayLog } from './replay-log.ts'
import { idleMeter, idlePorts } from './replay-ports.ts'

/** The result of one pass through the strategy. */
export interface Pass {
  /** Paths of the leaf steps that the log answered. */
  readonly answered: ReadonlySet<string>
  readonly visited: ReadonlySet<string>
  /** Starts of steps without an answer in the log, by path, in the order they were reached. */
  readonly unlogged: ReadonlyMap<string, EventBody>
  /** The path of the first step that differs from the log. */
  readonly differsAt: string | null
  /** How the strategy ended; null if it did not run to its end. */
  readonly outcome: ReplayEnd | null
  /** Bodies that a run would have written. */
  readonly bodies: ReadonlyMap<string, string>
}
export interface PassOptions {
  /** A path whose step is to count as one that the log has no answer to, so that it is learned what it is now. */
  readonly without?: string
  /**
   * Collects the new fingerprints of steps that differ from the logged ones; without it, a difference ends the pass.
   */
  readonly otherFingerprints?: Map<string, string>
  /** An error that is thrown at a step into the strategy. */
  readonly thrown?: Thrown
}
interface Thrown {
  readonly path: string
  readonly error: Error
}

/** One pass through the strategy with the answers of `logged`; ends where it has none. Performs nothing. */
export async function replayPass(
  log: ReplayLog,
  start: EventOf<'run-start'>,
  code: RunCode,
  logged: Journal,
  { without, otherFingerprints, thrown }: PassOptions = {},
): Promise<Pass> {
  const journal = new Map(logged)
  if (without !== undefined) journal.delete(without)
  const watch = watched(journal, haltSwitch(new AbortController().signal))
  const bodies = new Map<string, string>()
  const unlogged = new Map<string, EventBody>()
  const task = taskOf(start, log.readBody)
  const earlier = { messages: task.history, refs: historyRefs([start], log.readBody) }
  const ports = idlePorts(task.tools, bodies)
  const context: RunContext = {
    ports,
    roles: start.roles,
    seed: start.seed,
    buildChild: code.buildChild,
    journal: watch.journal,
    looks: looksOf(start, without),
    before: workBefore([start], log),
    requests: requestLog(ports.log.putBody, earlier),
    meter: idleMeter,
    limits: noLimitQuestions(),
    halts: watch.halts,
    log: refusingLog(journal, unlogged, thrown),
    trail: createTrail([]),
    debug: null,
    partials: new Map(),
    pauseBefore: ({ work }) => Promise.resolve(work),
    perform: () => Promise.reject(new Error('a replay performs nothing')),
    ...(otherFingerprints && { otherFingerprints }),
  }
  const replayed = await ending(context, withEndHooks(code.strategy, start.hooks ?? []), task, log.events)
  watch.halts.release()
  const { visited, answered } = watch
  return { visited, answered, unlogged, differsAt: watch.differsAt(), outcome: replayed, bodies }
}

/**
 * A poll that took something is in the log; any other took nothing. A strategy that does nothing but poll is stopped: a
 * run makes no more polls than its limits allow.
 */
function looksOf({ budget }: EventOf<'run-start'>, without: string | undefined): UnloggedPolls {
  let left = Math.min(budget.steps ?? runLimits.events, runLimits.events)
  return { wasMade: (path) => path !== without && left-- > 0, counts: () => false }
}

async function ending(
  context: RunContext,
  strategy: Strategy,
  task: Task,
  events: readonly StoredEvent[],
): Promise<ReplayEnd | null> {
  try {
    const routine = runPurely(() => strategy(task))
    const end = asStored(outcome, await drive(routine, '', context), "The strategy's outcome")
    const { status, text, meta, failure } = end
    const whole = withCutAnswer(end.messages, failure, failure === null ? [] : events)
    const added = withWorkBefore(context.before, fitForNextTurn(whole, failure))
    const messages = added.map((message) => JSON.stringify(message))
    return { status, text, meta, failure, messages }
  } catch (error) {
    if (error instanceof Halt) return null
    return { status: 'failed', text: '', meta: {}, failure: failureOf(error), messages: null }
  }
}

/**
 * A log that refuses the start of a step. The refusal bypasses the strategy, but halts nothing: parallel
 * branches must still reach all that the log has of them. A group that was open when the log ended is
 * entered again, for its content.
 */
function refusingLog(journal: Journal, unlogged: Map<string, EventBody>, thrown?: Thrown): ContextLog {
  return {
    broken: null,
    cutAt: '',
    emit: (body) => {
      if (!body.type.endsWith('-start') || !('path' in body)) return
      const group = body.type === 'phase-start' || body.type === 'branches-start' || body.type === 'child-start'
      if (group && journal.has(body.path)) return
      if (thrown?.path === body.path) throw thrown.error
      unlogged.set(body.path, body)
      throw new Halt('aborted', failureFrom(new Error(`the log has no answer at ${body.path}`)))
    },
    commit: () => {},
    live: () => {},
    close: () => {},
  }
}

/** The journal and the switch, which record what a pass reaches: a step is looked up right before it is compared. */
function watched(journal: Journal, halts: HaltSwitch) {
  const visited = new Set<string>()
  const answered = new Set<string>()
  const noting = new Map(journal)
  let last = ''
  let differsAt: string | null = null
  noting.get = (path) => {
    const past = journal.get(path)
    last = path
    visited.add(path)
    if (past?.outcome && isLeaf(past.fingerprint)) answered.add(path)
    return past
  }
  const raise: HaltSwitch['raise'] = (halt, when) => {
    if (halt.failure.kind === 'strategy-changed') differsAt ??= last
    return halts.raise(halt, when)
  }
  const noted: HaltSwitch = {
    signal: halts.signal,
    get halt() {
      return halts.halt
    },
    raise,
    check: halts.check,
    release: halts.release,
  }
  return { visited, answered, journal: noting, halts: noted, differsAt: () => differsAt }
}

/** A fingerprint begins with its kind (journal.ts). */
const isLeaf = (fingerprint: string): boolean => !/^(phase|in-copy|all|delegate):/.test(fingerprint)
