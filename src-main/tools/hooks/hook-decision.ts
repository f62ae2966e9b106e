import { z } from 'zod'
import { parseOutside } from '../../../src-shared/base/excess.ts'
import { plainText } from '../../../src-shared/base/plain-text.ts'
import type { Hook, HookResult } from '../../../src-shared/hooks/hook.ts'
import type { CommandEnd } from '../built-in/run-command.ts'
import { keepEnds } from '../text/shorten.ts'

/** Characters of a hook's output that are stored, and that a model gets. */
export const hookOutputLimit = 10_000

/** The field's two spellings of a decision in JSON; what else is in it is left aside. */
const said = z.object({
  decision: z.string().optional(),
  reason: z.string().optional(),
  hookSpecificOutput: z
    .object({ permissionDecision: z.string().optional(), permissionDecisionReason: z.string().optional() })
    .optional(),
})

/**
 * What the end of a hook's command means: exit code 2, or a JSON object with the decision to block, refuses, and every
 * other end continues, unless the hook says that its failure counts as a refusal.
 * Source: https://code.claude.com/docs/en/hooks, which most coding agents follow.
 */
export function hookDecision({ onFailure }: Pick<Hook, 'onFailure'>, end: CommandEnd): HookResult {
  const printed = plainText(end.output).trim()
  const output = keepEnds(printed, 'The middle was left out.', hookOutputLimit)
  const done = { ended: end.how, exitCode: end.exitCode } as const
  if (end.how === 'stopped') return { ...done, decision: 'continue', output }
  if (end.how === 'exited' && end.exitCode === 2) return { ...done, decision: 'refuse', output }
  const failed = end.how !== 'exited' || end.exitCode !== 0
  if (failed) return { ...done, decision: onFailure, output }
  const reason = refusalIn(printed)
  return reason === null
    ? { ...done, decision: 'continue', output }
    : { ...done, decision: 'refuse', output: keepEnds(reason, 'The middle was left out.', hookOutputLimit) }
}

/** The reason if the text is a JSON object that refuses, else null. */
function refusalIn(printed: string): string | null {
  if (!printed.startsWith('{')) return null
  try {
    const { decision, reason = '', hookSpecificOutput: own } = said.parse(parseOutside(printed))
    if (decision === 'block' || decision === 'deny') return reason
    return own?.permissionDecision === 'deny' ? (own.permissionDecisionReason ?? reason) : null
  } catch {
    return null
  }
}
