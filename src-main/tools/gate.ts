import type { ApprovalMode } from '../../src-shared/model/tool.ts'
import { autoRunKind } from './auto-run-files/auto-run-files.ts'
import { type GatedCall, offeredRule, type Rule, ruleConcerns, ruleConcernsReading, ruleCovers } from './rules.ts'
import { plainPath } from './text/plain-path.ts'

export type Verdict =
  /** `unseen`: no person has seen this call; the mode `everything` or a rule with a wildcard allows it. */
  | { readonly kind: 'allow'; readonly unseen?: true; readonly by?: Rule }
  /** `note`: why the mode alone does not allow it. */
  | { readonly kind: 'ask'; readonly rule: Rule | null; readonly note?: string; readonly by?: Rule }
  | { readonly kind: 'refuse'; readonly reason: string; readonly by?: Rule }

/**
 * The one decision every call passes. Pure.
 *
 * 1. Reads are allowed, unless a rule for commands asks about or denies what the `git` tool runs, or one names the tool. 2. Git's own folder is never written. 3. In `read-only` nothing else is allowed, whatever
 * rules there are. 4. A rule that denies comes before all other rules; if only the run will show whether it concerns a
 * command, the user is asked. 5. The app's own settings in the folder need the
 * user's approval each time, and so does what a rule asks about. 6. A rule allows. 7. Else the mode: `edits` allows
 * edits except for files that act by themselves, since a prompt injection may have asked for them; `everything` allows
 * all that sends nothing off this computer by itself.
 */
export function decide(call: GatedCall, mode: ApprovalMode, rules: readonly Rule[]): Verdict {
  if (call.effect === 'ask' || call.effect === 'own') return { kind: 'allow' }
  if (call.effect === 'read') return decideRead(call, rules)
  if (call.writes.some(isGitOwn))
    return { kind: 'refuse', reason: `Files of git itself (${call.writes.join(', ')}) are never written by tools.` }
  if (mode === 'read-only')
    return { kind: 'refuse', reason: 'The user allows only reading now: nothing may be changed and no command run.' }
  const denied = deniedFor(call, rules)
  if (denied !== null) return denied
  if (call.writes.some(isOwnSettings)) return { kind: 'ask', rule: null }
  const asked = askedFor(call, rules)
  if (asked !== null) return asked
  const covering = rules.filter((rule) => (rule.decision ?? 'allow') === 'allow' && ruleCovers(rule, call))
  const exact = covering.find((rule) => rule.pattern === call.subject)
  if (exact !== undefined) return { kind: 'allow', by: exact }
  if (covering[0] !== undefined) return { kind: 'allow', unseen: true, by: covering[0] }
  if (mode === 'everything' && call.leaves !== true) return { kind: 'allow', unseen: true }
  if (mode === 'edits' && call.effect === 'edit') {
    const note = whatActs(call.writes)
    return note === '' ? { kind: 'allow' } : { kind: 'ask', rule: offeredRule(call), note }
  }
  return { kind: 'ask', rule: offeredRule(call) }
}

/** What the `git` tool only reads is a command too. */
function decideRead(call: GatedCall, rules: readonly Rule[]): Verdict {
  if (call.tool !== 'git') {
    const held = rules.filter((rule) => (rule.decision ?? 'allow') !== 'allow' && ruleConcernsReading(rule, call))
    const by = held.find(({ decision }) => decision === 'deny') ?? held[0]
    if (by === undefined) return { kind: 'allow' }
    return by.decision === 'deny' ? { kind: 'refuse', reason: deniedBy(by), by } : askedBy(by)
  }
  return deniedFor(call, rules) ?? askedFor(call, rules) ?? { kind: 'allow' }
}

function deniedFor(call: GatedCall, rules: readonly Rule[]): Verdict | null {
  const by = rules.find((rule) => rule.decision === 'deny' && ruleConcerns(rule, call) === 'yes')
  return by === undefined ? null : { kind: 'refuse', reason: deniedBy(by), by }
}

function askedFor(call: GatedCall, rules: readonly Rule[]): Verdict | null {
  const by = rules.find((rule) => rule.decision === 'ask' && ruleConcerns(rule, call) === 'yes')
  if (by !== undefined) return askedBy(by)
  const unclear = rules.find((rule) => (rule.decision ?? 'allow') !== 'allow' && ruleConcerns(rule, call) === 'maybe')
  if (unclear === undefined) return null
  const note = `Your rule “${unclear.pattern}” may be about this: only the run will show.`
  return { kind: 'ask', rule: null, note, by: unclear }
}

const askedBy = (by: Rule): Verdict => ({
  kind: 'ask',
  rule: null,
  note: `Your rule “${by.pattern}” asks each time.`,
  by,
})

const deniedBy = ({ pattern }: Rule) =>
  `The user’s rule “${pattern}” denies this; it was not run. Do not try the same by another way.`

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
