import { z } from 'zod'
import { json } from '../../../src-shared/base/json.ts'
import type { FinishReason, Usage } from '../../../src-shared/model/message.ts'
import { countedUsage } from '../requests/counted-usage.ts'
import type { CallDelta, ReplyPart } from '../wire.ts'
import { joinedDetail, reasoningDetail } from './reasoning-details.ts'

/**
 * Reads one chunk of a Chat Completions stream, or a whole answer of a server that does not stream. Lenient:
 * missing fields and fields of a wrong type are left out; only a value that is not an object is refused.
 *
 * Source: the Chat Completions reference, and what OpenRouter, DeepSeek, Mistral, vLLM, Ollama and LM Studio
 * send beyond it.
 */
// Most fields are usually missing, so `nullish` comes before `catch`: a caught error costs microseconds.
const text = z.string().nullish().catch(null)
/** A count that is negative, or above what any model can read, is ignored. */
const count = z.number().min(0).max(1e12).nullish().catch(null)
const maybe = <T extends z.ZodType>(type: T) => type.nullish().catch(null)

const piece = z.object({ text, thinking: z.unknown().optional() })
const pieces = z.array(maybe(piece))

const call = z.object({
  index: maybe(z.number().int()),
  id: text,
  function: maybe(z.object({ name: text, arguments: maybe(z.union([z.string(), z.record(z.string(), z.unknown())])) })),
  // Gemini's signature of the thought that led to the call.
  extra_content: maybe(json),
})

const delta = z.object({
  content: maybe(z.union([z.string(), pieces])),
  refusal: text,
  reasoning: text,
  reasoning_content: text,
  reasoning_details: maybe(z.array(maybe(reasoningDetail))),
  tool_calls: maybe(z.array(maybe(call))),
})
type Delta = z.infer<typeof delta>

const choice = z.object({
  index: maybe(z.number()),
  delta: maybe(delta),
  message: maybe(delta),
  finish_reason: text,
  // In vLLM, the stop sequence that ended the text.
  stop_reason: text,
})

const usage = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count,
  prompt_tokens_details: maybe(z.object({ cached_tokens: count })),
  prompt_cache_hit_tokens: count,
  completion_tokens_details: maybe(z.object({ reasoning_tokens: count })),
})

const chunk = z.object({ model: text, choices: maybe(z.array(maybe(choice))), usage: maybe(usage) })

/** Null if the value is not a chunk. */
export function readChunk(value: unknown): readonly ReplyPart[] | null {
  return readPlain(value) ?? readAny(value)
}

/**
 * Reads the usual chunks of a stream: a piece of text, a piece of one call, or the finish reason, and nothing else. The
 * schema takes several times as long for them. Null for any other chunk.
 */
function readPlain(value: unknown): readonly ReplyPart[] | null {
  if (!isObject(value) || !Array.isArray(value['choices']) || value['choices'].length !== 1) return null
  const choice: unknown = value['choices'][0]
  if (!isObject(choice) || (choice['index'] ?? 0) !== 0 || choice['message'] || value['usage']) return null
  const pieces = isObject(choice['delta']) ? plainPieces(choice['delta']) : null
  const finish = plainFinish(choice)
  if (pieces === null || finish === null || pieces.length + finish.length === 0) return null
  const { model } = value
  const named: readonly ReplyPart[] = typeof model === 'string' && model !== '' ? [{ kind: 'model', model }] : []
  return [...named, ...pieces, ...finish]
}

function plainPieces({ content, tool_calls: calls, role: _role, ...more }: Fields): readonly ReplyPart[] | null {
  if (Object.values(more).some((each) => each !== null)) return null
  const says = content ?? ''
  if (typeof says !== 'string') return null
  const text: readonly ReplyPart[] = says === '' ? [] : [{ kind: 'text', text: says }]
  if (calls === undefined || calls === null) return text
  const delta = Array.isArray(calls) && calls.length === 1 ? plainCall(calls[0]) : null
  return delta === null ? null : [...text, { kind: 'call', delta }]
}

function plainCall(from: unknown): CallDelta | null {
  if (!isObject(from) || !isObject(from['function']) || from['extra_content']) return null
  const { index, id } = from
  const { name, arguments: args } = from['function']
  if (!isText(id) || !isText(name) || !isText(args)) return null
  if (index !== undefined && index !== null && !isIndex(index)) return null
  return { index: index ?? null, id: id ?? '', tool: name ?? '', arguments: args ?? '' }
}

