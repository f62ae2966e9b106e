import { z } from 'zod'
import type { McpPromptCommand } from '../mcp/mcp-offers.ts'
import { type McpStatus, type McpTest, mcpClientOfUser, mcpServer } from '../mcp/mcp-server.ts'
import type { ImageInfo } from '../mentions/image-marks.ts'
import { id, nowhere, read, readOnce, result, text, write } from './request-shape.ts'

/** Null: no project is open. */
const projectId = id.nullable()

/** What an import came to. */
export interface McpImport {
  readonly added: readonly string[]
  /** What could not be taken, each with the reason. */
  readonly problems: readonly string[]
}

/** A file of another tool that has MCP servers. */
export interface McpFoundFile {
  /** Its name as people know it. */
  readonly tool: string
  /** Its path: in the project, below `~`, or absolute. */
  readonly file: string
  /** The part with the servers, as JSON. */
  readonly text: string
  /** Those servers. */
  readonly names: readonly string[]
}

/** A prompt as its server sends it, for the message box. */
export interface McpPromptText {
  /** Hidden characters are made visible (T24). */
  readonly text: string
  readonly images: readonly ImageInfo[]
  /** What was left out, in a sentence; null if nothing was. */
  readonly note: string | null
}

export interface McpSignInPage {
  readonly page: string
  /** Whose page it is. */
  readonly host: string
}

const prompt = { projectId: id, server: z.string().max(60), prompt: z.string().max(200), typed: text }

/** Servers of the Model Context Protocol. */
export const mcpRequests = {
  /** The user's, and those of the project if it is trusted. */
  'mcp-list': read(z.object({ projectId }), result<readonly McpStatus[]>()),
  /** `before`: its name until now; null if it is new. */
  'mcp-save': write(z.object({ server: mcpServer, before: z.string().nullable() }), result<null>(), nowhere),
  'mcp-remove': write(z.object({ name: z.string() }), result<null>(), nowhere),
  /** Starts the server, or connects to it, and asks for its tools. */
  'mcp-test': readOnce(z.object({ server: mcpServer, projectId }), result<McpTest>()),
  /** The prompts of all servers, as commands of the message box. */
  'mcp-prompts-list': read(z.object({ projectId: id }), result<readonly McpPromptCommand[]>()),
  /** Asks a server for a prompt. Nothing is sent to a model; images in it are stored. `typed`: its arguments. */
  'mcp-prompt-read': write(z.object(prompt), result<McpPromptText>(), nowhere),
  /** What the server proposes for the argument that is being typed. */
  'mcp-prompt-propose': read(z.object(prompt), result<readonly string[]>()),
  /** Begins to sign in to a server at an address. @returns the page that the user opens */
  'mcp-sign-in': readOnce(z.object({ server: mcpServer, client: mcpClientOfUser.nullable() }), result<McpSignInPage>()),
  /** Waits until the user has signed in there. */
  'mcp-signed-in': write(z.object({ server: mcpServer }), result<null>(), nowhere),
  /** Forgets the sign-in. @returns whether the server forgot it too; null if it offers no such thing */
  'mcp-sign-out': write(z.object({ server: mcpServer }), result<boolean | null>(), nowhere),
  /** The files of other tools that have MCP servers, of the project and of the user. */
  'mcp-found': read(z.object({ projectId }), result<readonly McpFoundFile[]>()),
  /** Takes the servers of a configuration file's text; those whose name is taken stay as they are. */
  'mcp-import': write(z.object({ text }), result<McpImport>(), nowhere),
}
