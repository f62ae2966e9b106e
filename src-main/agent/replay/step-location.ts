import type { Failure } from '../../../src-shared/base/failure.ts'
import type { EventOf } from '../../../src-shared/run/event.ts'
import { readJournal } from '../journal.ts'
import type { RunCode } from '../run.ts'
import type { ReplayLog } from './replay-log.ts'
import { replayPass } from './replay-pass.ts'

export interface StepLocation {
  readonly file: string
  /** From 1. */
  readonly line: number
}

/** Thrown at the step that is looked for. */
const probe = 'the debugger looks for this line'

/**
 * Returns the place in a user's strategy that asks for the step at `path`, which has no answer in the log; null for
 * the app's own strategies. The strategy is executed again on the log's answers, in an isolate of its own, and an error
 * is thrown at that step: its stack names the line. A run that is not paused pays nothing for it. If the strategy
 * catches the error, the line is not known.
 */
export async function stepLocation(log: ReplayLog, code: RunCode, path: string): Promise<StepLocation | null> {
  const start = log.events.find((event): event is EventOf<'run-start'> => event.type === 'run-start')
  if (start === undefined) return null
  let found: StepLocation | null = null
  const failed = (failure: Failure) => {
    found ??= locationIn(failure)
  }
  const thrown = { path, error: new Error(probe), failed }
  const { outcome } = await replayPass(log, start, code, readJournal(log.events), { thrown })
  if (outcome?.failure) failed(outcome.failure)
  return found
}

/** A user's strategy that broke is named with file and line (isolate/strategy-error.ts). */
function locationIn({ kind, message }: Failure): StepLocation | null {
  if (kind !== 'strategy-broke' || !message.includes(probe)) return null
  const [, file, line] = /^The strategy in (.+), line (\d+) broke/.exec(message) ?? []
  return file === undefined ? null : { file, line: Number(line) }
}
