import { z } from 'zod'
import { type Json, json } from '../../../src-shared/base/json.ts'
import type { FinishReason, Usage } from '../../../src-shared/model/message.ts'
import { FaultError } from '../fault.ts'
import { argumentsText } from '../requests/arguments-text.ts'
import { countedUsage } from '../requests/counted-usage.ts'
import { type AnswerReader, errorInAnswer } from '../requests/stream-answer.ts'
import type { Connection, ReplyPart } from '../wire.ts'
import { CallArguments } from './call-arguments.ts'

/**
 * Reads the events of a Responses stream, or a whole answer. Lenient: missing fields and fields of a wrong type are
 * left out, events that are not needed are ignored.
 *
 * Source: the Responses reference, and the types of the `openai` package.
 */
const text = z.string().catch('')
const index = z.number().int().nullish().catch(null)
const count = z.number().min(0).max(1e12).catch(0)
const maybe = <T extends z.ZodType>(type: T) => type.nullish().catch(null)

const item = z.looseObject({
  type: text,
  call_id: text,
  name: text,
  id: text,
  arguments: argumentsText,
  phase: maybe(z.string()),
  content: maybe(z.array(z.looseObject({ type: text, text, refusal: text }))),
  summary: maybe(z.array(z.looseObject({ text }))),
})
type Item = z.infer<typeof item>

const response = z.looseObject({
  model: text,
  status: text,
  error: z.unknown().optional(),
  incomplete_details: maybe(z.looseObject({ reason: text })),
  output: maybe(z.array(maybe(item))),
  usage: maybe(
    z.looseObject({
      input_tokens: count,
      output_tokens: count,
      total_tokens: maybe(count),
      input_tokens_details: maybe(z.looseObject({ cached_tokens: count, cache_write_tokens: count })),
      output_tokens_details: maybe(z.looseObject({ reasoning_tokens: count })),
    }),
  ),
})
type Answer = z.infer<typeof response>

const event = z.looseObject({
  type: text,
  delta: text,
  item_id: text,
  arguments: argumentsText,
  output_index: index,
  summary_index: index,
  item: maybe(item),
  response: maybe(response),
})
type Event = z.infer<typeof event>

/** A reader for one answer, which tracks the received parts of each item. */
export function responsesReader(connection: Connection): AnswerReader {
  const streamedParts = new Set<string>()
  const places = new ItemPlaces()
  const calls = new CallArguments(connection)
  let items = 0
  let hasEnded = false
  const read = (value: Event): readonly ReplyPart[] => {
    // What comes after the end is no part of the answer.
    if (hasEnded) return []
    const at = places.of(value)
    switch (value.type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        streamedParts.add(`text ${at}`)
        return [{ kind: 'text', text: value.delta }]
      case 'response.reasoning_summary_part.added':
        return value.summary_index ? [{ kind: 'reasoning', text: '\n\n' }] : []
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        streamedParts.add(`reasoning ${at}`)
        return [{ kind: 'reasoning', text: value.delta }]
      case 'response.output_item.added':
        return value.item?.type === 'function_call' ? calls.begin(at, value.item) : []
      case 'response.function_call_arguments.delta':
        return calls.add(at, value.delta)
      case 'response.function_call_arguments.done':
        calls.said(at, value.arguments)
        return []
      case 'response.output_item.done':
        items++
        if (value.item?.type === 'function_call') return calls.end(at, value.item)
        return value.item ? doneParts(value.item, at, streamedParts) : []
      case 'error':
      case 'response.failed':
        throw new FaultError(errorInAnswer(connection, value.response?.error ?? value))
      case 'response.completed':
      case 'response.incomplete': {
        hasEnded = true
        if (!value.response) return []
        // Some gateways send nothing before the whole answer.
        if (items + streamedParts.size + calls.count === 0) return wholeParts(value.response)
        const isCut = value.type === 'response.incomplete'
        return [...(isCut ? [] : calls.endAll(value.response.output ?? [])), ...endParts(value.response)]
      }
      default:
        return value.response?.model ? [{ kind: 'model', model: value.response.model }] : []
    }
  }
  return {
    event: (value) => {
      const known = event.safeParse(value)
      return known.success ? read(known.data) : null
    },
    whole: (value) => {
      const known = response.safeParse(value)
      if (!known.success || known.data.output === null || known.data.output === undefined) return null
      return wholeParts(known.data)
    },
  }
}

