import { jsonObject } from '../base/json.ts'
import { withoutComments } from '../base/json-with-comments.ts'
import { wordsOf } from '../prompt-files/prompt-file.ts'
import { listedServers } from './dialects.ts'
import { type EntryFields, entryFields, type TimeoutMeaning } from './entry-fields.ts'
import { type McpServer, mcpServer } from './mcp-server.ts'
import { toolLists } from './tool-lists.ts'

export type McpConfig =
  | { readonly ok: true; readonly servers: readonly McpServer[]; readonly problems: readonly string[] }
  | { readonly ok: false; readonly problem: string }

/** Parses `.mcp.json` and other tools' files in JSON. */
export const readMcpConfig = (text: string): McpConfig => readMcpServers(readCommentedJson(text))

/** Takes the servers of a file that was parsed, in any tool's form. */
export function readMcpServers(parsed: unknown): McpConfig {
  const listed = listedServers(parsed)
  if (listed === null)
    return { ok: false, problem: 'It is not a list of MCP servers: a JSON object with "mcpServers".' }
  const servers: McpServer[] = []
  const problems: string[] = []
  const taken = new Set<string>()
  for (const [name, each] of Object.entries(listed.servers)) {
    const server = serverOf(unusedName(name, taken), each, listed.timeout)
    if (typeof server === 'string') problems.push(`${name}: ${server}`)
    else {
      taken.add(server.name)
      servers.push({ ...server, enabled: server.enabled && listed.isOn(name) })
    }
  }
  return { ok: true, servers, problems }
}

/** The part of such a file that has its servers, as JSON text that `readMcpServers` takes; null: it has none. */
export function mcpPart(parsed: unknown): { readonly text: string; readonly names: readonly string[] } | null {
  const listed = listedServers(parsed)
  if (listed === null || Object.keys(listed.servers).length === 0) return null
  return { text: JSON.stringify(listed.part, null, 2), names: Object.keys(listed.servers) }
}

const maxName = 60

/** A name that was cut, and is another's then, gets a number. */
function unusedName(name: string, taken: ReadonlySet<string>): string {
  const cut = name.trim().slice(0, maxName).trim()
  let own = cut
  for (let count = 2; taken.has(own); count++) own = `${cut.slice(0, maxName - `-${count}`.length)}-${count}`
  return own
}

function serverOf(name: string, each: unknown, timeout: TimeoutMeaning): McpServer | string {
  const given = jsonObject.safeParse(each)
  if (!given.success) return 'it is no object with fields'
  const fields = entryFields(given.data, timeout)
  if (typeof fields === 'string') return fields
  const transport = transportOf(fields)
  if (typeof transport === 'string') return transport
  const lists = toolLists(given.data)
  if (typeof lists === 'string') return lists
  const { enabled, startSeconds, callSeconds } = fields
  const server = mcpServer.safeParse({ name, transport, enabled, reads: [], startSeconds, callSeconds, ...lists })
  if (server.success) return server.data
  return transport.kind === 'http'
    ? 'its name or its address is not valid, or a variable without a default stands for it'
    : 'its name or its command is not valid'
}

/** Null: it is not JSON. */
export function readCommentedJson(text: string): unknown {
  try {
    return JSON.parse(withoutComments(text.replace(/^\ufeff/, '')))
  } catch {
    return null
  }
}

function transportOf({ type, command, args, env, cwd, url, headers, hasEnvFile, hasHeadersProgram }: EntryFields) {
  if (/^(builtin|platform|frontend|inline_python|bundled)$/.test(type)) return `it is a part of another tool (${type})`
  if (type === 'sse') return 'the SSE transport is outdated; servers offer streamable HTTP instead'
  const whole = JSON.stringify([command, args, env, cwd, url, headers])
  if (whole.includes('${input:'))
    return 'it asks for input, which only VS Code can do; write the value or ${NAME} of the environment'
  if (whole.includes('{file:')) return 'it takes a value from a file; write ${NAME} of the environment'
  if (whole.includes('${{')) return 'it takes a value that only another tool knows; write ${NAME} of the environment'
  if (hasEnvFile) return 'it takes its environment from a file; list the variables in env'
  if (hasHeadersProgram) return 'it takes its headers from a program; list them in headers'
  const [program = '', ...more] = command.length === 1 ? wordsOfCommand(command[0] ?? '') : command
  if (program.trim() !== '') {
    if (more.length > 0 && command.length === 1 && more.some((each) => /^(&&|\|\|?|;|[<>]+)$|\$\(/.test(each)))
      return 'its command is a line for a shell; write the program, and its words in args'
    return {
      kind: 'stdio' as const,
      command: plain(program),
      args: [...more, ...args].map(plain),
      env: eachPlain(env),
      ...(cwd === undefined || cwd.trim() === '' ? {} : { cwd: plain(cwd) }),
    }
  }
  if (url === undefined || url.trim() === '') return 'it has neither a command nor an address'
  if (!/^(https?:\/\/|\$?\{)/.test(url.trim())) return 'its address does not begin with http:// or https://'
  return { kind: 'http' as const, url: plain(url.trim()), headers: eachPlain(headers) }
}

/** A whole line as the command is cut into words; the path of a program may have spaces. */
function wordsOfCommand(line: string): readonly string[] {
  const words = wordsOf(line)
  const [first = '', ...rest] = words
  const isPath = /[\\/]/.test(first) && !rest.some((each) => /^(-|\/|\.{1,2}\/|[A-Za-z]:)/.test(each))
  return isPath && !/^["']/.test(line.trim()) ? [line] : words
}

/** Other tools' placeholders as the ones of `expandVariables`; `{env:NAME}` is opencode's. */
const plain = (text: string): string =>
  text
    .replace(/(?<!\$)\{env:([A-Za-z_]\w*)\}/g, (_, name: string) => `\${${name}}`)
    .replaceAll(/\$\{(\/|pathSeparator)\}/g, '/')

const eachPlain = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(shortVariables(value))]))

/** `$NAME` as a whole word, as Gemini CLI, Qwen Code and Crush have it in variables and headers. */
const shortVariables = (text: string): string =>
  text.replace(/(?<!\S)\$([A-Z_][A-Z0-9_]*)(?!\S)/g, (_, name) => `\${${name}}`)

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
