import type { Client } from '@modelcontextprotocol/client'
import type { McpOffers } from '../../src-shared/mcp/mcp-offers.ts'
import { visibleName } from '../tools/text/visible.ts'
import type { Content } from './contents.ts'
import { offersIn, promptContents, resourceContents } from './offers.ts'

/** Time limits, ms: of a list, of a prompt or resource for which the user waits, and of proposals while they type. */
const listWithin = 10_000
const readWithin = 5000
const proposeWithin = 1500

/** A server that is connected. */
export interface Live {
  readonly client: Client
  /** Aborted once the server has ended: over HTTP nothing else ends a call. */
  readonly dead: AbortSignal
}

/** What the user asks of a server, besides the tools that the model calls. */
export interface McpRequests {
  /** The server's prompts and resources; none if it has no such capability. */
  offers(): Promise<McpOffers>
  /** Rejects if the server can't be reached, does not reply soon, or has no such prompt. */
  prompt(name: string, args: Readonly<Record<string, string>>): Promise<readonly Content[]>
  /** Values for an argument of a prompt that begin as typed; none if the server proposes none. */
  propose(prompt: string, argument: string, typed: string): Promise<readonly string[]>
  /** Rejects if the server can't be reached, does not reply soon, or has no such resource. */
  resource(uri: string): Promise<readonly Content[]>
}

/** Runs work on the connected server. Rejects if it can't be reached. */
export type UseServer = <T>(work: (live: Live) => Promise<T>) => Promise<T>

export const requestsFor = (use: UseServer): McpRequests => ({
  offers: () =>
    use(async ({ client }) => {
      const { prompts, resources } = client.getServerCapabilities() ?? {}
      const within = { timeout: listWithin }
      const [listed, fixed, templates] = await Promise.all([
        prompts === undefined ? [] : client.listPrompts({}, within).then((page) => page.prompts),
        resources === undefined ? [] : client.listResources({}, within).then((page) => page.resources),
        // Many servers that have resources know no request for templates.
        resources === undefined
          ? []
          : client.listResourceTemplates({}, within).then(
              (page) => page.resourceTemplates,
              () => [],
            ),
      ])
      return offersIn(listed, fixed, templates)
    }),
  prompt: (name, args) =>
    use(async ({ client, dead }) => {
      const options = { timeout: readWithin, signal: dead }
      return promptContents(await client.getPrompt({ name, arguments: { ...args } }, options))
    }),
  propose: (prompt, argument, typed) =>
    use(async ({ client, dead }) => {
      if (client.getServerCapabilities()?.completions === undefined) return []
      const asked = { ref: { type: 'ref/prompt', name: prompt }, argument: { name: argument, value: typed } } as const
      const { completion } = await client.complete(asked, { timeout: proposeWithin, signal: dead })
      return completion.values.filter(isTypeable).slice(0, maxProposals)
    }),
  resource: (uri) =>
    use(async ({ client, dead }) =>
      resourceContents(await client.readResource({ uri }, { timeout: readWithin, signal: dead })),
    ),
})

const maxProposals = 20
const isTypeable = (value: string): boolean => value.length <= 200 && visibleName(value) === value
