import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { type McpConfig, readMcpConfig } from '../../../src-shared/mcp/mcp-config.ts'
import { type McpOffers, mcpOffers } from '../../../src-shared/mcp/mcp-offers.ts'
import {
  type McpServer,
  type McpTool,
  type McpTransport,
  mcpServer,
  mcpTool,
} from '../../../src-shared/mcp/mcp-server.ts'
import type { ProjectTrust } from '../../../src-shared/workspace/project-trust.ts'
import { visibleName } from '../../tools/text/visible.ts'
import { guardFiles } from '../../workspace/guard/guarded-files.ts'
import { rememberJsonFile, writeJsonFile } from '../data-folder/json-file.ts'
import { hashFiles, type TrustFile } from '../trust/project-trust.ts'

/** Identifies a server by its transport, independent of its name. */
export const digestOf = (transport: McpTransport): string =>
  createHash('sha256').update(JSON.stringify(transport)).digest('hex').slice(0, 24)

export interface McpFiles {
  servers(): readonly McpServer[]
  /** @param before its previous name; null if it is new */
  save(server: McpServer, before: string | null): void
  remove(name: string): void
  /** The tools that servers last listed. */
  readonly tools: ByServer<readonly McpTool[]>
  /** The prompts and resources that they last listed. */
  readonly offers: ByServer<McpOffers>
}

/** What is known of servers, by their digests. */
export interface ByServer<T> {
  /** Null if the server has never been queried. */
  known(digest: string): T | null
  learn(digest: string, value: T): void
}

/** The user's servers, and what all servers last listed. Values of `env` and `headers` are stored in plain text. */
export function openMcpFiles(folder: string, warn: (text: string) => void): McpFiles {
  const path = join(folder, 'mcp.json')
  const readServers = rememberJsonFile(path, z.array(mcpServer).readonly(), [])
  const servers = () => {
    const { value, damaged } = readServers()
    if (damaged !== null) warn(`The file of MCP servers was damaged. It is kept as ${damaged}; add the servers again.`)
    return value
  }
  return {
    servers,
    save: (server, before) => {
      const others = servers().filter(({ name }) => name !== before && name !== server.name)
      writeJsonFile(path, [...others, server])
    },
    remove: (name) =>
      writeJsonFile(
        path,
        servers().filter((each) => each.name !== name),
      ),
    tools: byServer(join(folder, 'mcp-tools.json'), z.array(mcpTool).readonly()),
    offers: byServer(join(folder, 'mcp-offers.json'), mcpOffers),
  }
}

function byServer<T>(path: string, schema: z.ZodType<T>): ByServer<T> {
  const read = rememberJsonFile(path, z.record(z.string(), schema), {})
  return {
    known: (digest) => read().value[digest] ?? null,
    learn: (digest, value) => {
      const all = read().value
      if (JSON.stringify(all[digest]) === JSON.stringify(value)) return
      const kept = Object.entries(all).filter(([name]) => name !== digest)
      writeJsonFile(path, Object.fromEntries([...kept.slice(-maxKnown), [digest, value]]))
    },
  }
}

const maxKnown = 100

const fileName = '.mcp.json'
/** Maximum size of a `.mcp.json`, bytes. */
const maxBytes = 200_000

/** Reads a project's `.mcp.json` through the path guard; null if there is none. */
async function readProjectFile(folder: string): Promise<{ readonly text: string; readonly isRead: boolean } | null> {
  const guarded = await guardFiles(folder).catch(() => null)
  const found = await guarded?.resolve(fileName)
  if (guarded === null || found === undefined || !found.ok || found.kind === 'none') return null
  const read = await guarded.readText(fileName)
  if (!read.ok) return { text: `(${read.problem})`, isRead: false }
  return read.text.length > maxBytes ? { text: '(It is too large.)', isRead: false } : { text: read.text, isRead: true }
}

const hashOf = (text: string): string => hashFiles([{ file: fileName, text }])

interface McpProject {
  readonly id: string
  readonly folder: string
}

/**
 * The servers in a project's `.mcp.json`; none unless the user trusts this version of the file (T25). `problems`: what
 * can't be taken from it, in sentences.
 */
export async function projectServers(
  { id, folder }: McpProject,
  trust: TrustFile,
): Promise<{ readonly servers: readonly McpServer[]; readonly problems: readonly string[] }> {
  const projectFile = await readProjectFile(folder)
  if (projectFile === null || !projectFile.isRead || trust.of(id, 'mcp', hashOf(projectFile.text)) !== 'trusted')
    return { servers: [], problems: [] }
  const read = readMcpConfig(projectFile.text)
  return { servers: read.ok ? read.servers : [], problems: problemsIn(read) }
}

const problemsIn = (read: McpConfig): readonly string[] =>
  read.ok
    ? read.problems.map((each) => `A server in ${fileName} is left out: ${visibleName(each)}.`)
    : [`The project’s ${fileName} can’t be used. ${read.problem}`]

export async function mcpTrustOf({ id, folder }: McpProject, trust: TrustFile): Promise<ProjectTrust> {
  const projectFile = await readProjectFile(folder)
  if (projectFile === null) return { part: 'mcp', state: 'none', hash: hashFiles([]), files: [] }
  const { text, isRead } = projectFile
  const hash = hashOf(text)
  const note = isRead ? problemsIn(readMcpConfig(text)).join(' ') : ''
  const shown = { file: fileName, text, ...(note !== '' && { note }) }
  return { part: 'mcp', state: trust.of(id, 'mcp', hash), hash, files: [shown] }
}
