import type { McpServer } from '../../../../src-shared/mcp/mcp-server.ts'
import type { AgentInfo } from '../../../acp/agent-info.ts'
import type { HandedServer } from '../../../acp/open-session.ts'
import { filled } from '../../mcp/mcp-target.ts'

/** The MCP servers that an agent is handed over, and why others are not, in sentences. */
export interface HandedServers {
  readonly servers: readonly HandedServer[]
  readonly notes: readonly string[]
}

/**
 * The user's enabled servers as the protocol writes them, with the settings that the user entered for them.
 *
 * 1. A server that is reached by HTTP is handed over only to agents that say they can do that.
 * 2. Sign-ins that the app keeps are not handed over: the agent, or its user, signs in by itself.
 * 3. One whose settings name a variable that is not set is left out.
 */
export function handedServers(
  all: readonly McpServer[],
  info: Pick<AgentInfo, 'servers'>,
  folder: string,
): HandedServers {
  const servers: HandedServer[] = []
  const notes: string[] = []
  for (const { name, enabled, transport } of all) {
    if (!enabled) continue
    if (transport.kind === 'http' && !info.servers.http) {
      notes.push(`The MCP server ${name} was not handed over: the agent connects only to servers that are programs.`)
      continue
    }
    try {
      servers.push(handed(name, transport, (text) => filled(text, { folder })))
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : String(thrown)
      notes.push(`The MCP server ${name} was not handed over: ${why}.`)
    }
  }
  return { servers, notes }
}

function handed(name: string, transport: McpServer['transport'], fill: (text: string) => string): HandedServer {
  const pairs = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([each, value]) => ({ name: each, value: fill(value) }))
  if (transport.kind === 'http')
    return { type: 'http', name, url: fill(transport.url), headers: pairs(transport.headers) }
  const { command, args, env } = transport
  return { name, command: fill(command), args: args.map(fill), env: pairs(env) }
}
