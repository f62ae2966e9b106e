import { Console } from 'node:console'
import { resolve } from 'node:path'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { ApprovalMode } from '../../../src-shared/model/tool.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import type { ClientAnswerer } from '../../shell-mcp/client-answerer.ts'
import { serveMcp } from '../../shell-mcp/serve-mcp.ts'
import {
  flag,
  type ModelArguments,
  modelOptions,
  parse,
  readApproval,
  readModels,
  text,
} from '../arguments/argument-parts.ts'
import type { CommandModels } from '../arguments/command-profiles.ts'
import { UsageError } from '../arguments/usage.ts'
import { printNotices } from '../print-notices.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes, onStop } from '../watch-run.ts'

export interface McpArguments extends ModelArguments {
  readonly command: 'mcp'
  /** Null: any folder that a client names. */
  readonly project: string | null
  /** Null: asks where the client can, and else only reads. */
  readonly approval: ApprovalMode | null
  readonly network: boolean
  readonly noHooks: boolean
}

const options = { project: text, approve: text, ...modelOptions, network: flag, 'no-hooks': flag } as const

/** @throws UsageError if it can't be understood */
export function readMcp(args: string[], workingFolder: string): McpArguments {
  const { values, positionals } = parse('mcp', args, options)
  if (positionals.length > 0) throw new UsageError(`Unexpected argument: ${positionals.join(' ')}`, 'mcp')
  return {
    command: 'mcp',
    project: values.project === undefined ? null : resolve(workingFolder, values.project),
    approval: values.approve === undefined ? null : readApproval(values.approve),
    ...readModels(values, 'mcp'),
    network: values.network ?? false,
    noHooks: values['no-hooks'] ?? false,
  }
}

/** `agent mcp`: serves a client until it closes standard input. @returns the exit code */
export async function mcpCommand(
  host: Host,
  args: McpArguments,
  roles: CommandModels['roles'],
  answerer: ClientAnswerer,
  terminal: Terminal,
): Promise<number> {
  // Standard output belongs to the protocol: whatever a package prints goes elsewhere.
  globalThis.console = new Console(process.stderr, process.stderr)
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
