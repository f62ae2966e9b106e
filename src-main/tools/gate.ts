import type { ApprovalMode } from '../../src-shared/model/tool.ts'
import { autoRunKind } from './auto-run-files/auto-run-files.ts'
import { type GatedCall, offeredRule, type Rule, ruleCovers } from './rules.ts'
import { plainPath } from './text/plain-path.ts'

export type Verdict =
  /** `unseen`: no person has seen this call; the mode `everything` or a rule with a wildcard allows it. */
  | { readonly kind: 'allow'; readonly unseen?: true }
  /** `note`: why the mode alone does not allow it. */
  | { readonly kind: 'ask'; readonly rule: Rule | null; readonly note?: string }
  | { readonly kind: 'refuse'; readonly reason: string }

/**
 * The one decision every call passes. Pure.
 *
 * 1. Reads are allowed. 2. Git's own folder is never written. 3. In `read-only` nothing else is allowed, whatever
 * rules there are. 4. The app's own settings in the folder need the user's approval each time.
 * 5. A stored rule allows. 6. Else the mode: `edits` allows edits except for files that act by themselves, since a
 * prompt injection may have asked for them; `everything` allows all.
 */
export function decide(call: GatedCall, mode: ApprovalMode, rules: readonly Rule[]): Verdict {
  if (call.effect === 'read' || call.effect === 'ask' || call.effect === 'own') return { kind: 'allow' }
  if (call.writes.some(isGitOwn))
    return { kind: 'refuse', reason: `Files of git itself (${call.writes.join(', ')}) are never written by tools.` }
  if (mode === 'read-only')
    return { kind: 'refuse', reason: 'The user allows only reading now: nothing may be changed and no command run.' }
  if (call.writes.some(isOwnSettings)) return { kind: 'ask', rule: null }
  const covering = rules.filter((rule) => ruleCovers(rule, call))
  if (covering.length > 0)
    return covering.some((rule) => rule.pattern === call.subject) ? { kind: 'allow' } : { kind: 'allow', unseen: true }
  if (mode === 'everything') return { kind: 'allow', unseen: true }
  if (mode === 'edits' && call.effect === 'edit') {
    const note = whatActs(call.writes)
    return note === '' ? { kind: 'allow' } : { kind: 'ask', rule: offeredRule(call), note }
  }
  return { kind: 'ask', rule: offeredRule(call) }
}

/** Which of the files act by themselves, and how; empty if none do. */
const whatActs = (paths: readonly string[]): string =>
  paths
    .flatMap((path) => {
      const kind = autoRunKind(path)
      return kind === null ? [] : [`${path} acts by itself: ${kind.acts}.`]
    })
    .join(' ')

/** `.git` in any spelling that some file system treats as that name. */
const isGitOwn = (path: string) =>
  plainPath(path)
    .split('/')
    .some((part) => part === '.git' || part === 'git~1')
const isOwnSettings = (path: string) => /^\.stratagem(\/|$)/.test(plainPath(path))
