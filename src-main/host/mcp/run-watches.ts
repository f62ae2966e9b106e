import type { McpServer } from '../../../src-shared/mcp/mcp-server.ts'
import { digestOf } from './mcp-files.ts'
import type { McpWorkspace } from './mcp-target.ts'
import type { RunNotes } from './run-notes.ts'

/** Which runs use which servers, so that they hear of a server's end. */
export interface RunWatches {
  add(servers: readonly McpServer[], place: McpWorkspace, notes: RunNotes): void
  /** Tells the runs that use this server in this folder. @returns whether there is one */
  tell(server: McpServer, place: McpWorkspace, text: string): boolean
}

export function createRunWatches(): RunWatches {
  let watches: readonly { readonly folder: string; readonly digests: ReadonlySet<string>; readonly notes: RunNotes }[] =
    []
  return {
    add: (servers, { folder }, notes) => {
      const digests = new Set(servers.map(({ transport }) => digestOf(transport)))
      watches = [...watches.filter((each) => !each.notes.isOver()), { folder, digests, notes }]
    },
    tell: ({ transport }, { folder }, text) => {
      const digest = digestOf(transport)
      const users = watches.filter((each) => each.folder === folder && each.digests.has(digest) && !each.notes.isOver())
      for (const { notes } of users) notes.tell(text)
      return users.length > 0
    },
  }
}
