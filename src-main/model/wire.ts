import type { JsonObject } from '../../src-shared/base/json.ts'
import type { FinishReason, Message, ModelRequest, Usage } from '../../src-shared/model/message.ts'
import type { ToolInfo } from '../../src-shared/model/tool.ts'
import type { ModelProfile } from '../../src-shared/settings/settings.ts'

/** Where a request goes, with the key for this request only. */
export interface Connection {
  readonly profile: ModelProfile
  /** The model asked for; a run may name another than the profile's own. */
  readonly model: string
  /** Null: the endpoint needs none, and no `Authorization` is sent. */
  readonly key: string | null
}

/** The next part of a tool call, as the server sent it: anything of it may be missing. */
export interface CallDelta {
  readonly index: number | null
  readonly id: string
  readonly tool: string
  readonly arguments: string
}

/** One fact out of a stream, whatever API it came over. */
export type ReplyPart =
  | { readonly kind: 'text' | 'reasoning'; readonly text: string }
  | { readonly kind: 'call'; readonly delta: CallDelta }
  | { readonly kind: 'finish'; readonly reason: FinishReason | 'broken'; readonly words: string }
  | { readonly kind: 'usage'; readonly usage: Usage }
  | { readonly kind: 'model'; readonly model: string }

export interface StreamWatch {
  readonly signal: AbortSignal
  /** Bytes have come: the stream is alive. */
  alive(): void
}

/** Is handed what an answer holds as it comes. A call and not an iterator: each iterator around another costs as much per
 *  part as all else that is done with it. @returns whether more is wanted */
export type TakeParts = (parts: readonly ReplyPart[]) => boolean

/** Which parameters an endpoint was found to refuse. */
export type Refused = ReadonlySet<string>

/** One API of model servers. A second one (Responses) is one more implementation beside `chatWire`. */
export interface Wire {
  /** Loads what its first request needs, so that the endpoint is not taken for slow. */
  load(): Promise<void>
  /** All that is sent beside messages and tools. */
  parameters(profile: ModelProfile, model: string, request: ModelRequest, refused: Refused): JsonObject
  /** The request body, byte for byte as it is sent. */
  body(messages: readonly Message[], tools: readonly ToolInfo[], parameters: JsonObject): string
  /** The parameter that these words of the server refuse and that can be left out; null where it is none. */
  refusedParameter(words: string, parameters: JsonObject): string | null
  /** Throws whatever goes wrong; ends quietly once the signal is aborted, and when no more is wanted. */
  stream(connection: Connection, body: string, watch: StreamWatch, take: TakeParts): Promise<void>
}
