import { z } from 'zod'
import type { McpServer } from './mcp-server.ts'

/** An entry as written for Claude Code, VS Code, Cursor and others: the kind is often left out. */
const entry = z.looseObject({
  type: z.string().optional(),
  command: z.string().optional(),
  args: z.array(z.coerce.string()).optional(),
  env: z.record(z.string(), z.coerce.string()).optional(),
  url: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  disabled: z.boolean().optional(),
})
const entries = z.record(z.string(), entry)
const file = z.union([
  z.looseObject({ mcpServers: entries }).transform(({ mcpServers }) => mcpServers),
  z.looseObject({ servers: entries }).transform(({ servers }) => servers),
])

export type McpConfig =
  | { readonly ok: true; readonly servers: readonly McpServer[]; readonly problems: readonly string[] }
  | { readonly ok: false; readonly problem: string }

/** Parses `.mcp.json` and similar files (`mcpServers`, or `servers` as in VS Code). */
export function readMcpConfig(text: string): McpConfig {
  const read = file.safeParse(parsed(text))
  if (!read.success) return { ok: false, problem: 'It is not a list of MCP servers: a JSON object with "mcpServers".' }
  const servers: McpServer[] = []
  const problems: string[] = []
  for (const [name, each] of Object.entries(read.data)) {
    const transport = transportOf(each)
    if (typeof transport === 'string') problems.push(`${name}: ${transport}`)
    else servers.push({ name: name.slice(0, 60), transport, enabled: each.disabled !== true, off: [], reads: [] })
  }
  return { ok: true, servers, problems }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function transportOf({
  type,
  command,
  args,
  env,
  url,
  headers,
}: z.infer<typeof entry>): McpServer['transport'] | string {
  if (type === 'sse') return 'the SSE transport is outdated; servers offer streamable HTTP instead'
  if (JSON.stringify([command, args, env, url, headers]).includes('${input:'))
    return 'it asks for input, which only VS Code can do; write the value or ${NAME} of the environment'
  if (command !== undefined && command.trim() !== '')
    return { kind: 'stdio', command, args: args ?? [], env: env ?? {} }
  if (url !== undefined && /^https?:\/\//.test(url)) return { kind: 'http', url, headers: headers ?? {} }
  return 'it has neither a command nor an address'
}

/**
 * Replaces `${NAME}`, `${NAME:-default}` and `${env:NAME}` by the environment's values.
 * @returns undefined if a variable is not set and has no default
 */
export function expandVariables(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  let isWhole = true
  const result = text.replace(/\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}/g, (_, name: string, other?: string) => {
    const value = environment[name] ?? other
    if (value === undefined) isWhole = false
    return value ?? ''
  })
  return isWhole ? result : undefined
}
