import { z } from 'zod'
import type { TimeoutMeaning } from './entry-fields.ts'

/** Servers as a file of some tool lists them. */
export interface ListedServers {
  /** In the form that this module reads again; only what is about servers. */
  readonly part: Readonly<Record<string, unknown>>
  readonly servers: Readonly<Record<string, unknown>>
  readonly timeout: TimeoutMeaning
  /** Whether the file's own lists leave a server on. */
  isOn(name: string): boolean
}

const entries = z.record(z.string(), z.unknown())
const named = z.array(z.looseObject({ name: z.string() }))
type Entries = z.infer<typeof entries>
type Read = (parsed: Entries) => Pick<ListedServers, 'part' | 'servers'> | null

const callLimit: TimeoutMeaning = { of: 'callSeconds', unit: 'either' }

/** Where tools keep their servers, and what a server's `timeout` means there. The first that fits a file counts. */
const dialects: readonly { readonly read: Read; readonly timeout: TimeoutMeaning }[] = [
  { read: ofClaude, timeout: callLimit },
  // Continue's YAML, and the tables of Mistral Vibe.
  { read: listOf('mcpServers'), timeout: callLimit },
  { read: listOf('mcp_servers'), timeout: callLimit },
  // Amp, VS Code, Codex.
  ...['amp.mcpServers', 'servers', 'mcp_servers'].map((key) => ({ read: mapOf(key), timeout: callLimit })),
  { read: mapOf('context_servers'), timeout: callLimit },
  // The settings of VS Code.
  { read: within('mcp', 'servers'), timeout: callLimit },
  // The workspaces of VS Code (`.code-workspace`).
  { read: within('settings', 'mcp', 'servers'), timeout: callLimit },
  // opencode in ms, Crush in seconds: how long it may take until its tools are listed.
  { read: mapOf('mcp'), timeout: { of: 'startSeconds', unit: 'either' } },
  // Goose.
  { read: mapOf('extensions'), timeout: { of: 'callSeconds', unit: 's' } },
  // The .mcp.json of Claude Code's plugins has the servers alone.
  { read: bare, timeout: callLimit },
]

/** Finds the servers in a file that was parsed; null: it has none of the known forms. */
export function listedServers(parsed: unknown): ListedServers | null {
  const file = entries.safeParse(parsed)
  if (!file.success) return null
  for (const { read, timeout } of dialects) {
    const found = read(file.data)
    if (found === null) continue
    const { part, isOn } = switches(file.data)
    return { servers: found.servers, part: { ...found.part, ...part }, timeout, isOn }
  }
  return null
}

function mapOf(key: string): Read {
  return (file) => {
    const found = entries.safeParse(file[key])
    return found.success ? { part: { [key]: found.data }, servers: found.data } : null
  }
}

function listOf(key: string): Read {
  return (file) => {
    const found = named.safeParse(file[key])
    if (!found.success || found.data.length === 0) return null
    return { part: { [key]: found.data }, servers: Object.fromEntries(found.data.map((each) => [each.name, each])) }
  }
}

function within(outer: string, key: string, ...more: readonly string[]): Read {
  const [next, ...rest] = more
  const readInner = next === undefined ? mapOf(key) : within(key, next, ...rest)
  return (file) => {
    const inner = entries.safeParse(file[outer])
    const found = inner.success ? readInner(inner.data) : null
    return found && { part: { [outer]: found.part }, servers: found.servers }
  }
}

/** The user's file also has servers of single projects. */
function ofClaude(file: Entries): ReturnType<Read> {
  const found = entries.safeParse(file['mcpServers'])
  if (!found.success) return null
  const projects = z.record(z.string(), z.looseObject({ mcpServers: entries.catch({}) })).catch({})
  const ofProjects = Object.values(projects.parse(file['projects'] ?? {})).map((each) => each.mcpServers)
  const servers: Entries = Object.assign({}, ...ofProjects, found.data)
  return { part: { mcpServers: servers }, servers }
}

function bare(file: Entries): ReturnType<Read> {
  const each = z.union([z.looseObject({ command: z.string().min(1) }), z.looseObject({ url: z.string().min(1) })])
  const all = Object.entries(file)
  return all.length > 0 && all.every(([, server]) => each.safeParse(server).success)
    ? { part: file, servers: file }
    : null
}

/** Lists of servers that are on or off: Gemini CLI's and Qwen Code's, now and before, and Claude Code's. */
function switches(file: Entries) {
  const lists = z.looseObject({ allowed: z.array(z.string()).optional(), excluded: z.array(z.string()).optional() })
  const mcp = lists.safeParse(file['mcp'])
  const listIn = (name: string) => z.array(z.string()).safeParse(file[name]).data
  const [allowed, excluded] = [
    mcp.data?.allowed ?? listIn('allowMCPServers') ?? listIn('enabledMcpjsonServers'),
    mcp.data?.excluded ??
      listIn('excludeMCPServers') ??
      listIn('disabledMcpjsonServers') ??
      listIn('disabledMcpServers'),
  ]
  const chosen = { ...(allowed !== undefined && { allowed }), ...(excluded !== undefined && { excluded }) }
  return {
    part: Object.keys(chosen).length === 0 ? {} : { mcp: chosen },
    isOn: (name: string) => (allowed === undefined || allowed.includes(name)) && excluded?.includes(name) !== true,
  }
}
