import type { Json, JsonObject } from '../../src-shared/base/json.ts'
import type { ReadImage } from '../../src-shared/mentions/image-marks.ts'
import type { FinishReason, Message, ModelRequest, Usage } from '../../src-shared/model/message.ts'
import type { ProviderData } from '../../src-shared/model/provider-data.ts'
import type { ToolInfo } from '../../src-shared/model/tool.ts'
import { baseProfileId } from '../../src-shared/settings/profile-variant.ts'
import type { ModelProfile } from '../../src-shared/settings/settings.ts'
import type { ParameterRow } from './refusals/parameter-rows.ts'
import { type Form, formsFor } from './requests/forms.ts'

/** The target of a request, with the key for this request only. */
export interface Connection {
  readonly profile: ModelProfile
  /** The requested model; a run may name another one than the profile. */
  readonly model: string
  /** Null: the endpoint needs none, and no `Authorization` is sent. */
  readonly key: string | null
}

/**
 * Who gets a request: decides what of earlier answers is sent back (`Carried`). A profile with another temperature or
 * reasoning effort is the same recipient.
 */
export interface Recipient extends Pick<ProviderData, 'api' | 'profileId' | 'model'> {
  /** Left out: none, as in logs from before there were any. */
  readonly forms?: readonly Form[] | undefined
}

/** @param refused what its endpoint has refused */
export const recipientOf = (
  { profile, model }: Pick<Connection, 'profile' | 'model'>,
  refused: Refused = new Set(),
): Recipient => ({
  api: profile.api,
  profileId: baseProfileId(profile.id),
  model,
  forms: formsFor(profile, refused),
})

/** The next part of a tool call, as the server sent it: anything of it may be missing. */
export interface CallDelta {
  readonly index: number | null
  readonly id: string
  readonly tool: string
  readonly arguments: string
  /** Fields of the call that the server wants back with it. */
  readonly extra?: Json
}

/** One part of a stream, independent of the API. */
export type ReplyPart =
  | { readonly kind: 'text' | 'reasoning'; readonly text: string }
  /** Fields that the server wants back with the text or reasoning since the last part of another kind. */
  | { readonly kind: 'extra'; readonly of: 'text' | 'reasoning'; readonly extra: Json }
  /**
   * An item that the server wants back at this place. `join`: the whole of it and of the item before; null if these are
   * two.
   */
  | { readonly kind: 'raw'; readonly raw: Json; readonly join?: (before: Json) => Json | null }
  | { readonly kind: 'call'; readonly delta: CallDelta }
  | { readonly kind: 'finish'; readonly reason: FinishReason | 'broken'; readonly words: string }
  /** The server says that the stream is whole; a finish reason may have come before. */
  | { readonly kind: 'done' }
  | { readonly kind: 'usage'; readonly usage: Usage }
  | { readonly kind: 'model'; readonly model: string }

export interface StreamWatch {
  readonly signal: AbortSignal
  /** Bytes have arrived: the stream is alive. */
  alive(): void
}

/** Receives the parts of an answer. A callback, not an iterator: each wrapped iterator costs as much per
 *  part as everything else that is done with it. @returns whether more is wanted */
export type TakeParts = (parts: readonly ReplyPart[]) => boolean

/** What an endpoint refuses: parameters, and forms that it wants instead. */
export type Refused = ReadonlySet<string>

/** One API of model servers. Each has its own folder here. */
export interface Wire {
  /** Loads what the first request needs, so that the endpoint does not seem slow. */
  load(): Promise<void>
  /** All parameters besides messages and tools. */
  parameters(profile: ModelProfile, model: string, request: ModelRequest, refused: Refused): JsonObject
  /** The request body, exactly as it is sent. @param images null: the model takes none */
  body(
    to: Recipient,
    messages: readonly Message[],
    tools: readonly ToolInfo[],
    parameters: JsonObject,
    images?: ReadImage | null,
  ): string
  /** Parts of its parameters that it has other forms of, or that errors name otherwise. */
  readonly parameterRows: readonly ParameterRow[]
  /** Throws on any error; returns once the signal is aborted, or when no more is wanted. */
  stream(connection: Connection, body: string, watch: StreamWatch, take: TakeParts): Promise<void>
}
