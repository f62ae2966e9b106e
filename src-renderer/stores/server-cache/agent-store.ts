import { useEffect } from 'react'
import { create } from 'zustand'
import type { ListedAgent } from '../../../src-shared/api/settings-requests.ts'
import { ask } from '../../host/host.ts'
import { type Loadable, loading, toLoadable } from './loadable.ts'

const useStore = create<{ readonly agents: Loadable<readonly ListedAgent[]>; readonly isWanted: boolean }>(() => ({
  agents: loading,
  isWanted: false,
}))

/** The list is read once something shows it; then it is kept current. */
export async function loadAgents(): Promise<void> {
  if (!useStore.getState().isWanted) return
  useStore.setState({ agents: await toLoadable(ask('agents-list', {})) })
}

/** Other agents, with what they offered when they were last started. */
export function useAgents(): Loadable<readonly ListedAgent[]> {
  useEffect(() => {
    if (useStore.getState().isWanted) return
    useStore.setState({ isWanted: true })
    void loadAgents()
  }, [])
  return useStore((state) => state.agents)
}
