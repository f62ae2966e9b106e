import type { Failure } from '../../../src-shared/base/failure.ts'
import type { CallEntry, Outcome } from '../../../src-shared/strategy/strategy-info.ts'
import { check, phase, type Routine } from '../steps.ts'
import { checkReport, lastPart } from './check-report.ts'

/** Why an attempt counts as failed. */
export interface Detection {
  /** For the next attempt and the timeline. */
  readonly reason: string
  /** The run's failure if no attempt is left; null if the outcome is kept as it is. */
  readonly failure: Failure | null
}

export interface DetectorOptions {
  /** A command that must exit with 0; empty for none. */
  readonly check: string
  readonly onToolFailure: boolean
}

/** Inspects the outcome first, since the check command may take long. Null if nothing is wrong. */
export function* detectFailure(outcome: Outcome, options: DetectorOptions, attempt: number): Routine<Detection | null> {
  if (outcome.failure !== null) return { reason: outcome.failure.message + detailOf(outcome.failure), failure: null }
  if (outcome.status === 'failed') return { reason: 'It ended as failed without saying why.', failure: null }
  const open = options.onToolFailure ? neverMadeGood(outcome.calls) : undefined
  // Partial success is not an error: the outcome is kept, and its calls say which failed.
  if (open !== undefined) return { reason: toolReason(open), failure: null }
  const command = options.check.trim()
  return command === '' ? null : yield* checkFailed(command, attempt)
}

/**
 * The newest failed call whose tool did not succeed after it. A call that was denied is a decision, and
 * no further attempt changes it.
 */
function neverMadeGood(calls: readonly CallEntry[]): CallEntry | undefined {
  const madeGood = ({ tool }: CallEntry, at: number) =>
    calls.slice(at + 1).some((later) => later.ok && later.tool === tool)
  return calls.findLast((call, at) => !call.ok && call.notAllowed !== true && !madeGood(call, at))
}

const toolReason = ({ tool, error }: CallEntry): string =>
  `The last call of ${tool} failed and was never made good: ${lastPart(error ?? 'no reason was given')}`

function* checkFailed(command: string, attempt: number): Routine<Detection | null> {
  const result = yield* phase('check', check(command), `check ${attempt + 1}`, attempt)
  const { exitCode, output } = result
  if (exitCode === 0) return null
  const failure: Failure = {
    kind: 'strategy-gave-up',
    message: `After ${attempt + 1} attempts \`${command}\` still ${exitCode === null ? 'does not finish' : `exits with ${exitCode}`}.`,
    advice: 'Read what the check says, say more about what you want, or allow more attempts.',
    detail: lastPart(output),
  }
  return { reason: checkReport(command, result), failure }
}

const detailOf = ({ detail }: Failure): string => (detail === undefined ? '' : `\n\n${lastPart(detail)}`)
