import { type McpConfig, readCommentedJson, readMcpServers } from '../../../src-shared/mcp/mcp-config.ts'
import { readToml } from '../base/read-toml.ts'
import { readYaml } from '../base/read-yaml.ts'

/** Parses another tool's configuration, JSON, TOML or YAML, and takes its servers. */
export async function readConfigText(text: string): Promise<McpConfig> {
  const json = readCommentedJson(text)
  if (json !== null) return readMcpServers(json)
  // Text that is none is called by the form that it begins in.
  if (/^\ufeff?\s*[{[]\s*["{}/]/.test(text)) return readMcpServers(null)
  const toml = await readToml(text.replace(/^\ufeff/, ''))
  if (!toml.ok) {
    const yaml = await readYaml(text)
    const read = yaml.ok ? readMcpServers(yaml.value) : null
    return read?.ok === true ? read : { ok: false, problem: toml.problem }
  }
  const read = readMcpServers(toml.value)
  return read.ok ? read : { ok: false, problem: 'It has no servers: no table [mcp_servers.NAME].' }
}
