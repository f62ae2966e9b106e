import { formatDuration, listed } from '../../../src-shared/base/format.ts'
import type { McpServer, McpTest, McpTool } from '../../../src-shared/mcp/mcp-server.ts'
import { visibleName } from '../../tools/text/visible.ts'

/** What a run says of servers that are not as they should be. */

export const withoutText = (failure: string): string => `${failure} This run continues without its tools.`

export const lateText = ({ name }: McpServer, waitedMs: number): string =>
  withoutText(`The MCP server ${name} did not answer within ${formatDuration(waitedMs)}.`)

/** Of a server that was late: what came of it. */
export const afterAllText = ({ name }: McpServer, end: McpTest): string =>
  end.ok
    ? `The MCP server ${name} has answered after all. The next run has its tools.`
    : `${end.failure.message} This run has none of its tools.`

/** Of a server whose tools were known: null if they are still all there. */
export function knownText({ name }: McpServer, known: readonly McpTool[], end: McpTest): string | null {
  if (!end.ok) return `${end.failure.message} Its tools are offered as they were; calls of them may fail.`
  const now = new Set(end.tools.map((tool) => tool.name))
  const lost = known.filter((tool) => !now.has(tool.name)).map((tool) => visibleName(tool.name))
  if (lost.length === 0) return null
  return `The MCP server ${name} no longer has ${listed(lost)}, which this run still offers: calls of it fail.`
}

export const goneText = ({ name }: McpServer, why: string): string =>
  `The MCP server ${name} ended by itself: ${why}. It is started again when it is next used.`
