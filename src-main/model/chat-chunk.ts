import { z } from 'zod'
import type { FinishReason, Usage } from '../../src-shared/message.ts'
import type { CallDelta, ReplyPart } from './wire.ts'

/**
 * Reads one chunk of a Chat Completions stream, or a whole answer of a server that does not stream. Lenient:
 * what is missing or of an odd type is left out; only what is no object at all is refused.
 *
 * Source: the Chat Completions reference, and what OpenRouter, DeepSeek, Mistral, vLLM, Ollama and LM Studio
 * send beyond it.
 */
const text = z.string().catch('')
const count = z.number().nonnegative().catch(0)
const piece = z.object({ type: text, text, thinking: z.unknown().optional() })
const pieces = z.array(piece.catch({ type: '', text: '', thinking: null }))

const call = z.object({
  index: z.number().int().nullable().catch(null),
  id: text,
  function: z
    .object({ name: text, arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).catch('') })
    .catch({ name: '', arguments: '' }),
})
const noCall = { index: null, id: '', function: { name: '', arguments: '' } }

const delta = z.object({
  content: z.union([z.string(), pieces]).catch(''),
  refusal: text,
  reasoning: text,
  reasoning_content: text,
  reasoning_details: z.array(z.object({ text, summary: text }).catch({ text: '', summary: '' })).catch([]),
  tool_calls: z.array(call.catch(noCall)).catch([]),
})
type Delta = z.infer<typeof delta>
const maybeDelta = delta.nullable().catch(null)

const choice = z.object({
  index: z.number().catch(0),
  delta: maybeDelta,
  message: maybeDelta,
  finish_reason: text,
  // vLLM names the stop sequence that ended the text here.
  stop_reason: z.string().nullable().catch(null),
})

const usage = z
  .object({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: z.object({ cached_tokens: count }).catch({ cached_tokens: 0 }),
    prompt_cache_hit_tokens: count,
    completion_tokens_details: z.object({ reasoning_tokens: count }).catch({ reasoning_tokens: 0 }),
  })
  .nullable()
  .catch(null)

const chunk = z.object({ model: text, choices: z.array(choice.nullable().catch(null)).catch([]), usage })

/** Null where the value is no chunk at all. */
export function readChunk(value: unknown): readonly ReplyPart[] | null {
  const read = chunk.safeParse(value)
  if (!read.success) return null
  const parts: ReplyPart[] = []
  if (read.data.model !== '') parts.push({ kind: 'model', model: read.data.model })
  // Several choices are never asked for; a server that sends them anyway is heard on the first.
  const first = read.data.choices.find((each) => each !== null && each.index === 0)
  if (first) {
    if (first.delta) parts.push(...readDelta(first.delta, false))
    if (first.message) parts.push(...readDelta(first.message, true))
    if (first.finish_reason !== '') parts.push(readFinish(first.finish_reason, first.stop_reason))
  }
  const counted = readUsage(read.data.usage)
  if (counted !== null) parts.push({ kind: 'usage', usage: counted })
  return parts
}

function readDelta(from: Delta, whole: boolean): ReplyPart[] {
  const reasoning = readReasoning(from)
  const content = readContent(from.content) + from.refusal
  const parts: ReplyPart[] = []
  if (reasoning !== '') parts.push({ kind: 'reasoning', text: reasoning })
  if (content !== '') parts.push({ kind: 'text', text: content })
  for (const [position, each] of from.tool_calls.entries())
    parts.push({ kind: 'call', delta: readCall(each, whole ? position : null) })
  return parts
}

// The same thinking often comes under two names at once; the first that holds something counts.
function readReasoning(from: Delta): string {
  const details = from.reasoning_details.map((each) => each.text || each.summary).join('')
  return from.reasoning || from.reasoning_content || details || readThinking(from.content)
}

function readContent(content: Delta['content']): string {
  return typeof content === 'string' ? content : content.map((each) => each.text).join('')
}

function readThinking(content: unknown): string {
  if (typeof content === 'string') return ''
  const found = pieces.safeParse(content)
  if (!found.success) return ''
  return found.data.map(({ thinking }) => (typeof thinking === 'string' ? thinking : textsOf(thinking))).join('')
}

function textsOf(thinking: unknown): string {
  const found = pieces.safeParse(thinking)
  return found.success ? found.data.map((each) => each.text).join('') : ''
}

function readCall(from: z.infer<typeof call>, position: number | null): CallDelta {
  const { name, arguments: given } = from.function
  return {
    index: position ?? from.index,
    id: from.id,
    tool: name,
    arguments: typeof given === 'string' ? given : JSON.stringify(given),
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
  if (from === null || (from.prompt_tokens === 0 && from.completion_tokens === 0)) return null
  return {
    input: from.prompt_tokens,
    cachedInput: from.prompt_tokens_details.cached_tokens || from.prompt_cache_hit_tokens,
    output: from.completion_tokens,
    reasoning: from.completion_tokens_details.reasoning_tokens,
    estimated: false,
  }
}
