import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import type { ClientAnswerer } from '../../shell-mcp/client-answerer.ts'
import { serveMcp } from '../../shell-mcp/serve-mcp.ts'
import type { CommandModels } from '../arguments/command-profiles.ts'
import type { McpArguments } from '../arguments/read-servers.ts'
import { printNotices } from '../print-notices.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes, onStop } from '../watch-run.ts'

/** `agent mcp`: serves a client until it closes standard input. @returns the exit code */
export async function mcpCommand(
  host: Host,
  args: McpArguments,
  roles: CommandModels['roles'],
  answerer: ClientAnswerer,
  terminal: Terminal,
): Promise<number> {
  const { version } = await ask(host, 'host-info', {})
  const chosen = Object.fromEntries(Object.entries(roles).filter(([role]) => role !== 'default' || args.model !== null))
  return printNotices(host, terminal, async () => {
    const { project, approval } = args
    const server = await serveMcp(host, new StdioServerTransport(), answerer, {
      version,
      project,
      approval,
      roles: chosen,
    })
    await new Promise<void>((resolve) => {
      const before = server.server.onclose
      server.server.onclose = () => {
        before?.()
        resolve()
      }
      onStop(terminal.unread, () => void server.close())
    })
    return exitCodes.completed
  })
}
