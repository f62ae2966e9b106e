import { useWorkbench } from './session/workbench-store.ts'
import { locationHash, type WindowLocation } from './window-location.ts'

/** Opens another window of the app: in the desktop app, one of its own; in a browser, a tab. */
function openWindowAt(shown: WindowLocation | null): void {
  window.open(`${location.origin}${location.pathname}${locationHash(shown)}`, '_blank', 'noopener')
}

/** A window at a new conversation of the open project. */
export function openNewWindow(): void {
  const { project } = useWorkbench.getState()
  openWindowAt(project === null ? null : { projectId: project.id, view: { kind: 'new' } })
}

/** A window at a conversation. */
export function openInNewWindow(projectId: string, id: string): void {
  openWindowAt({ projectId, view: { kind: 'conversation', id, turnId: null } })
}
