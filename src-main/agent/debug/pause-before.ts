import {
  type LoggedEdit,
  type PauseAnswer,
  type PausedContent,
  type PausedStep,
  pauseAnswer,
  type SourceOfStep,
} from '../../../src-shared/run/debug/pause-events.ts'
import { plannedStep } from '../../../src-shared/run/leaf-starts.ts'
import { untilHalted } from '../halt.ts'
import type { JournalEntry } from '../journal.ts'
import type { LeafWork } from '../performers/leaf-work.ts'
import { asStored } from '../plain-json.ts'
import type { DebugPort } from '../ports.ts'
import type { RunContext } from '../run-context.ts'
import type { Trail } from '../trail.ts'
import type { Debugger } from './debugger.ts'
import { editProblem } from './edited-step.ts'
import { editedWork } from './edited-work.ts'
import { contentOf } from './paused-content.ts'
import type { Planned } from './planned-step.ts'

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

/** The step as it is to be performed, wherever it is asked for. */
export const pauseBefore = async (planned: Planned, context: RunContext): Promise<LeafWork> =>
  mayPause(planned.past, context) ? await afterPause(planned, context) : planned.work

/** The step as it is to be performed, once the user has decided, if the run pauses before it. */
async function afterPause(planned: Planned, context: RunContext): Promise<LeafWork> {
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
  log.emit({
    type: 'pause-ask',
    path,
    print: work.fingerprint,
    reason,
    step: shown,
    ...(step.kind === 'run-tool' && { limits: step.limits }),
    ...sourceFields(source),
  })
  log.commit()
  const problemWith: PausedStep['problemWith'] = (edit) => editProblem(step, edit, { roles, tools: ports.tools })
  const around = context.trail.around(path).map(groupName)
  const paused = { reason, step: shown, content: contentOf(step), source, around, problemWith }
  const since = ports.clock.elapsed()
  const answer = await wait(path, paused, port, context)
  const edit = loggedEdit(answer.edit, paused.content, context)
  log.emit({ type: 'pause-answer', path, action: answer.action, edit, waitedMs: ports.clock.elapsed() - since })
  log.commit()
  debug.answered(path, answer.action)
  return edit
}

const sourceFields = (source: SourceOfStep) =>
  source === null ? {} : 'unknown' in source ? { noSource: source.unknown } : { source }

const groupName = (group: ReturnType<Trail['around']>[number]): PausedStep['around'][number] => ({
  path: group.path,
  name: group.type === 'phase-start' ? group.name : (group.agent ?? group.strategy.name),
})

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

/** A request may be long: it is a body of its own, and so is the one that it replaces. */
function loggedEdit(edit: PauseAnswer['edit'], was: PausedContent, { ports }: RunContext): LoggedEdit | null {
  if (edit?.kind !== 'request') return edit
  const ref = ports.log.putBody(JSON.stringify(edit.request))
  return {
    kind: 'request',
    ref,
    ...(was.kind === 'request' && { was: ports.log.putBody(JSON.stringify(was.request)) }),
  }
}
