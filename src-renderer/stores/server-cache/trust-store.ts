import { create } from 'zustand'
import type { ProjectTrust } from '../../../src-shared/workspace/project-trust.ts'
import { ask } from '../../host/host.ts'
import { toastOnFailure } from '../report.ts'
import { useWorkbench } from '../session/workbench-store.ts'
import { type Loadable, loading, toLoadable } from './loadable.ts'

/** What the open project contains that needs trust, and whether it is trusted. */
const useTrustStore = create<{ readonly trust: Loadable<readonly ProjectTrust[]> }>(() => ({ trust: loading }))

export async function loadTrust(): Promise<void> {
  const projectId = useWorkbench.getState().project?.id
  if (projectId === undefined) return useTrustStore.setState({ trust: loading })
  const trust = await toLoadable(ask('project-trust-read', { projectId }))
  if (useWorkbench.getState().project?.id === projectId) useTrustStore.setState({ trust })
}

const none: readonly ProjectTrust[] = []

/** The kinds of content for which the open project contains files. */
export function useTrust(): readonly ProjectTrust[] {
  const trust = useTrustStore((state) => (state.trust.state === 'ready' ? state.trust.value : none))
  return trust.filter((each) => each.state !== 'none')
}

/** The host reports the decision, which reloads all lists. */
export async function decideTrust(parts: readonly ProjectTrust[], decision: 'trust' | 'refuse' | 'ask'): Promise<void> {
  const projectId = useWorkbench.getState().project?.id
  if (projectId === undefined) return
  for (const { part, hash } of parts) await toastOnFailure(ask('project-trust', { projectId, part, hash, decision }))
}
