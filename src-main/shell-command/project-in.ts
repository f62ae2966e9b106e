import type { Project } from '../../src-shared/run/conversation.ts'
import { ask } from '../host/api/host-client.ts'
import type { Host } from '../host/host.ts'
import { checkedFolder } from '../host/projects/folder-checks.ts'

/** The project in a folder, opened where it was not yet. @throws FailureError if the folder can't be opened */
export async function projectIn(host: Host, folder: string): Promise<Project> {
  // The host speaks of a folder that was there before; one that was typed may never have been.
  return ask(host, 'project-open', { folder: checkedFolder(folder) })
}
