import { FailureError } from '../../../src-shared/base/failure.ts'
import type { ApprovalMode } from '../../../src-shared/model/tool.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { strategyInfos } from '../../strategy/registry.ts'

/**
 * An imported run shows what was done, but decides nothing that is done here (T25).
 *
 * 1. It continues only with the user's approval for each action: its approval mode and logged approvals don't apply
 *    here.
 * 2. A command that its strategy would run without approval is removed, and so are texts for strategies that aren't
 *    built in.
 */

/** What continues from it needs approval, whatever the file says. */
export const importedApproval = (mode: ApprovalMode): ApprovalMode => (mode === 'read-only' ? mode : 'ask')

/** The same strategy with rule 2 applied. */
export function withoutCommands({ name, options, inner }: StrategyChoice): StrategyChoice {
  const allowed = Object.entries(options).filter(([option, value]) => !mayCommand(name, option, value))
  return { name, options: Object.fromEntries(allowed), ...(inner && { inner: withoutCommands(inner) }) }
}

/** @throws FailureError if its log can't be continued: an approval in it would count as the user's */
export function refuseToResume(run: Run): void {
  if (run.imported !== true) return
  throw new FailureError({
    kind: 'invalid-request',
    message: 'This run was imported, so it can’t be resumed here: its original permissions can’t be verified.',
    advice: 'Branch from one of its steps, or send a message to continue.',
  })
}

/** @throws FailureError if its strategy would run what the file names */
export function refuseCommands(run: Run, choice: StrategyChoice): void {
  if (run.imported !== true || !namesCommand(choice)) return
  throw new FailureError({
    kind: 'invalid-request',
    message: 'This run was imported, and its strategy may run commands from the file without asking.',
    advice: 'Choose the strategy to continue with.',
  })
}

const namesCommand = ({ name, options, inner }: StrategyChoice): boolean =>
  Object.entries(options).some(([option, value]) => mayCommand(name, option, value)) ||
  (inner !== undefined && namesCommand(inner))

/** `check` is the only option of built-in strategies that is executed. */
function mayCommand(strategy: string, option: string, value: unknown): boolean {
  const isOurs = strategyInfos().some((info) => info.name === strategy)
  return isOurs ? option === 'check' && value !== '' : hasText(value)
}

function hasText(value: unknown): boolean {
  if (typeof value === 'string') return value !== ''
  return typeof value === 'object' && value !== null && Object.values(value).some(hasText)
}
