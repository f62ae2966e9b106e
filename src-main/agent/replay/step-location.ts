import type { EventOf } from '../../../src-shared/run/event.ts'
import { StepProbe, type StepSource } from '../../strategy/step-probe.ts'
import { readJournal } from '../journal.ts'
import { outerPath } from '../performers/inner-path.ts'
import type { RunCode } from '../run.ts'
import type { ReplayLog } from './replay-log.ts'
import { replayPass } from './replay-pass.ts'

/**
 * Returns the place in a user's strategy that asks for the step at `path`, which has no answer in the log; null for a
 * step that the app's own strategies ask for, with no user's strategy around it. The strategy is executed again on the
 * log's answers, in an isolate of its own, and an error is thrown at that step: its stack names the line. A run that is
 * not paused pays nothing for it.
 */
export async function stepLocation(log: ReplayLog, code: RunCode, path: string): Promise<StepSource | null> {
  const start = log.events.find((event): event is EventOf<'run-start'> => event.type === 'run-start')
  if (start === undefined) return null
  const probe = new StepProbe()
  // What a call asks for while it works is asked for by the call's line.
  const thrown = { path: outerPath(path), error: probe }
  await replayPass(log, start, code, readJournal(log.events), { thrown })
  return probe.found
}
