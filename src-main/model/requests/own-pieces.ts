import type { Json } from '../../../src-shared/base/json.ts'
import type { AssistantMessage, ToolCall } from '../../../src-shared/model/message.ts'
import { baseProfileId } from '../../../src-shared/settings/profile-variant.ts'
import type { Recipient } from '../wire.ts'

/** A piece of an answer that is sent back to the model that wrote it. */
export type Piece =
  | { readonly kind: 'text' | 'reasoning'; readonly text: string; readonly extra: Json | null }
  | { readonly kind: 'call'; readonly call: ToolCall; readonly extra: Json | null }
  | { readonly kind: 'raw'; readonly raw: Json }

/** The pieces to send: with what was stored for this recipient, or else the text and the calls alone. */
export function piecesFor(message: AssistantMessage, to: Recipient): readonly Piece[] {
  const calls = message.toolCalls.map((call) => ({ kind: 'call', call, extra: null }) as const)
  return ownPieces(message, to) ?? [{ kind: 'text', text: message.text, extra: null }, ...calls]
}

/**
 * The pieces of a message in order; null if none are stored, another API or model wrote it, or it has been changed
 * since.
 */
export function ownPieces(message: AssistantMessage, to: Recipient): readonly Piece[] | null {
  const { carried } = message
  if (carried === undefined || carried.api !== to.api || to.forms?.includes('nothing-carried') === true) return null
  if (baseProfileId(carried.profileId) !== to.profileId || carried.model !== to.model) return null
  const read = { text: 0, reasoning: 0, calls: 0 }
  const pieces: Piece[] = []
  for (const part of carried.parts) {
    if ('raw' in part) pieces.push({ kind: 'raw', raw: part.raw })
    else if ('call' in part) {
      const call = message.toolCalls[part.call]
      if (call === undefined) return null
      read.calls++
      pieces.push({ kind: 'call', call, extra: part.extra ?? null })
    } else {
      const kind = 'text' in part ? 'text' : 'reasoning'
      const length = 'text' in part ? part.text : part.reasoning
      pieces.push({ kind, text: message[kind].slice(read[kind], read[kind] + length), extra: part.extra ?? null })
      read[kind] += length
    }
  }
  const isWhole = read.text === message.text.length && read.calls === message.toolCalls.length
  return isWhole && read.reasoning === message.reasoning.length ? pieces : null
}
