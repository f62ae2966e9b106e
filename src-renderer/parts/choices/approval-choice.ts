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

/** What commands that nobody is asked about may reach, after a choice that lets them run. */
export function unaskedNetwork(commands: CommandChoices, means: SandboxSupport | null): string {
  if (means !== null && !means.cutsNetwork) return 'nothing on this computer keeps them off the network'
  if (!commands.confined) return 'nothing keeps them off the network, since Settings → Approval frees commands'
  if (commands.network === 'all') return 'commands may use the network'
  return 'commands have no network (change that in Settings → Approval)'
}

/** The modes, each with what it means as the settings are now. */
export function useApprovalChoices(): readonly Choice<ApprovalMode>[] {
  const { commands } = useSettingsNow()
  const { answer } = useAnswer('command-means', {})
  const network = unaskedNetwork(commands, valueOr(answer, null))
  const summaries: { readonly [mode in ApprovalMode]: string } = {
    'read-only': 'Nothing is changed and no command runs',
    ask: 'You are asked before every edit and command',
    edits: 'Edits need no approval, except to hooks, CI files and the like; commands do',
    everything: `Edits and commands run without asking; ${network}`,
  }
  const modes: readonly ApprovalMode[] = ['read-only', 'ask', 'edits', 'everything']
  return modes.map((value) => ({ value, label: approvalLabels[value], summary: summaries[value] }))
}

export const modeChoices: readonly Choice<WorkMode>[] = [
  { value: 'act', label: 'Act', summary: 'All tools that the approval lets through' },
  { value: 'plan', label: 'Plan', summary: 'Only tools that read' },
]
