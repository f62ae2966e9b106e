import { create } from 'zustand'
import type { HookList } from '../../../src-shared/hooks/hook.ts'
import { ask } from '../../host/host.ts'
import { openProjectId } from '../session/workbench-store.ts'
import { type Loadable, loading, toLoadable } from './loadable.ts'

/** Hooks: the user's, and those of the open project while they are trusted. */
export const useHooks = create<{ readonly list: Loadable<HookList> }>(() => ({ list: loading }))

export async function loadHooks(): Promise<void> {
  const projectId = openProjectId()
  const list = await toLoadable(ask('hooks-list', { projectId }))
  if (openProjectId() === projectId) useHooks.setState({ list })
}
