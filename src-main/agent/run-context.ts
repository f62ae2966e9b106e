import { type Failure, failureFrom } from '../../src-shared/base/failure.ts'
import type { Message } from '../../src-shared/model/message.ts'
import type { EventBody, Live } from '../../src-shared/run/event.ts'
import type { BoundRole } from '../../src-shared/run/leaf-starts.ts'
import type { StrategyChoice } from '../../src-shared/strategy/strategy-info.ts'
import type { Built } from '../strategy/registry.ts'
import type { Leaf } from '../strategy/steps.ts'
import type { Meter } from './budgets.ts'
import type { Debugger } from './debug/debugger.ts'
import type { Planned } from './debug/planned-step.ts'
import { Halt, type HaltSwitch } from './halt.ts'
import type { Journal } from './journal.ts'
import type { LimitQuestions } from './limit-use.ts'
import type { PartialAnswer } from './messages/partial-answer.ts'
import type { RequestLog } from './messages/request-log.ts'
import type { LeafWork } from './performers/leaf-work.ts'
import type { AgentPorts } from './ports.ts'
import type { Trail } from './trail.ts'
import type { UnloggedPolls } from './unlogged-polls.ts'

export type BuildStrategy = (choice: StrategyChoice) => Built

/** All that the parts of one run share while it is driven. */
export interface RunContext {
  readonly ports: AgentPorts
  readonly roles: { readonly [role: string]: BoundRole }
  readonly seed: number
  readonly buildChild: BuildStrategy
  readonly journal: Journal
  readonly looks: UnloggedPolls
  /** Of a run that began with another one's messages (forked.ts). */
  readonly before: readonly Message[]
  readonly requests: RequestLog
  readonly meter: Meter
  readonly limits: LimitQuestions
  readonly halts: HaltSwitch
  readonly log: ContextLog
  /** Null: nothing can pause the run, as in a replay. */
  readonly debug: Debugger | null
  readonly trail: Trail
  /** What streamed in of model calls that have not ended, or were cut off, by path. */
  readonly partials: Map<string, PartialAnswer>
  /** The pause before a step that has not started, if the run pauses there. Returns the step as it is to be performed. */
  pauseBefore(planned: Planned): Promise<LeafWork>
  /** Executes a step that a tool call asks for, under a path of its own. */
  perform(step: Leaf, path: string): Promise<unknown>
  /**
   * If set, fingerprints that differ are collected here by path and the step is still answered
   * (replay/refingerprint.ts).
   */
  readonly otherFingerprints?: Map<string, string>
  /** Paths of copied requests that were sent with other prompts: no base for later ones. */
  readonly sentOtherwise?: ReadonlySet<string>
}

/**
 * The run's log as the performers write it.
 *
 * 1. Nothing is written after `close`, so a port that is late changes nothing.
 * 2. If the log can't be written the run halts as if it had crashed: what was committed is there, and the
 *    run can be resumed (T4).
 */
export interface ContextLog {
  readonly broken: Halt | null
  /** The path of the first step that Stop interrupted; `''` if none was active. */
  readonly cutAt: string
  emit(body: EventBody): void
  commit(): void
  /** Shows live data, which is not stored; does nothing once the run is halted. */
  live(live: Live): void
  close(): void
}

export function contextLog(ports: AgentPorts, meter: Meter, halts: HaltSwitch, trail: Trail): ContextLog {
  let closed = false
  let broken: Halt | null = null
  let cutAt: string | null = null
  const guarded = (work: () => void) => {
    if (closed || broken !== null) return
    try {
      work()
    } catch (error) {
      broken = new Halt('log-broken', logFailure(error))
      throw halts.raise(broken, 'now')
    }
  }
  return {
    get broken() {
      return broken
    },
    get cutAt() {
      return cutAt ?? ''
    },
    emit: (body) =>
      guarded(() => {
        const event = ports.log.append(body)
        trail.record(event)
        meter.count(event)
        if (halts.halt !== null) cutAt ??= cutPath(body)
      }),
    commit: () => guarded(() => ports.log.commit()),
    live: (live) => {
      if (!closed && halts.halt === null) ports.log.live(live)
    },
    close: () => {
      closed = true
    },
  }
}

function cutPath(event: EventBody): string | null {
  const leaf = event.type === 'model-end' || event.type === 'tool-end' || event.type === 'step-end'
  return leaf && !event.outcome.ok && event.outcome.failure.kind === 'aborted' ? event.path : null
}

function logFailure(error: unknown): Failure {
  const known = failureFrom(error)
  if (known.kind === 'store-failed') return known
  return {
    kind: 'store-failed',
    message: 'The run was paused because its work could not be recorded.',
    advice: 'Free disk space or check the permissions, then resume the run.',
    detail: known.detail ?? known.message,
  }
}
