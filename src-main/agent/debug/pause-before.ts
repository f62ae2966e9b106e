import {
  type LoggedEdit,
  type PauseAnswer,
  type PausedStep,
  pauseAnswer,
} from '../../../src-shared/run/debug/pause-events.ts'
import { plannedStep } from '../../../src-shared/run/leaf-starts.ts'
import type { Leaf } from '../../strategy/steps.ts'
import { untilHalted } from '../halt.ts'
import type { JournalEntry } from '../journal.ts'
import type { LeafWork } from '../performers/leaf-work.ts'
import { asStored } from '../plain-json.ts'
import type { DebugPort } from '../ports.ts'
import type { RunContext } from '../run-context.ts'
import type { Debugger } from './debugger.ts'
import { editProblem } from './edited-step.ts'
import { editedWork } from './edited-work.ts'
import { contentOf } from './paused-content.ts'

/**
 * The pause before a step.
 *
 * 1. It is in the log before the user is asked, with the step's fingerprint: a run that is killed resumes in it.
 * 2. A decision that is in the log is not asked for again.
 * 3. The time it takes does not count for the run.
 */

/** Whether a step has to be looked at: one question to a run that nothing can pause. */
export const mayPause = (past: JournalEntry | null, { debug }: RunContext): boolean =>
  (past !== null && past.pause !== null) || debug?.isArmed() === true

/** A step that is about to be performed for the first time, or again after a crash. */
interface Planned {
  readonly step: Leaf
  readonly work: LeafWork
  readonly path: string
  readonly past: JournalEntry | null
}

/** The step as it is to be performed, once the user has decided, if the run pauses before it. */
export async function afterPause(planned: Planned, context: RunContext): Promise<LeafWork> {
  const { step, work, path, past } = planned
  const { debug, ports } = context
  const decided = past?.pause?.answer ?? null
  const port = ports.debug
  const ask = () => (debug && port ? debug.alone(() => pause(planned, debug, port, context)) : null)
  const edit = decided === null ? await ask() : decided.edit
  return edit === null ? work : editedWork(step, work, edit, path, context)
}

async function pause(
  { step, work, path, past }: Planned,
  debug: Debugger,
  port: DebugPort,
  context: RunContext,
): Promise<LoggedEdit | null> {
  const { halts, log, ports, roles } = context
  halts.check()
  const shown = plannedStep.parse(work.start(false))
  const reason = past?.pause?.reason ?? debug.reasonAt(path, shown)
  if (reason === null) return null
  // What is in the log so far leads to the step.
  log.commit()
  const source = (await port.sourceOf?.(path)) ?? null
  halts.check()
  const limits = step.kind === 'run-tool' ? { limits: step.limits } : {}
  log.emit({
    type: 'pause-ask',
    path,
    print: work.fingerprint,
    reason,
    step: shown,
    ...limits,
    ...(source && { source }),
  })
  log.commit()
  const problemWith: PausedStep['problemWith'] = (edit) => editProblem(step, edit, { roles, tools: ports.tools })
  const since = ports.clock.elapsed()
  const answer = await wait(path, { reason, step: shown, content: contentOf(step), source, problemWith }, port, context)
  const edit = loggedEdit(answer.edit, context)
  log.emit({ type: 'pause-answer', path, action: answer.action, edit, waitedMs: ports.clock.elapsed() - since })
  log.commit()
  debug.answered(path, answer.action)
  return edit
}

/** ms; shorter than a step's. */
const graceMs = 20

async function wait(path: string, shown: PausedStep, port: DebugPort, context: RunContext): Promise<PauseAnswer> {
  const { halts, meter } = context
  meter.waitBegan()
  try {
    const answer = await untilHalted(port.pause(path, shown, halts.signal), halts, graceMs)
    halts.check()
    return asStored(pauseAnswer, answer, 'The decision at the pause')
  } catch (error) {
    // A port that rejects because the run is halted is no failure of the step.
    halts.check()
    throw error
  } finally {
    meter.waitEnded()
  }
}

/** A request may be long: it is a body of its own. */
function loggedEdit(edit: PauseAnswer['edit'], { ports }: RunContext): LoggedEdit | null {
  if (edit?.kind !== 'request') return edit
  return { kind: 'request', ref: ports.log.putBody(JSON.stringify(edit.request)) }
}
