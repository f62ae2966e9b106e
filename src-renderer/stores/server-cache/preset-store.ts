import { create } from 'zustand'
import type { StrategyDefaults } from '../../../src-shared/api/strategy-requests.ts'
import type { PresetEntry } from '../../../src-shared/strategy/preset.ts'
import type { StrategyPick } from '../../../src-shared/strategy/strategy-pick.ts'
import { ask } from '../../host/host.ts'
import { openProjectId, useWorkbench } from '../session/workbench-store.ts'
import { type Loadable, loading, toLoadable } from './loadable.ts'
import { loadStrategies } from './settings-store.ts'
import { loadTrust } from './trust-store.ts'

/** The latest presets and defaults of the open project and conversation. */
export const usePresets = create<{
  readonly presets: Loadable<readonly PresetEntry[]>
  readonly defaults: StrategyDefaults
}>(() => ({ presets: loading, defaults: noDefaults() }))

function noDefaults(): StrategyDefaults {
  return { project: null, conversation: null }
}

export async function loadPresets(): Promise<void> {
  const projectId = openProjectId()
  const presets = await toLoadable(ask('presets-list', { projectId }))
  if (openProjectId() === projectId) usePresets.setState({ presets })
}

export async function loadDefaults(): Promise<void> {
  const { project, conversationId } = useWorkbench.getState()
  if (project === null) return usePresets.setState({ defaults: noDefaults() })
  const defaults = await toLoadable(ask('strategy-defaults-read', { projectId: project.id, conversationId }))
  const now = useWorkbench.getState()
  if (defaults.state === 'ready' && now.project?.id === project.id && now.conversationId === conversationId)
    usePresets.setState({ defaults: defaults.value })
}

/** Keeps them, strategies and trust current for what is open, until the returned function is called. */
export function followPresets(): () => void {
  return useWorkbench.subscribe((state, before) => {
    if (state.project?.id !== before.project?.id) {
      void loadPresets()
      void loadStrategies()
      void loadTrust()
    }
    if (state.project?.id !== before.project?.id || state.conversationId !== before.conversationId) {
      usePresets.setState(({ defaults }) => ({ defaults: { ...defaults, conversation: null } }))
      void loadDefaults()
    }
  })
}

export async function setDefault(
  scope: 'project' | 'conversation',
  id: string,
  strategy: StrategyPick | null,
): Promise<void> {
  await ask('strategy-default-set', { scope, id, strategy })
  await loadDefaults()
}

const none: readonly PresetEntry[] = []
export function usePresetList(): readonly PresetEntry[] {
  return usePresets(({ presets }) => (presets.state === 'ready' ? presets.value : none))
}
