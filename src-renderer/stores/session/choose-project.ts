import { openOverlay } from './layout-store.ts'
import { pickProject } from './projects.ts'
import { useWorkbench } from './workbench-store.ts'

/** Asks for a folder: with the system's dialog where the shell has one, else with the window's own. */
export async function chooseProject(): Promise<void> {
  const { host } = useWorkbench.getState()
  if (host.state === 'ready' && host.value.folderDialog) await pickProject()
  else openOverlay('open-project')
}
