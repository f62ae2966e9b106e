import type { WorkMode } from '../../../src-shared/task.ts'
import type { ApprovalMode } from '../../../src-shared/tool.ts'
import type { Choice } from '../../widgets/select.tsx'

export const approvalChoices: readonly Choice<ApprovalMode>[] = [
  { value: 'read-only', label: 'Read only', summary: 'Nothing is changed and no command runs' },
  { value: 'ask', label: 'Ask first', summary: 'You are asked before every edit and command' },
  {
    value: 'edits',
    label: 'Allow edits',
    summary: 'Edits pass, but not of hooks, pipelines and the like; you are asked before commands',
  },
  { value: 'everything', label: 'Allow everything', summary: 'Edits and commands run without asking' },
]

export const modeChoices: readonly Choice<WorkMode>[] = [
  { value: 'act', label: 'Act', summary: 'All tools that the approval lets through' },
  { value: 'plan', label: 'Plan', summary: 'Only tools that read' },
]