function plainFinish({ finish_reason: reason, stop_reason: stop }: Fields): readonly ReplyPart[] | null {
  if (!isText(reason) || !isText(stop)) return null
  return reason ? [readFinish(reason, stop ?? null)] : []
}

const isIndex = (value: unknown): value is number => Number.isSafeInteger(value)
const isText = (value: unknown): value is string | null | undefined =>
  typeof value === 'string' || value === null || value === undefined
type Fields = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

function readAny(value: unknown): readonly ReplyPart[] | null {
  const read = chunk.safeParse(value)
  if (!read.success) return null
  const { model, choices, usage } = read.data
  const parts: ReplyPart[] = []
  if (model) parts.push({ kind: 'model', model })
  // Several choices are never requested; if a server sends them anyway, the first is read.
  const first = choices?.find((each) => (each?.index ?? 0) === 0)
  if (first?.delta) parts.push(...readDelta(first.delta, false))
  if (first?.message) parts.push(...readDelta(first.message, true))
  if (first?.finish_reason) parts.push(readFinish(first.finish_reason, first.stop_reason ?? null))
  const counted = usage ? readUsage(usage) : null
  if (counted !== null) parts.push({ kind: 'usage', usage: counted })
  return parts
}

function readDelta(from: Delta, whole: boolean): ReplyPart[] {
  const reasoning = readReasoning(from)
  const content = readContent(from.content) + (from.refusal ?? '')
  const parts: ReplyPart[] = []
  if (reasoning !== '') parts.push({ kind: 'reasoning', text: reasoning })
  // OpenRouter wants them back unchanged, with the calls that they led to.
  for (const each of from.reasoning_details ?? [])
    if (each) parts.push({ kind: 'raw', raw: each, join: (before) => joinedDetail(before, each) })
  if (content !== '') parts.push({ kind: 'text', text: content })
  for (const [position, each] of (from.tool_calls ?? []).entries())
    if (each) parts.push({ kind: 'call', delta: readCall(each, whole ? position : null) })
  return parts
}

// The same thinking often arrives under two names; the first non-empty one counts.
function readReasoning(from: Delta): string {
  const details = from.reasoning_details?.map((each) => textIn(each?.['text']) || textIn(each?.['summary'])).join('')
  return from.reasoning || from.reasoning_content || details || readThinking(from.content)
}

function readContent(content: Delta['content']): string {
  return typeof content === 'string' ? content : (content ?? []).map((each) => each?.text ?? '').join('')
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

function readThinking(content: Delta['content']): string {
  if (typeof content === 'string' || !content) return ''
  return content.map((each) => textsOf(each?.thinking)).join('')
}

function textsOf(thinking: unknown): string {
  if (typeof thinking === 'string') return thinking
  const found = pieces.safeParse(thinking)
  return found.success ? readContent(found.data) : ''
}

function readCall(from: z.infer<typeof call>, position: number | null): CallDelta {
  const args = from.function?.arguments ?? ''
  return {
    index: position ?? from.index ?? null,
    id: from.id ?? '',
    tool: from.function?.name ?? '',
    arguments: typeof args === 'string' ? args : JSON.stringify(args),
    ...(from.extra_content ? { extra: from.extra_content } : {}),
  }
}

const finishes: { readonly [reason: string]: FinishReason | 'broken' } = {
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  content_filter: 'content-filter',
  safety: 'content-filter',
  refusal: 'content-filter',
  error: 'broken',
  abort: 'broken',
  cancelled: 'broken',
  insufficient_system_resource: 'broken',
}

function readFinish(reason: string, stopReason: string | null): ReplyPart {
  const known = Object.hasOwn(finishes, reason.toLowerCase()) ? finishes[reason.toLowerCase()] : undefined
  const natural = stopReason !== null && reason === 'stop' ? 'stop-sequence' : 'stop'
  return { kind: 'finish', reason: known ?? natural, words: reason }
}

function readUsage(from: z.infer<typeof usage>): Usage | null {
  return countedUsage({
    input: from.prompt_tokens ?? 0,
    cachedInput: from.prompt_tokens_details?.cached_tokens || from.prompt_cache_hit_tokens || 0,
    output: from.completion_tokens ?? 0,
    reasoning: from.completion_tokens_details?.reasoning_tokens ?? 0,
    total: from.total_tokens ?? null,
  })
}
