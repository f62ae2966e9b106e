import type { ApprovalRule } from '../../src-shared/settings.ts'
import type { ApprovalMode, ToolEffect } from '../../src-shared/tool.ts'
import { offeredRule, ruleCovers } from './rules.ts'

/** What the gate is asked about: one call, made ready. */
export interface Gated {
  readonly tool: string
  readonly effect: ToolEffect
  readonly subject: string
  readonly writes: readonly string[]
}
export type Rule = Pick<ApprovalRule, 'tool' | 'pattern'>
export type Verdict =
  | { readonly kind: 'allow' }
  | { readonly kind: 'ask'; readonly rule: Rule | null }
  | { readonly kind: 'refuse'; readonly reason: string }

/**
 * The one decision every call passes. Pure.
 *
 * 1. What reads passes. 2. Git's own folder is never written. 3. In `read-only` nothing else passes, whatever
 * rules there are. 4. The app's own settings in the folder are written only with the user's word, each time.
 * 5. A kept rule passes. 6. Else the mode: `edits` lets edits through, `everything` commands too.
 */
export function decide(call: Gated, mode: ApprovalMode, rules: readonly Rule[]): Verdict {
  if (call.effect === 'read' || call.effect === 'ask' || call.effect === 'own') return { kind: 'allow' }
  if (call.writes.some(isGitOwn))
    return { kind: 'refuse', reason: `Files of git itself (${call.writes.join(', ')}) are never written by tools.` }
  if (mode === 'read-only')
    return { kind: 'refuse', reason: 'The user allows only reading now: nothing may be changed and no command run.' }
  if (call.writes.some(isOwnSettings)) return { kind: 'ask', rule: null }
  if (rules.some((rule) => ruleCovers(rule, call))) return { kind: 'allow' }
  if (mode === 'everything' || (mode === 'edits' && call.effect === 'edit')) return { kind: 'allow' }
  return { kind: 'ask', rule: offeredRule(call) }
}

/** `.git` in any spelling that some file system takes for it. */
const isGitOwn = (path: string) => path.split('/').some((part) => /^(\.git|git~1)[. ]*$/i.test(dropIgnorable(part)))
const isOwnSettings = (path: string) => /^\.stratagem[. ]*(\/|$)/i.test(dropIgnorable(path))
/** HFS+ takes `.g\u200Cit` for `.git` (CVE-2014-9390). */
const dropIgnorable = (part: string) => part.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
