import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { McpServer as EditorServer, PermissionOption } from '@agentclientprotocol/sdk'
import { z } from 'zod'
import { revealHidden } from '../../src-shared/base/hidden-characters.ts'
import type { McpServer } from '../../src-shared/mcp/mcp-server.ts'
import { ask } from '../host/api/host-client.ts'
import { readJsonFile, writeJsonFile } from '../host/data-folder/json-file.ts'
import { askOnce } from './ask-once.ts'
import { type EditorParts, type EditorSession, sendUpdates } from './editor-session.ts'

/** Servers that the user always allows, by project and content; only their digests. */
const alwaysAllowed = z.array(z.string()).max(1000)
const fileName = 'editor-servers.json'

/** An editor's server as one of ours; null if it speaks a transport that is not supported. */
export function serverOf(given: EditorServer): McpServer | null {
  const rest = { name: given.name.trim().slice(0, 60) || 'editor', enabled: true, off: [], reads: [] }
  if (!('type' in given)) {
    const { command, args } = given
    const env = Object.fromEntries(given.env.map(({ name, value }) => [name, value]))
    return { ...rest, transport: { kind: 'stdio', command, args, env } }
  }
  if (given.type !== 'http') return null
  const headers = Object.fromEntries(given.headers.map(({ name, value }) => [name, value]))
  return { ...rest, transport: { kind: 'http', url: given.url, headers } }
}

/**
 * Has the session's runs use the servers that the editor handed over, after the user was asked about each: it starts a
 * program on this computer, or sends what models write to an address (T25, T26). What is always allowed is exactly this
 * server in this project; a changed one is asked for again. Calls of its tools then pass the gate like those of others.
 */
export async function acceptServers(parts: EditorParts, session: EditorSession): Promise<void> {
  if (session.servers.length === 0) return
  const used: McpServer[] = []
  for (const given of session.servers) {
    const server = serverOf(given)
    if (server === null) await tellUnusable(parts, session, given)
    else if (await isAllowed(parts, session, server)) used.push(server)
  }
  parts.host.handOver(session.conversationId, used)
}

/** Once a session. */
async function tellUnusable(parts: EditorParts, session: EditorSession, { name }: EditorServer): Promise<void> {
  const key = `unusable:${name}`
  if (session.allowed.has(key)) return
  session.allowed.set(key, false)
  const text = `> The MCP server ${name} of your editor is not used: only servers with stdio or HTTP are. Ask its maker for an HTTP address.\n\n`
  const content = { type: 'text' as const, text }
  await sendUpdates(parts, session, [{ sessionUpdate: 'agent_message_chunk', messageId: key, content }])
}

async function isAllowed(parts: EditorParts, session: EditorSession, server: McpServer): Promise<boolean> {
  const digest = digestOf(session.project.id, server)
  const known = session.allowed.get(digest)
  if (known !== undefined) return known
  const file = join(parts.dataFolder, fileName)
  const always = readJsonFile(file, alwaysAllowed, []).value
  const own = await ask(parts.host, 'mcp-list', { projectId: session.project.id })
  const isOwn = own.some((each) => JSON.stringify(each.server.transport) === JSON.stringify(server.transport))
  const answer = isOwn || always.includes(digest) ? 'always' : await askAbout(parts, session, server)
  if (answer === 'allow-always') writeJsonFile(file, [...always.slice(-999), digest])
  session.allowed.set(digest, answer !== 'reject')
  return answer !== 'reject'
}

async function askAbout(
  parts: EditorParts,
  session: EditorSession,
  { name, transport }: McpServer,
): Promise<'allow' | 'allow-always' | 'reject'> {
  const what =
    transport.kind === 'http'
      ? `It is reached at ${transport.url}.`
      : `It runs ${[transport.command, ...transport.args].join(' ')}`
  const title = `Use the MCP server ${name} of your editor?`
  const chosen = await askOnce(parts, session, `server:${name}`, title, revealHidden(what), serverOptions)
  return chosen === 'allow' || chosen === 'allow-always' ? chosen : 'reject'
}

const serverOptions: PermissionOption[] = [
  { optionId: 'allow', name: 'Use it in this session', kind: 'allow_once' },
  { optionId: 'allow-always', name: 'Always use it in this project', kind: 'allow_always' },
  { optionId: 'reject', name: 'Don’t use it', kind: 'reject_once' },
]

const digestOf = (projectId: string, { name, transport }: McpServer): string =>
  createHash('sha256')
    .update(JSON.stringify([projectId, name, transport]))
    .digest('hex')
