import { setTimeout as delay } from 'node:timers/promises'
import { failureFrom } from '../../../src-shared/base/failure.ts'
import type { McpClientOfUser, McpServer, McpStatus, McpTest, McpTool } from '../../../src-shared/mcp/mcp-server.ts'
import type { McpConnection } from '../../mcp/connection.ts'
import { mcpTools, whyOf } from '../../mcp/mcp-tools.ts'
import { ownToolNames } from '../../tools/registry.ts'
import type { Tool } from '../../tools/tool.ts'
import { joined } from '../base/joined.ts'
import type { KeyStore } from '../settings/key-store.ts'
import type { TrustFile } from '../trust/project-trust.ts'
import { openConnections } from './mcp-connections.ts'
import { digestOf, type McpFiles, projectServers } from './mcp-files.ts'
import type { McpWorkspace } from './mcp-target.ts'
import type { RunNotes } from './run-notes.ts'
import { createRunWatches } from './run-watches.ts'
import { afterAllText, goneText, knownText, lateText, withoutText } from './server-texts.ts'
import { createSignIns } from './sign-ins.ts'
import { createUserOffers, type UserOffers } from './user-offers.ts'

/** How long a run waits at its start for servers whose tools are unknown, ms; the guide states it. */
const unknownWithin = 5000

/**
 * The MCP servers that runs use.
 *
 * 1. A server's tools are stored, so that no run waits for a slow or unreachable server; they are refreshed in the
 *    background.
 * 2. Each folder has its own process of a server, confined like a command there and without the app's keys.
 * 3. A project's servers are used only if the user trusts the current version of its `.mcp.json` (T25).
 * 4. Servers that a shell hands over, such as those of an editor, are never stored. The shell has asked the user.
 */
export interface McpService extends UserOffers {
  /**
   * @param conversationId whose handed-over servers are used too; null: of none
   * @param notes where it is told which servers are missing, late, broken or lack tools that they had
   */
  toolsFor(place: McpWorkspace, conversationId: string | null, notes: RunNotes): Promise<readonly Tool[]>
  /** The runs of a conversation use these servers too, for as long as this host runs. */
  handOver(conversationId: string, servers: readonly McpServer[]): void
  status(project: McpWorkspace['project'] | null): Promise<readonly McpStatus[]>
  /** Queries a server for its tools, prompts and resources; the server need not be saved. */
  test(server: McpServer, place: McpWorkspace): Promise<McpTest>
  /** @returns the page on which the user signs in @throws FailureError if the server offers none */
  signIn(server: McpServer, client: McpClientOfUser | null): Promise<{ readonly page: string; readonly host: string }>
  /** Waits until the user has signed in. @throws FailureError if that failed */
  signedIn(server: McpServer): Promise<void>
  /** @returns whether the server forgot the sign-in too; null if it offers no such thing */
  signOut(server: McpServer): Promise<boolean | null>
  /** Ends the servers that run in a folder, before it is removed. */
  leave(folder: string): Promise<void>
  /** Ends all servers. */
  close(): Promise<void>
}

export interface McpServiceOptions {
  readonly files: McpFiles
  readonly trust: TrustFile
  readonly version: string
  readonly warn: (text: string) => void
  readonly keys: KeyStore
  /** Stores an image of a result, and returns its reference. @throws FailureError if models would refuse it */
  readonly keepImage: (data: string) => string
}

