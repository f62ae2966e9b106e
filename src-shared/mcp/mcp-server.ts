import { z } from 'zod'
import type { Failure } from '../base/failure.ts'

/** Whether it is one of a server over HTTP; a variable that stands for its beginning has a default. */
function isAddress(text: string): boolean {
  if (text.length > 4000) return false
  const withDefaults = text.replace(/\$\{(?:env:)?[A-Za-z_]\w*:-([^}]*)\}/g, (_, other: string) => other)
  return z.url({ protocol: /^https?$/ }).safeParse(withDefaults).success
}

/**
 * How a server of the Model Context Protocol is reached. Values may refer to the environment: `${NAME}`,
 * `${NAME:-default}`.
 */
export const mcpTransport = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('stdio'),
    command: z.string().trim().min(1),
    args: z.array(z.string()).readonly(),
    env: z.record(z.string(), z.string()),
    /** The folder it is started in; relative to the project's folder, which it is without it. */
    cwd: z.string().trim().min(1).optional(),
  }),
  z.object({
    kind: z.literal('http'),
    url: z.string().refine(isAddress, 'It is no address of a server.'),
    headers: z.record(z.string(), z.string()),
  }),
])
export type McpTransport = z.infer<typeof mcpTransport>

/** Longest time limit of a server, seconds. */
export const maxSeconds = 1800

export const mcpServer = z.object({
  /** Unique among the user's servers; part of the names of its tools. */
  name: z.string().trim().min(1).max(60),
  transport: mcpTransport,
  enabled: z.boolean(),
  /** The server's names of the tools that are turned off. */
  off: z.array(z.string()).readonly(),
  /** The server's names of the tools that the user marked as read-only: they run without approval. */
  reads: z.array(z.string()).readonly(),
  /** The only tools that are turned on, by the server's names; without it, all but those in `off`. */
  only: z.array(z.string()).readonly().optional(),
  /** Time limits, seconds: for its start, and for a call without progress. Without one, the default is used. */
  startSeconds: z.number().positive().max(maxSeconds).optional(),
  callSeconds: z.number().positive().max(maxSeconds).optional(),
})
export type McpServer = z.infer<typeof mcpServer>

/** Whether agents are offered a server's tool. */
export const isToolOn = ({ off, only }: Pick<McpServer, 'off' | 'only'>, name: string): boolean =>
  !off.includes(name) && (only === undefined || only.includes(name))

/** The names of servers' tools begin with it: `mcp__server__tool`. */
export const mcpToolPrefix = 'mcp__'

/** A tool as its server defines it, sanitized for models. */
export const mcpTool = z.object({
  /** The server's name for it. */
  name: z.string(),
  description: z.string(),
  /** The JSON Schema of its arguments, as JSON text. */
  schema: z.string(),
  /** Whether the server declares it read-only: only a hint. */
  saysReads: z.boolean(),
})
export type McpTool = z.infer<typeof mcpTool>

/** A client that the owner of an authorization server registered for the user. Both are stored with the sign-in. */
export const mcpClientOfUser = z.object({
  id: z.string().trim().min(1).max(500),
  /** Empty: it has none. */
  secret: z.string().max(2000),
})
export type McpClientOfUser = z.infer<typeof mcpClientOfUser>

/** `needed`: the server refused a request for want of one. */
export type McpSignIn = 'none' | 'needed' | 'signed-in'

/** A server with its known state. */
export interface McpStatus {
  readonly server: McpServer
  /** `project`: it is defined in the project's `.mcp.json` and edited there. */
  readonly source: 'user' | 'project'
  /** `unknown`: it has not been queried yet. */
  readonly state: 'off' | 'unknown' | 'ready' | 'failed'
  readonly tools: readonly McpTool[]
  /** How many of each it offers. */
  readonly offers: { readonly prompts: number; readonly resources: number }
  /** To a server at an address. */
  readonly signIn: McpSignIn
  readonly failure: Failure | null
}

/** The result of querying a server. */
export type McpTest =
  | { readonly ok: true; readonly tools: readonly McpTool[] }
  | { readonly ok: false; readonly failure: Failure }
