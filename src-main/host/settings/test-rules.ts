import type { RuleTest, RuleVerdict } from '../../../src-shared/api/settings-requests.ts'
import type { ApprovalRule } from '../../../src-shared/settings/settings.ts'
import { decide, type Verdict } from '../../tools/gate.ts'
import type { GatedCall, Rule } from '../../tools/rules.ts'

/** What the gate would decide on a call, without making it: by the same function, with the rules of now and a draft. */
export function testRules(saved: readonly ApprovalRule[], { tool, subject, mode, draft }: RuleTest): RuleVerdict {
  const rules: readonly Rule[] = draft === null ? saved : [...saved, draft]
  const verdict = decide(callToTest(tool, subject), mode, rules)
  const by = verdict.by === undefined ? null : (saved.find((rule) => rule === verdict.by)?.id ?? 'draft')
  return { kind: verdict.kind, by, reason: by === null ? reasonOf(verdict) : '' }
}

function reasonOf(verdict: Verdict): string {
  if (verdict.kind === 'allow') return ''
  return verdict.kind === 'refuse' ? verdict.reason : (verdict.note ?? '')
}

/** @param subject a command, or the path of an edit */
export function callToTest(tool: string, subject: string): GatedCall {
  if (tool === 'edit_file' || tool === 'write_file') return { tool, effect: 'edit', subject, writes: [subject] }
  return { tool, effect: 'command', subject, writes: [] }
}
