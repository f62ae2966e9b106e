import { z } from 'zod'
import { type McpStatus, type McpTest, mcpServer } from '../mcp/mcp-server.ts'
import { id, nowhere, read, readOnce, result, text, write } from './request-shape.ts'

/** Null: no project is open. */
const projectId = id.nullable()

/** What an import came to. */
export interface McpImport {
  readonly added: readonly string[]
  /** What could not be taken, each with the reason. */
  readonly problems: readonly string[]
}

/** Servers of the Model Context Protocol. */
export const mcpRequests = {
  /** The user's, and those of the project if it is trusted. */
  'mcp-list': read(z.object({ projectId }), result<readonly McpStatus[]>()),
  /** `before`: its name until now; null if it is new. */
  'mcp-save': write(z.object({ server: mcpServer, before: z.string().nullable() }), result<null>(), nowhere),
  'mcp-remove': write(z.object({ name: z.string() }), result<null>(), nowhere),
  /** Starts the server, or connects to it, and asks for its tools. */
  'mcp-test': readOnce(z.object({ server: mcpServer, projectId }), result<McpTest>()),
  /** Takes the servers of a configuration file's text; those whose name is taken stay as they are. */
  'mcp-import': write(z.object({ text }), result<McpImport>(), nowhere),
}
