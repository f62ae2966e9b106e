import { assertNever } from '../../../src-shared/base/assert-never.ts'
import type { Json, JsonObject } from '../../../src-shared/base/json.ts'
import type { ReadImage } from '../../../src-shared/mentions/image-marks.ts'
import type { AssistantMessage, Message, ToolCall } from '../../../src-shared/model/message.ts'
import type { ToolInfo } from '../../../src-shared/model/tool.ts'
import { sentCallId } from '../requests/call-ids.ts'
import { ownPieces, type Piece } from '../requests/own-pieces.ts'
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
  resultText,
  type UserPart,
  userParts,
  withResultImages,
} from '../requests/user-parts.ts'
import type { Recipient } from '../wire.ts'
import { alternating } from './alternating.ts'

/**
 * The body of a Chat Completions request, as JSON text. Pure: sending and rebuilding from the log use this
 * same function, so the inspector shows exactly the bytes that were sent.
 *
 * 1. `parameters` come first, in their own order; then messages, then tools.
 * 2. Reasoning is sent back only if the recipient wants it back.
 * 3. No output of a model can make the next request invalid: many servers parse the arguments of earlier
 *    calls, check tool names, and refuse half of a surrogate pair.
 */
export function requestText(
  to: Recipient,
  messages: readonly Message[],
  tools: readonly ToolInfo[],
  parameters: JsonObject,
  images: ReadImage | null = null,
): string {
  const offered = sentTools(to, tools).map((each) => encodeOnce(toolTexts, each, encodeTool))
  return bodyText(parameters, {
    messages: `[${messagesText(to, inOrder(to, withResultImages(messages, images)), images)}]`,
    ...(offered.length > 0 && { tools: `[${offered.join(',')}]` }),
  })
}

function inOrder({ forms = [] }: Recipient, messages: readonly Message[]): readonly Message[] {
  const withSystem = !forms.includes('system-as-user')
  return withSystem && !forms.includes('alternating-roles') ? messages : alternating(messages, withSystem)
}

const toolTexts: KnownTexts = new WeakMap()

interface Beginning {
  readonly messages: readonly Message[]
  readonly text: string
}
interface Known {
  /** A message is the same object in all requests of all turns of a conversation. */
  readonly texts: KnownTexts
  /** Encoded beginnings of requests whose messages are immutable, by their last message. */
  readonly beginnings: WeakMap<Message, Beginning>
}
const knownOf = forEachRecipient<Known>(() => ({ texts: new WeakMap(), beginnings: new WeakMap() }))
/**
 * Maximum number of new messages for which the beginning is reused: a request usually adds an answer with its results,
 * or a question.
 */
const maxAdded = 32

/** A request repeats the messages of the one before: only new ones are encoded. */
function messagesText(to: Recipient, messages: readonly Message[], images: ReadImage | null): string {
  const { texts: known, beginnings } = knownOf(to)
  const before = longestBeginning(beginnings, messages)
  const added = messages.slice(before?.messages.length ?? 0)
  const texts = added.map((each) => encodeMessageOnce(known, each, (message) => encodeMessage(to, message, images)))
  const text = [...(before === null ? [] : [before.text]), ...texts].join(',')
  const last = messages.at(-1)
  if (last === undefined || !added.every((each) => known.has(each))) return text
  // Otherwise a long run would hold the text of each of its requests.
  const lastBefore = before?.messages.at(-1)
  if (lastBefore !== undefined) beginnings.delete(lastBefore)
  beginnings.set(last, { messages: [...messages], text })
  return text
}

function longestBeginning(beginnings: Known['beginnings'], messages: readonly Message[]): Beginning | null {
  const least = Math.max(0, messages.length - maxAdded)
  for (let at = messages.length - 1; at >= least; at--) {
    const last = messages[at]
    const known = last === undefined ? undefined : beginnings.get(last)
    if (known?.messages.length === at + 1 && known.messages.every((each, index) => each === messages[index]))
      return known
  }
  return null
}

function encodeMessage(to: Recipient, message: Message, images: ReadImage | null) {
  const isFilled = to.forms?.includes('filled-content') === true
  const filled = (text: string) => (isFilled && text.trim() === '' ? noText : text)
  switch (message.role) {
    case 'system':
      return { role: 'system', content: wellFormed(message.text) }
    case 'user':
      return {
        role: 'user',
        content: userParts(message.text, images)?.map(encodePart) ?? filled(wellFormed(message.text)),
      }
    case 'tool':
      return {
        role: 'tool',
        tool_call_id: sentCallId(to, message.callId),
        content: filled(resultText(message.text, images, below)),
      }
    case 'assistant': {
      const back = wantedBack(to, message)
      const nothing = isFilled ? noText : to.forms?.includes('empty-content') === true ? '' : null
      if (message.toolCalls.length === 0)
        return { role: 'assistant', content: filled(wellFormed(message.text)), ...back.message }
      return {
        role: 'assistant',
        content: message.text === '' ? nothing : filled(wellFormed(message.text)),
        ...back.message,
        tool_calls: message.toolCalls.map((call) => encodeCall(to, call, back.calls.get(call))),
      }
    }
    default:
      return assertNever(message)
  }
}

/** Stands for a text that is empty. */
const noText = '(no text)'

/** Stands for an image in a result: this API takes images only in messages of the user. */
const below = '[It is in the message below.]'

const encodePart = (part: UserPart) =>
  part.kind === 'text'
    ? { type: 'text', text: part.text }
    : { type: 'image_url', image_url: { url: dataUrl(part.image) } }

interface Back {
  readonly message: { readonly [field: string]: Json }
  readonly calls: ReadonlyMap<ToolCall, Json>
}

function wantedBack(to: Recipient, message: AssistantMessage): Back {
  const pieces = ownPieces(message, to) ?? []
  const details = pieces.flatMap((piece) => (piece.kind === 'raw' ? [piece.raw] : []))
  const isReasoned =
    to.forms?.includes('reasoning-back') === true ||
    pieces.some((piece) => piece.kind === 'reasoning' && piece.extra !== null)
  return {
    message: {
      ...(details.length > 0 && { reasoning_details: details }),
      ...(isReasoned && message.toolCalls.length > 0 && { reasoning_content: wellFormed(message.reasoning) }),
    },
    calls: new Map(pieces.flatMap((piece) => extraOf(piece))),
  }
}

const extraOf = (piece: Piece): readonly (readonly [ToolCall, Json])[] =>
  piece.kind === 'call' && piece.extra !== null ? [[piece.call, piece.extra]] : []

function encodeCall(to: Recipient, call: ToolCall, extra: Json | undefined) {
  return {
    id: sentCallId(to, call.id),
    type: 'function',
    function: { name: toolName(call.tool), arguments: sendableArguments(call.arguments) },
    ...(extra !== undefined && { extra_content: extra }),
  }
}

function encodeTool(tool: ToolInfo) {
  return {
    type: 'function',
    function: { name: tool.name, description: tool.description, parameters: tool.parameters },
  }
}
