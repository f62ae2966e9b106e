import type { ApprovalRule, RuleDecision } from '../../../src-shared/settings/settings.ts'
import type { Choice } from '../../widgets/controls/select.tsx'

export type RuleKind = 'command' | 'edit' | 'tool'

/** A rule while it is written. */
export interface RuleDraft {
  readonly decision: RuleDecision
  readonly kind: RuleKind
  /** Of the kind `tool`. */
  readonly tool: string
  readonly pattern: string
  readonly everywhere: boolean
}

export const decisionChoices: readonly Choice<RuleDecision>[] = [
  { value: 'allow', label: 'Allow', summary: 'Runs without asking, unless the mode is “Read only”' },
  { value: 'ask', label: 'Ask', summary: 'Asks each time, whatever the mode' },
  { value: 'deny', label: 'Deny', summary: 'Never runs; the agent gets the reason' },
]

export const kindLabels: { readonly [kind in RuleKind]: string } = {
  command: 'Commands',
  edit: 'Edits',
  tool: 'Another tool',
}

export const newDraft = (inProject: boolean): RuleDraft => ({
  decision: 'deny',
  kind: 'command',
  tool: '',
  pattern: '',
  everywhere: !inProject,
})

export function kindOfTool(tool: string): RuleKind {
  if (tool === 'shell') return 'command'
  return tool === 'edit_file' || tool === 'write_file' ? 'edit' : 'tool'
}

export const toolOfKind = (kind: RuleKind, tool: string): string =>
  ({ command: 'shell', edit: 'edit_file', tool: tool.trim() })[kind]

export const ruleOf = (draft: RuleDraft, projectId: string | null): Omit<ApprovalRule, 'createdAt'> => ({
  id: '',
  projectId: draft.everywhere ? null : projectId,
  tool: toolOfKind(draft.kind, draft.tool),
  pattern: draft.pattern.trim(),
  decision: draft.decision,
})

/** Why a draft can't be saved, at the field that has to change; null if it can. */
export function draftProblem(draft: RuleDraft): { readonly field: 'pattern' | 'tool'; readonly why: string } | null {
  const pattern = draft.pattern.trim()
  if (draft.kind === 'tool' && draft.tool.trim() === '') return { field: 'tool', why: 'Enter the name of the tool.' }
  if (draft.kind === 'tool' && draft.decision === 'allow')
    return {
      field: 'tool',
      why: 'Allow such a tool with “Always allow” when it asks: that holds for the tool as it is then.',
    }
  if (pattern === '') return { field: 'pattern', why: 'Enter a pattern.' }
  const star = pattern.indexOf('*')
  if (draft.kind === 'command' && draft.decision === 'allow' && star !== -1 && star !== pattern.length - 1)
    return { field: 'pattern', why: 'A rule that allows commands can have * only at its end.' }
  if (draft.kind === 'command' && draft.decision === 'allow' && star > 0 && pattern[star - 1] !== ' ')
    return { field: 'pattern', why: 'Leave a space before the *, as in npm test *.' }
  return pattern === '*' && draft.decision === 'allow'
    ? { field: 'pattern', why: 'To allow everything, choose that mode for the conversation.' }
    : null
}
