import { z } from 'zod'
import type { Failure } from '../base/failure.ts'

/** How a server of the Model Context Protocol is reached. Values may hold `${NAME}` and `${NAME:-default}` of the environment. */
export const mcpTransport = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('stdio'),
    command: z.string().trim().min(1),
    args: z.array(z.string()).readonly(),
    env: z.record(z.string(), z.string()),
  }),
  z.object({
    kind: z.literal('http'),
    url: z.url({ protocol: /^https?$/ }),
    headers: z.record(z.string(), z.string()),
  }),
])
export type McpTransport = z.infer<typeof mcpTransport>

export const mcpServer = z.object({
  /** Unique among the user's servers; part of the names of its tools. */
  name: z.string().trim().min(1).max(60),
  transport: mcpTransport,
  enabled: z.boolean(),
  /** Its tools that are not offered, by its own names. */
  off: z.array(z.string()).readonly(),
  /** Its tools of which the user says that they only read: they run unasked. */
  reads: z.array(z.string()).readonly(),
})
export type McpServer = z.infer<typeof mcpServer>

/** A tool as its server defines it, made safe for models. */
export const mcpTool = z.object({
  /** The server's own name. */
  name: z.string(),
  description: z.string(),
  /** A JSON Schema of its arguments, as JSON text. */
  schema: z.string(),
  /** The server says that it only reads. That is a hint, not a fact. */
  saysReads: z.boolean(),
})
export type McpTool = z.infer<typeof mcpTool>

/** A server with what is known of it. */
export interface McpStatus {
  readonly server: McpServer
  /** `project`: it is in the project's `.mcp.json`, and changed there. */
  readonly source: 'user' | 'project'
  /** `unknown`: it has not been asked yet. */
  readonly state: 'off' | 'unknown' | 'ready' | 'failed'
  readonly tools: readonly McpTool[]
  readonly failure: Failure | null
}

/** What asking a server came to. */
export type McpTest =
  | { readonly ok: true; readonly tools: readonly McpTool[] }
  | { readonly ok: false; readonly failure: Failure }
