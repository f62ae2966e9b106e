import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { type Json, type JsonObject, jsonObject } from '../../../src-shared/base/json.ts'
import type { ReadImage } from '../../../src-shared/mentions/image-marks.ts'
import type { Message, ToolCall } from '../../../src-shared/model/message.ts'
import type { ToolInfo } from '../../../src-shared/model/tool.ts'
import { sentCallId } from '../requests/call-ids.ts'
import { type Piece, piecesFor } from '../requests/own-pieces.ts'
import {
  bodyText,
  encodeOnce,
  forEachRecipient,
  type KnownTexts,
  sendableArguments,
  toolName,
  wellFormed,
} from '../requests/request-text.ts'
import { sentTools } from '../requests/sent-tools.ts'
import {
  dataUrl,
  encodeMessageOnce,
  resultParts,
  resultText,
  type UserPart,
  userParts,
} from '../requests/user-parts.ts'
import type { Recipient } from '../wire.ts'

/**
 * The body of a Responses request, as JSON text. Pure, as for Chat Completions (encode-request.ts).
 *
 * 1. A message is one or more items of `input`; a request repeats those of the previous one byte for byte and appends
 *    to them.
 * 2. Reasoning is sent back as the encrypted item that was received, unless the parameters don't request such items.
 */
export function responsesText(
  to: Recipient,
  messages: readonly Message[],
  tools: readonly ToolInfo[],
  parameters: JsonObject,
  images: ReadImage | null = null,
): string {
  const known = knownOf(to)
  const texts = 'include' in parameters ? known.reasoned : known.plain
  const items = messages.map((each) =>
    encodeMessageOnce(texts, each, (message) => itemsOf(to, message, 'include' in parameters, images)),
  )
  const offered = sentTools(to, tools).map((each) => encodeOnce(toolTexts, each, encodeTool))
  return bodyText(parameters, {
    // Each text is a list of items without brackets.
    input: `[${items.map((text) => text.slice(1, -1)).join(',')}]`,
    ...(offered.length > 0 && { tools: `[${offered.join(',')}]` }),
  })
}

const toolTexts: KnownTexts = new WeakMap()
const knownOf = forEachRecipient<{ readonly reasoned: KnownTexts; readonly plain: KnownTexts }>(() => ({
  reasoned: new WeakMap(),
  plain: new WeakMap(),
}))

function itemsOf(to: Recipient, message: Message, withReasoning: boolean, images: ReadImage | null): readonly Json[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: wellFormed(message.text) }]
    case 'user':
      return [{ role: 'user', content: userParts(message.text, images)?.map(encodePart) ?? wellFormed(message.text) }]
    case 'tool':
      return [
        {
          type: 'function_call_output',
          call_id: sentCallId(to, message.callId),
          output: resultParts(message.text, images)?.map(encodePart) ?? resultText(message.text, images),
        },
      ]
    case 'assistant': {
      const pieces = piecesFor(message, to)
      const items = pieces.flatMap((piece) => itemOf(to, piece, withReasoning))
      return items.length === 0 ? [{ role: 'assistant', content: '' }] : items
    }
    default:
      return assertNever(message)
  }
}

const encodePart = (part: UserPart): Json =>
  part.kind === 'text'
    ? { type: 'input_text', text: part.text }
    : { type: 'input_image', detail: 'auto', image_url: dataUrl(part.image) }

function itemOf(to: Recipient, piece: Piece, withReasoning: boolean): readonly Json[] {
  switch (piece.kind) {
    case 'reasoning':
      return []
    case 'raw':
      return withReasoning ? [piece.raw] : []
    case 'text':
      if (piece.text === '') return []
      return [{ role: 'assistant', content: wellFormed(piece.text), ...fieldsOf(piece.extra) }]
    case 'call':
      return [encodeCall(to, piece.call)]
    default:
      return assertNever(piece)
  }
}

const fieldsOf = (extra: Json): JsonObject => jsonObject.safeParse(extra).data ?? {}

function encodeCall(to: Recipient, call: ToolCall) {
  return {
    type: 'function_call',
    call_id: sentCallId(to, call.id),
    name: toolName(call.tool),
    arguments: sendableArguments(call.arguments),
  }
}

function encodeTool(tool: ToolInfo) {
  return {
    type: 'function',
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
    // Strict schemas allow no optional fields, which most tools have.
    strict: false,
  }
}
