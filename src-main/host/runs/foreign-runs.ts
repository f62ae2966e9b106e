import { FailureError } from '../../../src-shared/base/failure.ts'
import type { ApprovalMode } from '../../../src-shared/model/tool.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { strategyInfos } from '../../strategy/registry.ts'

/**
 * A run that came from a file may say what was done, and decides nothing that is done here (T25).
 *
 * 1. It continues only with what the user has to approve: neither its approval mode nor its log's approvals hold here.
 * 2. A command that its strategy would run unasked is left out, and so is any text for a strategy that is not the app's.
 */

/** What continues from it is asked about, whatever the file says. */
export const askedApproval = (mode: ApprovalMode): ApprovalMode => (mode === 'read-only' ? mode : 'ask')

/** The same strategy with rule 2 kept. */
export function withoutCommands({ name, options, inner }: StrategyChoice): StrategyChoice {
  const kept = Object.entries(options).filter(([option, value]) => !mayCommand(name, option, value))
  return { name, options: Object.fromEntries(kept), ...(inner && { inner: withoutCommands(inner) }) }
}

/** @throws FailureError if its log can't be continued: an approval in it would count as the user's */
export function refuseToResume(run: Run): void {
  if (run.imported !== true) return
  throw new FailureError({
    kind: 'invalid-request',
    message: 'This run came from a file, so it is not resumed here: nobody can tell what it was really allowed to do.',
    advice: 'Go on from one of its steps, or send a message to go on from it.',
  })
}

/** @throws FailureError if its strategy would run what the file names */
export function refuseCommands(run: Run, choice: StrategyChoice): void {
  if (run.imported !== true || !namesCommand(choice)) return
  throw new FailureError({
    kind: 'invalid-request',
    message: 'This run came from a file, and its strategy may run commands unasked that the file names.',
    advice: 'Choose the strategy to go on with yourself.',
  })
}

const namesCommand = ({ name, options, inner }: StrategyChoice): boolean =>
  Object.entries(options).some(([option, value]) => mayCommand(name, option, value)) ||
  (inner !== undefined && namesCommand(inner))

/** Of the app's own strategies, `check` is the only option that is run. */
function mayCommand(strategy: string, option: string, value: unknown): boolean {
  const isOurs = strategyInfos().some((info) => info.name === strategy)
  return isOurs ? option === 'check' && value !== '' : hasText(value)
}

function hasText(value: unknown): boolean {
  if (typeof value === 'string') return value !== ''
  return typeof value === 'object' && value !== null && Object.values(value).some(hasText)
}
