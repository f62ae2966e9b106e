import type { Project } from '../../src-shared/conversation.ts'
import { ask } from '../host/ask.ts'
import type { Host } from '../host/host.ts'

/** The project in a folder, opened where it was not yet. */
export function projectIn(host: Host, folder: string): Promise<Project> {
  return ask(host, 'project-open', { folder })
}
