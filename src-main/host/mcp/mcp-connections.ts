import type { McpServer } from '../../../src-shared/mcp/mcp-server.ts'
import { type McpConnection, type McpTimeLimits, openConnection } from '../../mcp/connection.ts'
import { digestOf } from './mcp-files.ts'
import { type McpWorkspace, type SignInFor, targetOf } from './mcp-target.ts'

/** The connections to servers: one for each server and folder. */
export interface McpConnections {
  /** Connects on first use. */
  to(server: McpServer, place: McpWorkspace): McpConnection
  /** Ends those to a server, in all folders. */
  end(server: McpServer): Promise<void>
  /** Ends those in a folder. */
  leave(folder: string): Promise<void>
  close(): Promise<void>
}

/** What is heard of servers while they are connected. */
export interface HeardOfServers {
  /** What a server lists has changed. */
  changed(server: McpServer, place: McpWorkspace): void
  /** A server has ended by itself. @param why half a sentence */
  gone(server: McpServer, place: McpWorkspace, why: string): void
}

/** Once they are closed, no server is started any more, also not by work that is still under way. */
export function openConnections(version: string, signIn: SignInFor, heard: HeardOfServers): McpConnections {
  let isClosed = false
  const open = new Map<
    string,
    { readonly connection: McpConnection; readonly folder: string; readonly digest: string }
  >()
  const endAll = async (where: (folder: string, digest: string) => boolean) => {
    const ended = [...open].filter(([, { folder, digest }]) => where(folder, digest))
    for (const [key] of ended) open.delete(key)
    await Promise.all(ended.map(([, { connection }]) => connection.close()))
  }
  return {
    to: (server, place) => {
      const digest = digestOf(server.transport)
      const limits = timeLimits(server)
      const key = JSON.stringify([digest, place.folder, limits])
      const known = open.get(key)
      if (known !== undefined) return known.connection
      const changed = () => heard.changed(server, place)
      const connection = openConnection(targetOf(server, place, signIn), version, changed, limits, (why) =>
        heard.gone(server, place, why),
      )
      if (isClosed) {
        void connection.close()
        return connection
      }
      open.set(key, { connection, folder: place.folder, digest })
      return connection
    },
    end: ({ transport }) => endAll((_, digest) => digest === digestOf(transport)),
    leave: (folder) => endAll((each) => each === folder),
    close: () => {
      isClosed = true
      return endAll(() => true)
    },
  }
}

const timeLimits = ({ startSeconds, callSeconds }: McpServer): McpTimeLimits => ({
  ...(startSeconds !== undefined && { startMs: startSeconds * 1000 }),
  ...(callSeconds !== undefined && { quietMs: callSeconds * 1000 }),
})
