import type { Project } from '../../../src-shared/run/conversation.ts'
import { ask } from '../../host/host.ts'
import { loadBreakpoints } from '../server-cache/breakpoint-store.ts'
import { loading, toLoadable } from '../server-cache/loadable.ts'
import { loadRules } from '../server-cache/settings-store.ts'
import { loadConversations, openLatest } from './conversations.ts'
import { useWorkbench } from './workbench-store.ts'

export async function loadProjects(): Promise<void> {
  useWorkbench.setState({ projects: await toLoadable(ask('projects-list', {})) })
}

/**
 * @param then shows something of the project after it is open
 * @throws FailureError if the folder can't be opened
 */
export async function openProject(folder: string, then: () => void = openLatest): Promise<void> {
  await enter(await ask('project-open', { folder }), then)
}

export async function openSample(): Promise<void> {
  await enter(await ask('project-open-sample', {}))
}

/** Uses the system's dialog; does nothing if the user cancels. */
export async function pickProject(): Promise<void> {
  const project = await ask('project-pick', {})
  if (project !== null) await enter(project)
}

export async function forgetProject(projectId: string): Promise<void> {
  await ask('project-forget', { projectId })
  await loadProjects()
}

/** Returns to the welcome view. */
export function leaveProject(): void {
  useWorkbench.setState({ project: null, conversations: loading, conversationId: null, tree: null, turnId: null })
  void loadProjects()
}

async function enter(project: Project, then: () => void = openLatest): Promise<void> {
  useWorkbench.setState({ project, conversations: loading, conversationId: null, tree: null, turnId: null })
  await Promise.all([loadConversations(), loadProjects(), loadRules(), loadBreakpoints()])
  then()
}
