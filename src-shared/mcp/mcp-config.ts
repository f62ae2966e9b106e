import { z } from 'zod'
import { withoutComments } from '../base/json-with-comments.ts'
import { codexEntry } from './codex-servers.ts'
import { type McpServer, mcpServer } from './mcp-server.ts'
import { toolListFields, toolLists } from './tool-lists.ts'

/** An entry as written for Claude Code, VS Code, Cursor and others: the kind is often left out. */
const entry = z.looseObject({
  type: z.string().optional(),
  /** In opencode's file, with the arguments. */
  command: z.union([z.string(), z.array(z.string())]).optional(),
  args: z.array(z.coerce.string()).optional(),
  env: z.record(z.string(), z.coerce.string()).optional(),
  /** opencode's name for `env`. */
  environment: z.record(z.string(), z.coerce.string()).optional(),
  /** VS Code's file of variables. */
  envFile: z.string().optional(),
  cwd: z.string().optional(),
  url: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  disabled: z.boolean().optional(),
  enabled: z.boolean().optional(),
  startSeconds: z.number().optional(),
  callSeconds: z.number().optional(),
  only: z.array(z.string()).optional(),
  off: z.array(z.string()).optional(),
  ...toolListFields,
})
const entries = z.record(z.string(), z.unknown())
/** The user's file of Claude Code also has servers of single projects. */
const ofProjects = z
  .record(z.string(), z.looseObject({ mcpServers: entries.catch({}) }))
  .optional()
  .catch(undefined)
const common = (servers: z.infer<typeof entries>) => ({ key: 'mcpServers', servers, schema: entry })
const file = z.union([
  z
    .looseObject({ mcpServers: entries, projects: ofProjects })
    .transform(({ mcpServers, projects = {} }) =>
      common(Object.assign({}, ...Object.values(projects).map((each) => each.mcpServers), mcpServers)),
    ),
  z.looseObject({ servers: entries }).transform(({ servers }) => common(servers)),
  // Codex's file.
  z.looseObject({ mcp_servers: entries }).transform((codex) => ({
    key: 'mcp_servers',
    servers: codex.mcp_servers,
    schema: codexEntry.transform((each): unknown => each).pipe(entry),
  })),
  // The settings of VS Code, and opencode's file.
  z.looseObject({ mcp: z.looseObject({ servers: entries }) }).transform(({ mcp }) => common(mcp.servers)),
  z.looseObject({ mcp: entries }).transform(({ mcp }) => common(mcp)),
])

export type McpConfig =
  | { readonly ok: true; readonly servers: readonly McpServer[]; readonly problems: readonly string[] }
  | { readonly ok: false; readonly problem: string }

/** Parses `.mcp.json` and the JSON files of Claude Code, VS Code, Cursor and opencode. */
export const readMcpConfig = (text: string): McpConfig => readMcpServers(readCommentedJson(text))

/** Takes the servers of a file that was parsed: one of those, or Codex's `config.toml`. */
export function readMcpServers(parsed: unknown): McpConfig {
  const read = file.safeParse(parsed)
  if (!read.success) return { ok: false, problem: 'It is not a list of MCP servers: a JSON object with "mcpServers".' }
  const servers: McpServer[] = []
  const problems: string[] = []
  for (const [name, each] of Object.entries(read.data.servers)) {
    const given = read.data.schema.safeParse(each)
    const server = given.success ? serverOf(name, given.data) : 'one of its fields has an unexpected value'
    if (typeof server === 'string') problems.push(`${name}: ${server}`)
    else servers.push(server)
  }
  return { ok: true, servers, problems }
}

/** The part of such a file that has its servers, as JSON text that `readMcpServers` takes; null: it has none. */
export function mcpPart(parsed: unknown): { readonly text: string; readonly names: readonly string[] } | null {
  const { success, data } = file.safeParse(parsed)
  if (!success || Object.keys(data.servers).length === 0) return null
  return { text: JSON.stringify({ [data.key]: data.servers }, null, 2), names: Object.keys(data.servers) }
}

function serverOf(name: string, given: z.infer<typeof entry>): McpServer | string {
  const { disabled, enabled, startSeconds, callSeconds } = given
  const transport = transportOf(given)
  if (typeof transport === 'string') return transport
  const lists = toolLists(given)
  if (typeof lists === 'string') return lists
  const { off, only } = lists
  const server = mcpServer.safeParse({
    name: name.slice(0, 60),
    transport,
    enabled: disabled !== true && enabled !== false,
    off,
    reads: [],
    only,
    startSeconds,
    callSeconds,
  })
  return server.success ? server.data : 'its name or its address is not valid, or a variable stands for the host'
}

/** Null: it is not JSON. */
export function readCommentedJson(text: string): unknown {
  try {
    return JSON.parse(withoutComments(text.replace(/^\ufeff/, '')))
  } catch {
    return null
  }
}

function transportOf(given: z.infer<typeof entry>): McpServer['transport'] | string {
  const { type, command, args = [], env = {}, environment = {}, envFile, cwd, url, headers = {} } = given
  if (type === 'sse') return 'the SSE transport is outdated; servers offer streamable HTTP instead'
  const whole = JSON.stringify([command, args, env, environment, cwd, url, headers])
  if (whole.includes('${input:'))
    return 'it asks for input, which only VS Code can do; write the value or ${NAME} of the environment'
  if (whole.includes('{file:')) return 'it takes a value from a file; write ${NAME} of the environment'
  if (envFile !== undefined) return 'it takes its environment from a file; list the variables in env'
  const [program = '', ...more] = typeof command === 'string' ? [command] : (command ?? [])
  if (program.trim() !== '')
    return {
      kind: 'stdio',
      command: plain(program),
      args: [...more, ...args].map(plain),
      env: eachPlain({ ...env, ...environment }),
      ...(cwd === undefined || cwd.trim() === '' ? {} : { cwd: plain(cwd) }),
    }
  if (url !== undefined && /^https?:\/\//.test(url))
    return { kind: 'http', url: plain(url), headers: eachPlain(headers) }
  return 'it has neither a command nor an address'
}

/** Other tools' placeholders as the ones of `expandVariables`; `{env:NAME}` is opencode's. */
const plain = (text: string): string =>
  text
    .replace(/(?<!\$)\{env:([A-Za-z_]\w*)\}/g, (_, name: string) => `\${${name}}`)
    .replaceAll(/\$\{(\/|pathSeparator)\}/g, '/')

const eachPlain = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)]))

/**
 * Replaces `${NAME}`, `${NAME:-default}` and `${env:NAME}` by the environment's values.
 * @returns undefined if a variable is not set and has no default
 */
export function expandVariables(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  let isWhole = true
  // After the last brace nothing is closed, and each beginning would be followed to the end of the text.
  const end = text.lastIndexOf('}') + 1
  const head = text.slice(0, end)
  const result = head.replace(/\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}/g, (_, name: string, other?: string) => {
    const value = environment[name] ?? other
    if (value === undefined) isWhole = false
    return value ?? ''
  })
  return isWhole ? result + text.slice(end) : undefined
}
