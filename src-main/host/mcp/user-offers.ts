import { setTimeout as delay } from 'node:timers/promises'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { listed } from '../../../src-shared/base/format.ts'
import {
  type McpOffers,
  type McpPrompt,
  type McpPromptCommand,
  promptArguments,
  promptCommands,
} from '../../../src-shared/mcp/mcp-offers.ts'
import type { McpServer } from '../../../src-shared/mcp/mcp-server.ts'
import type { McpConnection } from '../../mcp/connection.ts'
import type { Content } from '../../mcp/contents.ts'
import { whyOf } from '../../mcp/mcp-tools.ts'
import { digestOf, type McpFiles } from './mcp-files.ts'
import type { McpWorkspace } from './mcp-target.ts'

/** How long the list of commands waits for servers that were never asked, ms. */
const unknownWithin = 2000

/** A resource for the `@` list. */
export interface ListedResource {
  readonly server: string
  readonly uri: string
  readonly title: string
  readonly isTemplate: boolean
}

/** What servers offer to the user: prompts as commands, resources to attach. */
export interface UserOffers {
  prompts(place: McpWorkspace): Promise<readonly McpPromptCommand[]>
  /** @throws FailureError if it can't be had, with what to do */
  prompt(place: McpWorkspace, server: string, prompt: string, typed: string): Promise<readonly Content[]>
  /** Values for the argument that is being typed; none if the server proposes none. */
  propose(place: McpWorkspace, server: string, prompt: string, typed: string): Promise<readonly string[]>
  /** Those that are known: no server is asked. */
  resources(project: McpWorkspace['project']): Promise<readonly ListedResource[]>
  /** Null if no server has this name. @throws Error with a sentence if it can't be read */
  resource(place: McpWorkspace, server: string, uri: string): Promise<readonly Content[] | null>
}

interface Parts {
  readonly files: McpFiles
  enabled(project: McpWorkspace['project']): Promise<readonly McpServer[]>
  connectionTo(server: McpServer, place: McpWorkspace): McpConnection
  /** Asks a server for what it lists. Never rejects. */
  refresh(server: McpServer, place: McpWorkspace): Promise<unknown>
}

export function createUserOffers({ files, enabled, connectionTo, refresh }: Parts): UserOffers {
  const asked = new Set<string>()
  const offersOf = (server: McpServer): McpOffers | null => files.offers.known(digestOf(server.transport))
  /** Asks servers of which nothing is known, each once. */
  const askUnknown = async (servers: readonly McpServer[], place: McpWorkspace) => {
    const unknown = servers.filter((server) => offersOf(server) === null && !asked.has(digestOf(server.transport)))
    for (const { transport } of unknown) asked.add(digestOf(transport))
    if (unknown.length === 0) return
    await Promise.race([
      Promise.all(unknown.map((server) => refresh(server, place))),
      delay(unknownWithin, null, { ref: false }),
    ])
  }
  const promptOf = async (place: McpWorkspace, name: string, prompt: string) => {
    const server = (await enabled(place.project)).find((each) => each.name === name)
    const found = server && offersOf(server)?.prompts.find((each) => each.name === prompt)
    return server === undefined || found === undefined ? null : { server, found }
  }
  return {
    prompts: async (place) => {
      const servers = await enabled(place.project)
      await askUnknown(servers, place)
      const all: McpPromptCommand[] = []
      for (const server of servers)
        all.push(
          ...promptCommands(server.name, offersOf(server)?.prompts ?? [], new Set(all.map(({ command }) => command))),
        )
      return all
    },
    prompt: async (place, name, prompt, typed) => {
      const known = await promptOf(place, name, prompt)
      if (known === null) throw new FailureError(gone(name, prompt))
      const args = promptArguments(known.found, typed)
      if (!args.ok) throw new FailureError(needs(prompt, args.missing))
      const connection = connectionTo(known.server, place)
      return await connection.prompt(prompt, args.values).catch((thrown: unknown) => {
        throw new FailureError(notGot(name, prompt, whyOf(thrown, connection)))
      })
    },
    propose: async (place, name, prompt, typed) => {
      const known = await promptOf(place, name, prompt)
      const at = known === null ? null : argumentAt(known.found, typed)
      if (known === null || at === null) return []
      return await connectionTo(known.server, place)
        .propose(prompt, at.name, at.typed)
        .catch(() => [])
    },
    resources: async (project) =>
      (await enabled(project)).flatMap((server) =>
        (offersOf(server)?.resources ?? []).map((each) => ({ server: server.name, ...each })),
      ),
    resource: async (place, name, uri) => {
      const server = (await enabled(place.project)).find((each) => each.name === name)
      if (server === undefined) return null
      const connection = connectionTo(server, place)
      return await connection.resource(uri).catch((thrown: unknown) => {
        throw new Error(`The MCP server ${name} did not send it: ${whyOf(thrown, connection)}`)
      })
    },
  }
}

/** The argument at the end of what was typed, and its beginning; null if all have been typed. */
function argumentAt({ arguments: needed }: McpPrompt, typed: string) {
  const before = typed.match(/\S+(?=\s)/g)?.length ?? 0
  const argument = needed[before]
  return argument === undefined ? null : { name: argument.name, typed: /\S*$/.exec(typed)?.[0] ?? '' }
}

const gone = (server: string, prompt: string) =>
  ({
    kind: 'not-found',
    message: `The MCP server ${server} does not offer the prompt ${prompt}, or is switched off.`,
    advice: 'Look at it in Settings → MCP servers.',
  }) as const

const needs = (prompt: string, missing: readonly string[]) =>
  ({
    kind: 'invalid-request',
    message: `${prompt} needs ${listed(missing)}.`,
    advice: 'Type one word for each after the command, in quotes if it has spaces.',
  }) as const

const notGot = (server: string, prompt: string, why: string) =>
  ({
    kind: 'tool-failed',
    message: `The MCP server ${server} did not send ${prompt}: ${why}`,
    advice: 'Try it again, or test the server in Settings → MCP servers.',
  }) as const
