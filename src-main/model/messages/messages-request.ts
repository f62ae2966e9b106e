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
import { encodeMessageOnce, resultParts, resultText, type UserPart, userParts } from '../requests/user-parts.ts'
import type { Recipient } from '../wire.ts'

/**
 * The body of a Messages request, as JSON text. Pure, as for Chat Completions (encode-request.ts).
 *
 * 1. The API requires alternating turns of user and assistant: consecutive messages of one side are one turn, and tool
 *    results are the user's. System messages at the beginning become `system`; a later one becomes text of the user.
 * 2. Blocks are the same bytes in every request. Cache breakpoints are set at the end of
 *    the tools and `system`, and at the ends of the user's last two turns: each request reads what the previous one
 *    cached.
 * 3. Thinking is sent back unchanged, with its signature, unless the parameters turn thinking off.
 */
export function messagesText(
  to: Recipient,
  messages: readonly Message[],
  tools: readonly ToolInfo[],
  parameters: JsonObject,
  images: ReadImage | null = null,
): string {
  const known = knownOf(to)
  const isOff = isThinkingOff(parameters)
  const texts = isOff ? known.plain : known.thoughtful
  const first = messages.findIndex((each) => each.role !== 'system')
  const head = first === -1 ? messages : messages.slice(0, first)
  const encode = (each: Message) => encodeMessageOnce(texts, each, (message) => blocksOf(to, message, !isOff, images))
  const system = head.map((each) => inner(encode(each))).filter((text) => text !== '')
  const turns = turnsOf(first === -1 ? [] : messages.slice(first), encode)
  const marked = to.forms?.includes('no-cache-marks') === true ? (texts: readonly string[]) => texts : withMark
  const offered = sentTools(to, tools).map((each) => encodeOnce(toolTexts, each, encodeTool))
  return bodyText(parameters, {
    ...(offered.length > 0 && { tools: listed(system.length > 0 ? offered : marked(offered)) }),
    ...(system.length > 0 && { system: listed(marked(system)) }),
    messages: listed(
      withMarks(turns, marked).map(({ role, blocks }) => `{"role":"${role}","content":${listed(blocks)}}`),
    ),
  })
}

interface Turn {
  readonly role: 'user' | 'assistant'
  /** JSON texts. */
  readonly blocks: readonly string[]
}

const toolTexts: KnownTexts = new WeakMap()
const knownOf = forEachRecipient<{ readonly thoughtful: KnownTexts; readonly plain: KnownTexts }>(() => ({
  thoughtful: new WeakMap(),
  plain: new WeakMap(),
}))

const listed = (texts: readonly string[]): string => `[${texts.join(',')}]`
/** The items of a JSON list, without the brackets. */
const inner = (list: string): string => list.slice(1, -1)

function isThinkingOff({ thinking }: JsonObject): boolean {
  return jsonObject.safeParse(thinking).data?.['type'] === 'disabled'
}

function turnsOf(messages: readonly Message[], encode: (message: Message) => string): readonly Turn[] {
  const turns: { role: Turn['role']; blocks: string[] }[] = []
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const blocks = inner(encode(message))
    if (blocks === '') continue
    const last = turns.at(-1)
    if (last?.role === role) last.blocks.push(blocks)
    else turns.push({ role, blocks: [blocks] })
  }
  // The first and the last turn are the user's: an answer is never continued.
  const before: readonly Turn[] = turns[0]?.role === 'user' ? [] : [goOn]
  return [...before, ...turns, ...(turns.at(-1)?.role === 'assistant' ? [goOn] : [])]
}

const goOn: Turn = { role: 'user', blocks: [JSON.stringify({ type: 'text', text: 'Continue.' })] }

function withMarks(turns: readonly Turn[], marked: typeof withMark): readonly Turn[] {
  const users = turns.flatMap((turn, at) => (turn.role === 'user' ? [at] : [])).slice(-2)
  return turns.map((turn, at) => (users.includes(at) ? { ...turn, blocks: marked(turn.blocks) } : turn))
}

/** The blocks with a cache breakpoint at the end of the last one. */
function withMark(texts: readonly string[]): readonly string[] {
  const last = texts.at(-1)
  return last === undefined ? texts : texts.with(-1, `${last.slice(0, -1)},"cache_control":{"type":"ephemeral"}}`)
}

/** The blocks of a message. The API refuses empty blocks, so an empty message has none. */
function blocksOf(to: Recipient, message: Message, withThinking: boolean, images: ReadImage | null): readonly Json[] {
  switch (message.role) {
    case 'system':
      return textBlocks(message.text)
    case 'user':
      return userParts(message.text, images)?.flatMap(partBlocks) ?? textBlocks(message.text)
    case 'tool':
      return [
        {
          type: 'tool_result',
          tool_use_id: callId(to, message.callId),
          content:
            resultParts(message.text, images)?.flatMap(partBlocks) ??
            (message.text === '' ? '(no output)' : resultText(message.text, images)),
          ...(!message.ok && { is_error: true }),
        },
      ]
    case 'assistant':
      return piecesFor(message, to).flatMap((piece) => blockOf(to, piece, withThinking))
    default:
      return assertNever(message)
  }
}

const textBlocks = (text: string): readonly Json[] =>
  text.trim() === '' ? [] : [{ type: 'text', text: wellFormed(text) }]

function partBlocks(part: UserPart): readonly Json[] {
  if (part.kind === 'text') return textBlocks(part.text)
  const { mediaType, data } = part.image
  return [{ type: 'image', source: { type: 'base64', media_type: mediaType, data } }]
}

function blockOf(to: Recipient, piece: Piece, withThinking: boolean): readonly Json[] {
  switch (piece.kind) {
    case 'text':
      return textBlocks(piece.text)
    case 'reasoning':
      // The API refuses it without its signature.
      if (!withThinking || piece.extra === null) return []
      return [{ type: 'thinking', thinking: piece.text, ...jsonObject.safeParse(piece.extra).data }]
    case 'raw':
      return withThinking ? [piece.raw] : []
    case 'call':
      return [encodeCall(to, piece.call)]
    default:
      return assertNever(piece)
  }
}

function encodeCall(to: Recipient, call: ToolCall): Json {
  const input: Json = jsonObject.parse(JSON.parse(sendableArguments(call.arguments)))
  return { type: 'tool_use', id: callId(to, call.id), name: toolName(call.tool), input }
}

/** An id that this API accepts: other APIs' ids may contain characters that it refuses. */
const callId = (to: Recipient, id: string): string => {
  const plain = sentCallId(to, id).replace(/[^a-zA-Z0-9_-]/g, '_')
  return plain === '' ? 'call' : plain
}

function encodeTool(tool: ToolInfo) {
  return { name: toolName(tool.name), description: tool.description, input_schema: tool.parameters }
}
