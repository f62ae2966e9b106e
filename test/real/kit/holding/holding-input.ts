import type { ServerResponse } from 'node:http'
import type { WatchedHost } from '../watched-host.ts'

/** Data of a stranger that takes very long to work on, and the real way on which it comes in. */
export type HoldingInput = {
  readonly name: string
  /** Also tried in the short form of the test. */
  readonly short?: true
} & (
  | { readonly way: 'mcp'; readonly told: Told; readonly args?: object }
  | { readonly way: 'mcp-http'; readonly told: Told; readonly events?: boolean }
  | { readonly way: 'page'; readonly html: string }
  /** Calls of the model, one after the other. */
  | {
      readonly way: 'calls'
      readonly files?: Files
      readonly calls: readonly (readonly [tool: string, args: object])[]
    }
  /** The answer of the model server, as it writes it. */
  | {
      readonly way: 'stream'
      readonly api: 'chat-completions' | 'responses' | 'messages'
      readonly write: (to: ServerResponse) => void
    }
  | { readonly way: 'files'; readonly files: Files; readonly message?: string }
  | {
      readonly way: 'request'
      readonly files?: Files
      readonly prepare?: (host: WatchedHost) => void
      readonly work: (host: WatchedHost) => Promise<unknown>
    }
)

export type Files = { readonly [path: string]: string | Buffer }

/** What an MCP server answers. `raw`: JSON texts. */
export interface Told {
  /** Its tool `go` is not offered, since the description of its arguments is too much. */
  readonly isLeftOut?: true
  readonly tools?: readonly object[]
  readonly rawTools?: string
  readonly result?: object
  readonly raw?: string
  readonly before?: readonly string[]
}

export const plain = { name: 'go', inputSchema: { type: 'object' } }
export const textResult = (text: string) => ({ content: [{ type: 'text', text }] })