export function createMcpService({ files, trust, version, warn, keepImage, keys }: McpServiceOptions): McpService {
  const signIns = createSignIns(keys)
  const watches = createRunWatches()
  // Tools, prompts and resources often change together, and a server may say so at any time.
  const askAgain = joined()
  const connections = openConnections(version, signIns.storeFor, {
    changed: (server, place) =>
      askAgain(JSON.stringify([digestOf(server.transport), place.folder]), () => refresh(server, place)),
    gone: (server, place, why) => watches.tell(server, place, goneText(server, why)),
  })
  const connectionTo = connections.to
  const handedOver = new Map<string, readonly McpServer[]>()
  const failures = new Map<string, NonNullable<McpStatus['failure']>>()

  async function query(server: McpServer, place: McpWorkspace) {
    const digest = digestOf(server.transport)
    const connection = connectionTo(server, place)
    try {
      const tools = await connection.list()
      files.tools.learn(digest, tools)
      tellLeftOut(server, place, connection.leftOut())
      failures.delete(digest)
      return { end: { ok: true, tools } as const, offers: learnOffers(connection, digest) }
    } catch (thrown) {
      const failure = {
        kind: 'tool-failed',
        ...(signIns.stateOf(server) === 'needed'
          ? {
              message: `The MCP server ${server.name} needs you to sign in.`,
              advice: 'Open it in Settings → MCP servers, and sign in there.',
            }
          : {
              message: `The MCP server ${server.name} could not be used: ${whyOf(thrown, connection)}`,
              advice: 'Check its command or address in Settings → MCP servers, and test it there.',
            }),
      } as const
      failures.set(digest, failure)
      return { end: { ok: false, failure } as const, offers: Promise.resolve() }
    }
  }

  const told = new Map<string, string | null>()
  /** Each run that uses it is told; without one it is said once, until it changes. */
  function tellLeftOut(server: McpServer, place: McpWorkspace, leftOut: string | null): void {
    const digest = digestOf(server.transport)
    const text = `The MCP server ${server.name} works only in part. ${leftOut}`
    if (leftOut !== null && !watches.tell(server, place, text) && told.get(digest) !== leftOut) warn(text)
    told.set(digest, leftOut)
  }

  /** A server whose prompts or resources can't be listed still has its tools. */
  async function learnOffers(connection: McpConnection, digest: string): Promise<void> {
    const offers = await connection.offers().catch(() => null)
    if (offers !== null) files.offers.learn(digest, offers)
  }

  const refresh = async (server: McpServer, place: McpWorkspace): Promise<McpTest> => (await query(server, place)).end
  const refreshAll = async (server: McpServer, place: McpWorkspace): Promise<McpTest> => {
    const { end, offers } = await query(server, place)
    await offers
    return end
  }

  async function serversFor(project: McpWorkspace['project'] | null) {
    const own = files.servers().map((server) => ({ server, source: 'user' as const }))
    const { servers: found } = project === null ? { servers: [] } : await projectServers(project, trust)
    const taken = new Set(own.map(({ server }) => server.name))
    // The user's server takes precedence over one of the same name: this is also how to change or disable a project's
    // server.
    const projectFile = found
      .filter(({ name }) => !taken.has(name))
      .map((server) => ({ server, source: 'project' as const }))
    return [...own, ...projectFile]
  }

  /** Returns known tools immediately; of an unknown server, those that it lists within the time limit. */
  async function toolsOf(server: McpServer, place: McpWorkspace, { tell }: RunNotes): Promise<readonly McpTool[]> {
    const known = files.tools.known(digestOf(server.transport))
    // In a copy, servers are started only when they are called: a comparison may have many copies.
    if (known !== null && place.folder !== place.project.folder) return known
    const refreshed = refresh(server, place)
    if (known !== null) {
      void refreshed.then((end) => {
        const text = knownText(server, known, end)
        if (text !== null) tell(text)
      })
      return known
    }
    const first = await Promise.race([refreshed, delay(unknownWithin, null, { ref: false })])
    if (first === null) {
      tell(lateText(server, unknownWithin))
      void refreshed.then((end) => tell(afterAllText(server, end)))
    } else if (!first.ok) tell(withoutText(first.failure.message))
    return first?.ok ? first.tools : []
  }

  const enabled = async (project: McpWorkspace['project']) =>
    (await serversFor(project)).flatMap(({ server }) => (server.enabled ? [server] : []))

  return {
    ...createUserOffers({ files, enabled, connectionTo, refresh: refreshAll }),
    handOver: (conversationId, servers) => void handedOver.set(conversationId, servers),
    toolsFor: async (place, conversationId, notes) => {
      const own = await enabled(place.project)
      const names = new Set(own.map(({ name }) => name))
      const lent = (handedOver.get(conversationId ?? '') ?? []).filter(({ name }) => !names.has(name))
      const servers = [...own, ...lent]
      watches.add(servers, place, notes)
      for (const problem of (await projectServers(place.project, trust)).problems) notes.tell(problem)
      const found = await Promise.all(
        servers.map(async (server) => ({ server, tools: await toolsOf(server, place, notes) })),
      )
      const taken = new Set(ownToolNames)
      return found.flatMap(({ server, tools }) => {
        const made = mcpTools(server, tools, connectionTo(server, place), taken, keepImage)
        for (const { name } of made) taken.add(name)
        return made
      })
    },
    status: async (project) =>
      (await serversFor(project)).map(({ server, source }) => {
        const digest = digestOf(server.transport)
        const [failure, tools] = [failures.get(digest) ?? null, files.tools.known(digest)]
        const state = !server.enabled ? 'off' : failure !== null ? 'failed' : tools === null ? 'unknown' : 'ready'
        const { prompts, resources } = files.offers.known(digest) ?? { prompts: [], resources: [] }
        const offers = { prompts: prompts.length, resources: resources.length }
        return {
          server,
          source,
          state,
          tools: tools ?? [],
          offers,
          signIn: signIns.stateOf(server),
          failure: server.enabled ? failure : null,
        }
      }),
    test: (server, place) =>
      refreshAll(server, place).catch((thrown: unknown) => ({ ok: false, failure: failureFrom(thrown) })),
    leave: connections.leave,
    signIn: signIns.begin,
    signedIn: async (server) => {
      await signIns.wait(server)
      failures.delete(digestOf(server.transport))
      await connections.end(server)
    },
    signOut: async (server) => {
      await connections.end(server)
      return await signIns.forget(server)
    },
    close: async () => {
      signIns.close()
      await connections.close()
    },
  }
}
