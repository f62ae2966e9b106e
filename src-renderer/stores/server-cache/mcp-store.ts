import { create } from 'zustand'
import type { McpStatus } from '../../../src-shared/mcp/mcp-server.ts'
import { ask } from '../../host/host.ts'
import { openProjectId } from '../session/workbench-store.ts'
import { type Loadable, loading, toLoadable } from './loadable.ts'

/** MCP servers: the user's, and those of the open project. */
export const useMcp = create<{ readonly servers: Loadable<readonly McpStatus[]> }>(() => ({ servers: loading }))

export async function loadMcp(): Promise<void> {
  const projectId = openProjectId()
  const servers = await toLoadable(ask('mcp-list', { projectId }))
  if (openProjectId() === projectId) useMcp.setState({ servers })
}