/** Where an item belongs: some servers name it by its id alone. */
class ItemPlaces {
  private readonly byId = new Map<string, number>()
  private next = 0

  of({ output_index: index, item_id: named, item }: Event): number {
    const id = named || (item?.id ?? '')
    const at = index ?? this.byId.get(id) ?? (item ? this.next : Math.max(0, this.next - 1))
    if (id !== '' && !this.byId.has(id)) this.byId.set(id, at)
    this.next = Math.max(this.next, at + 1)
    return at
  }
}

const wholeParts = (from: Answer): readonly ReplyPart[] => [
  ...(from.output ?? []).flatMap((each, at) => (each ? wholeItem(each, at) : [])),
  ...endParts(from),
]

const callPart = (at: number, from: Item): ReplyPart => ({
  kind: 'call',
  delta: { index: at, id: from.call_id, tool: from.name, arguments: from.arguments },
})

const wholeItem = (from: Item, at: number): readonly ReplyPart[] =>
  from.type === 'function_call' ? [callPart(at, from)] : doneParts(from, at, new Set())

/**
 * The parts that a finished item adds: all of it if nothing was streamed, and the fields to send back. @param
 * streamedParts what has been streamed
 */
function doneParts(from: Item, at: number, streamedParts: ReadonlySet<string>): readonly ReplyPart[] {
  switch (from.type) {
    case 'message': {
      const text = streamedParts.has(`text ${at}`)
        ? ''
        : (from.content ?? []).map((each) => each.text || each.refusal).join('')
      const extra = from.phase ? [{ kind: 'extra', of: 'text', extra: { phase: from.phase } } as const] : []
      return [...(text === '' ? [] : [{ kind: 'text', text: text } as const]), ...extra]
    }
    case 'reasoning': {
      const text = streamedParts.has(`reasoning ${at}`)
        ? ''
        : (from.summary ?? []).map((each) => each.text).join('\n\n')
      return [...(text === '' ? [] : [{ kind: 'reasoning', text: text } as const]), ...sentBack(from)]
    }
    default:
      return []
  }
}

/**
 * The item to send back, without its status, which requests must not contain; none if it is only valid when stored at
 * the provider.
 */
function sentBack({ status: _, ...from }: Item): readonly ReplyPart[] {
  if (typeof from['encrypted_content'] !== 'string' || from['encrypted_content'] === '') return []
  const entries = Object.entries(from).flatMap(([name, value]): [string, Json][] => {
    const read = json.safeParse(value)
    return read.success && read.data !== null && own.has(name) ? [[name, read.data]] : []
  })
  return [{ kind: 'raw', raw: Object.fromEntries(entries) }]
}
const own: ReadonlySet<string> = new Set(['type', 'id', 'summary', 'content', 'encrypted_content'])

function endParts(from: Answer): readonly ReplyPart[] {
  const usage = from.usage ? readUsage(from.usage) : null
  const reason = from.incomplete_details?.reason ?? ''
  return [
    ...(from.model === '' ? [] : [{ kind: 'model', model: from.model } as const]),
    ...(usage === null ? [] : [{ kind: 'usage', usage } as const]),
    { kind: 'finish', reason: finishOf(from.status, reason), words: reason || from.status },
  ]
}

function finishOf(status: string, reason: string): FinishReason | 'broken' {
  if (status === 'failed' || status === 'cancelled') return 'broken'
  if (status !== 'incomplete') return 'stop'
  return reason === 'content_filter' ? 'content-filter' : 'length'
}

function readUsage(from: NonNullable<Answer['usage']>): Usage | null {
  const written = from.input_tokens_details?.cache_write_tokens ?? 0
  return countedUsage({
    input: from.input_tokens,
    cachedInput: from.input_tokens_details?.cached_tokens ?? 0,
    ...(written > 0 && { cacheWrite: written }),
    output: from.output_tokens,
    reasoning: from.output_tokens_details?.reasoning_tokens ?? 0,
    total: from.total_tokens ?? null,
  })
}
