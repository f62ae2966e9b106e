import { type McpConfig, readCommentedJson, readMcpServers } from '../../../src-shared/mcp/mcp-config.ts'
import { readToml } from '../base/read-toml.ts'

/** Parses another tool's configuration, JSON or TOML, and takes its servers. */
export async function readConfigText(text: string): Promise<McpConfig> {
  const json = readCommentedJson(text)
  if (json !== null) return readMcpServers(json)
  const toml = await readToml(text)
  // Text that is neither is called by the form that it begins in.
  if (!toml.ok) return text.trimStart().startsWith('{') ? readMcpServers(null) : { ok: false, problem: toml.problem }
  const read = readMcpServers(toml.value)
  return read.ok ? read : { ok: false, problem: 'It has no servers: no table [mcp_servers.NAME].' }
}
