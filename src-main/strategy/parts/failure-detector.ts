import type { Failure } from '../../../src-shared/base/failure.ts'
import type { CallEntry, Outcome } from '../../../src-shared/strategy/strategy-info.ts'
import { isFinal } from '../outcome.ts'
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

/**
 * Whether an attempt failed; null if nothing is wrong.
 *
 * 1. Where there is a check, it alone decides, and it is run after every attempt: work that passes is good, whatever
 *    else failed on the way, and work that doesn't is not done, whatever the model says.
 * 2. There is no check after an attempt that nothing may follow and that failed: the user or a limit ended it.
 */
export function* detectFailure(outcome: Outcome, options: DetectorOptions, attempt: number): Routine<Detection | null> {
  const trouble = troubleIn(outcome, options)
  const command = options.check.trim()
  const isOver = outcome.failure !== null && isFinal(outcome)
  if (command === '' || isOver) return trouble === null ? null : { reason: trouble, failure: null }
  const found = yield* checkFailed(command, attempt)
  return found === null || trouble === null ? found : { ...found, reason: `${found.reason}\n\n${trouble}` }
}

/** What went wrong in an attempt, without its check. */
function troubleIn(outcome: Outcome, { onToolFailure }: DetectorOptions): string | null {
  if (outcome.failure !== null) return outcome.failure.message + detailOf(outcome.failure)
  if (outcome.status === 'failed') return 'It ended as failed without saying why.'
  const open = onToolFailure ? neverMadeGood(outcome.calls) : undefined
  // Partial success is not an error: the outcome is kept, and its calls say which failed.
  return open === undefined ? null : toolReason(open)
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
