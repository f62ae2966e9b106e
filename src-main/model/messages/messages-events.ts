import { z } from 'zod'
import type { FinishReason, Usage } from '../../../src-shared/model/message.ts'
import { FaultError } from '../fault.ts'
import { argumentsText } from '../requests/arguments-text.ts'
import { type AnswerReader, errorInAnswer } from '../requests/stream-answer.ts'
import { malformed } from '../tolerance/explain-stream.ts'
import type { Connection, ReplyPart } from '../wire.ts'

/**
 * Reads the events of a Messages stream, or a whole answer. Lenient: missing fields and fields of a wrong type are left
 * out, unknown events and blocks are ignored.
 *
 * Source: the Messages reference, and the types of the `@anthropic-ai/sdk` package.
 */
const text = z.string().catch('')
const count = z.number().min(0).max(1e12).nullish().catch(null)
const maybe = <T extends z.ZodType>(type: T) => type.nullish().catch(null)

const usage = z.looseObject({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
  output_tokens_details: maybe(z.looseObject({ thinking_tokens: count })),
})

const block = z.looseObject({
  type: text,
  text,
  thinking: text,
  signature: text,
  data: text,
  id: text,
  name: text,
  input: argumentsText,
})
type Block = z.infer<typeof block>

const message = z.looseObject({
  model: text,
  content: maybe(z.array(maybe(block))),
  stop_reason: text,
  usage: maybe(usage),
})

const event = z.looseObject({
  type: text,
  index: z.number().int().catch(0),
  message: maybe(message),
  content_block: maybe(block),
  delta: maybe(
    z.looseObject({
      type: text,
      text,
      thinking: text,
      signature: text,
      partial_json: argumentsText,
      stop_reason: text,
    }),
  ),
  usage: maybe(usage),
})
type Event = z.infer<typeof event>
type Counted = { -readonly [name in keyof Omit<Usage, 'estimated'>]?: number }

/** A reader for one answer, whose usage arrives in two pieces, the last one at its end. */
export function messagesReader(connection: Connection): AnswerReader {
  let counted: Counted = {}
  let hasEnded = false
  const inputs = new BlockInputs(connection)
  const add = (more: z.infer<typeof usage> | null | undefined) => {
    counted = { ...counted, ...countsIn(more) }
  }
  const read = (value: Event): readonly ReplyPart[] => {
    // What comes after the end is no part of the answer; an error is none either.
    if (hasEnded) return []
    switch (value.type) {
      case 'message_start':
        add(value.message?.usage)
        return value.message?.model ? [{ kind: 'model', model: value.message.model }] : []
      case 'content_block_start':
        if (value.content_block) inputs.begin(value.index, value.content_block)
        return value.content_block ? startParts(value.content_block, value.index, '') : []
      case 'content_block_delta':
        if (value.delta?.type === 'input_json_delta') return inputs.add(value.index, value.delta.partial_json)
        return value.delta ? deltaParts(value.delta) : []
      case 'content_block_stop':
        return inputs.end(value.index)
      case 'message_delta': {
        add(value.usage)
        const reason = value.delta?.stop_reason ?? ''
        if (reason === '') return []
        hasEnded = true
        return [...inputs.endAll(), ...usageParts(counted), finishPart(reason)]
      }
      case 'error':
        throw new FaultError(errorInAnswer(connection, value))
      default:
        return []
    }
  }
  return {
    event: (value) => {
      const known = event.safeParse(value)
      return known.success ? read(known.data) : null
    },
    whole: (value) => {
      const known = message.safeParse(value)
      if (!known.success || !known.data.content) return null
      const { model, content, stop_reason: reason } = known.data
      add(known.data.usage)
      return [
        ...(model === '' ? [] : [{ kind: 'model', model } as const]),
        ...content.flatMap((each, at) => (each ? startParts(each, at, each.input) : [])),
        ...usageParts(counted),
        finishPart(reason),
      ]
    },
  }
}

/**
 * The arguments of blocks: streamed as text, or all of them with the block's beginning, which is then sent once the block
 * has ended without any text. Blocks that are no call of ours (`server_tool_use`) have some, too, and pass nothing on.
 */
