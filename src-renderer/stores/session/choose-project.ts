import { openOverlay } from './layout-store.ts'
import { pickProject } from './projects.ts'
import { useWorkbench } from './workbench-store.ts'

/** Lets the user choose a folder: in the system's dialog if the shell has one, otherwise in the window's own. */
export async function chooseProject(): Promise<void> {
  const { host } = useWorkbench.getState()
  if (host.state === 'ready' && host.value.folderDialog) await pickProject()
  else openOverlay('open-project')
}
