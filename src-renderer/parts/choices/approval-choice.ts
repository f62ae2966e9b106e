import type { ApprovalMode } from '../../../src-shared/model/tool.ts'
import type { CommandChoices, SandboxSupport } from '../../../src-shared/settings/settings.ts'
import type { WorkMode } from '../../../src-shared/strategy/task.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { useSettingsNow } from '../../stores/server-cache/settings-store.ts'
import { useAnswer } from '../../stores/server-cache/use-answer.ts'
import type { Choice } from '../../widgets/controls/select.tsx'

export const approvalLabels: { readonly [mode in ApprovalMode]: string } = {
  'read-only': 'Read only',
  ask: 'Ask first',
  edits: 'Allow edits',
  everything: 'Allow everything',
}

/** Describes the network access of commands that run without approval. */
export function unapprovedNetworkText(commands: CommandChoices, means: SandboxSupport | null): string {
  if (means !== null && !means.cutsNetwork) return 'this computer can’t block their network access'
  if (!commands.confined) return 'commands can use the network, because Settings → Approval does not restrict them'
  if (commands.network === 'all') return 'commands can use the network'
  return 'commands are offline (change this in Settings → Approval)'
}

/** The approval modes, each with its effect under the current settings. */
export function useApprovalChoices(): readonly Choice<ApprovalMode>[] {
  const { commands } = useSettingsNow()
  const { answer } = useAnswer('command-means', {})
  const network = unapprovedNetworkText(commands, valueOr(answer, null))
  const summaries: { readonly [mode in ApprovalMode]: string } = {
    'read-only': 'The agent can only read files',
    ask: 'You approve every edit and command',
    edits: 'Edits are allowed, except to hooks and CI files; commands need approval',
    everything: `Edits and commands run without asking; ${network}`,
  }
  const modes: readonly ApprovalMode[] = ['read-only', 'ask', 'edits', 'everything']
  return modes.map((value) => ({ value, label: approvalLabels[value], summary: summaries[value] }))
}

export const modeChoices: readonly Choice<WorkMode>[] = [
  { value: 'act', label: 'Act', summary: 'Can edit and run commands, within the approval setting' },
  { value: 'plan', label: 'Plan', summary: 'Read-only: proposes but changes nothing' },
]