class BlockInputs {
  private readonly connection: Connection
  private readonly types = new Map<number, string>()
  private readonly given = new Map<number, string>()

  constructor(connection: Connection) {
    this.connection = connection
  }

  begin(index: number, { type, input }: Block): void {
    this.types.set(index, type)
    if (type === 'tool_use' && !/^\{\s*\}$/.test(input)) this.given.set(index, input)
  }

  add(index: number, text: string): readonly ReplyPart[] {
    const type = this.types.get(index)
    if (type === undefined)
      throw new FaultError(malformed(this.connection, `arguments of block ${index}, which never began`))
    if (type !== 'tool_use' || text === '') return []
    this.given.delete(index)
    return [argumentsPart(index, text)]
  }

  end(index: number): readonly ReplyPart[] {
    const input = this.given.get(index) ?? ''
    this.given.delete(index)
    return input === '' ? [] : [argumentsPart(index, input)]
  }

  endAll(): readonly ReplyPart[] {
    return [...this.given.keys()].flatMap((index) => this.end(index))
  }
}

const argumentsPart = (index: number, text: string): ReplyPart => ({
  kind: 'call',
  delta: { index, id: '', tool: '', arguments: text },
})

/** @param input of a call: what is known of its arguments */
function startParts(from: Block, index: number, input: string): readonly ReplyPart[] {
  switch (from.type) {
    case 'text':
      return from.text === '' ? [] : [{ kind: 'text', text: from.text }]
    case 'thinking':
      return thoughtParts(from)
    case 'redacted_thinking':
      return [{ kind: 'raw', raw: { type: 'redacted_thinking', data: from.data } }]
    case 'tool_use':
      return [{ kind: 'call', delta: { index, id: from.id, tool: from.name, arguments: input } }]
    default:
      return []
  }
}

function deltaParts(delta: NonNullable<Event['delta']>): readonly ReplyPart[] {
  switch (delta.type) {
    case 'text_delta':
      return [{ kind: 'text', text: delta.text }]
    case 'thinking_delta':
    case 'signature_delta':
      return thoughtParts(delta)
    default:
      return []
  }
}

const thoughtParts = ({ thinking, signature }: { thinking: string; signature: string }): readonly ReplyPart[] => [
  ...(thinking === '' ? [] : [{ kind: 'reasoning', text: thinking } as const]),
  ...(signature === '' ? [] : [{ kind: 'extra', of: 'reasoning', extra: { signature } } as const]),
]

const finishes: { readonly [reason: string]: FinishReason } = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  stop_sequence: 'stop-sequence',
  refusal: 'content-filter',
}

function finishPart(reason: string): ReplyPart {
  const known = Object.hasOwn(finishes, reason) ? finishes[reason] : undefined
  return { kind: 'finish', reason: known ?? 'stop', words: reason }
}

/** The counts so far. `input_tokens` excludes the tokens read from and written to the cache, so they are added. */
function countsIn(from: z.infer<typeof usage> | null | undefined): Counted {
  if (!from) return {}
  const { input_tokens: fresh, cache_read_input_tokens: read, cache_creation_input_tokens: written } = from
  const counts = { fresh: fresh ?? 0, read: read ?? 0, written: written ?? 0 }
  const input = counts.fresh + counts.read + counts.written
  const thinking = from.output_tokens_details?.thinking_tokens
  return {
    ...(input > 0 && { input, cachedInput: counts.read }),
    ...(counts.written > 0 && { cacheWrite: counts.written }),
    ...(typeof from.output_tokens === 'number' && { output: from.output_tokens }),
    ...(typeof thinking === 'number' && { reasoning: thinking }),
  }
}

function usageParts({
  input = 0,
  cachedInput = 0,
  output = 0,
  reasoning = 0,
  cacheWrite,
}: Counted): readonly ReplyPart[] {
  if (input === 0 && output === 0) return []
  const written = cacheWrite === undefined ? {} : { cacheWrite }
  return [{ kind: 'usage', usage: { input, cachedInput, ...written, output, reasoning, estimated: false } }]
}
