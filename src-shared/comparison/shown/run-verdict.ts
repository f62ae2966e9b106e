import { assertNever } from '../../base/assert-never.ts'
import type { CommandResult } from '../comparison.ts'

/** What the check of a trial, or of a lane, said of its run. It decides, whatever the run itself ended with. */
export interface RunVerdict {
  readonly runId: string
  readonly passed: boolean
  readonly check: Pick<CommandResult, 'command' | 'exitCode' | 'how' | 'output' | 'passed'>
}

/** Commands can be very long: what of them is said in a sentence. */
const maxCommand = 120

/** `The check failed: npm test exited with 1.` */
export function verdictText({ passed, check }: RunVerdict): string {
  const { command, how, exitCode } = check
  const [first = ''] = command.split('\n', 1)
  const short = first.length > maxCommand ? `${first.slice(0, maxCommand - 1)}…` : first
  if (passed) return `The check passed: ${short}.`
  switch (how) {
    case 'time-limit':
      return `The check failed: ${short} reached its time limit.`
    case 'stopped':
      return `The check failed: ${short} was stopped.`
    case 'exited':
      if (check.passed !== undefined) return `The check failed: ${short} gave too small a reward.`
      return exitCode === null
        ? `The check failed: ${short} was ended by a signal.`
        : `The check failed: ${short} exited with ${exitCode}.`
    default:
      return assertNever(how)
  }
}
