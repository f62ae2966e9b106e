import { z } from 'zod'
import type { Failure } from '../../src-shared/base/failure.ts'
import type { Json } from '../../src-shared/base/json.ts'
import type { FinishReason, ModelReply, ModelRequest, ToolCall } from '../../src-shared/model/message.ts'
import type { ModelAnswer } from '../agent/ports.ts'

/** A possible behaviour of a model, correct or faulty. */
export interface Behavior {
  readonly name: string
  /** @param count number of earlier calls */
  answer(request: ModelRequest, count: number): ModelAnswer
  /** The required end of the run; `either` if both are acceptable. */
  readonly must: 'complete' | 'fail' | 'either'
}

const usage = { input: 100, cachedInput: 0, output: 20, reasoning: 0, estimated: false }

function answer(text: string, calls: readonly ToolCall[] = [], finish: FinishReason = 'stop'): ModelAnswer {
  const message: ModelReply['message'] = { role: 'assistant', text, reasoning: '', toolCalls: calls }
  const end = calls.length > 0 && finish === 'stop' ? 'tool-calls' : finish
  return { ok: true, reply: { message, finish: end, usage, model: 'scripted' }, cost: null, firstTokenMs: 1 }
}

const failed = (kind: Failure['kind'], message: string): ModelAnswer => ({
  ok: false,
  failure: { kind, message, advice: 'Try again later.' },
  firstTokenMs: null,
})

const call = (count: number, tool: string, words: string, complete = true): ToolCall => ({
  id: `call_${count}`,
  tool,
  arguments: words,
  complete,
})

/** A valid call of an offered tool: the requested one, if any. */
function goodCall(request: ModelRequest, count: number): ToolCall | null {
  const wanted = wantedTool(request)
  const tool = request.tools.find((each) => each.name === wanted) ?? request.tools[0]
  if (tool === undefined || request.toolChoice === 'none') return null
  return call(count, tool.name, JSON.stringify(sampleOf(tool.parameters)))
}

/** The requested tool: by the request, or by the last user message if it names one of the strategy's own tools. */
function wantedTool({ toolChoice, tools, messages }: ModelRequest): string | null {
  if (typeof toolChoice === 'object') return toolChoice.tool
  const last = messages.at(-1)
  if (last?.role !== 'user') return null
  return tools.find((each) => each.effect === 'own' && last.text.includes(each.name))?.name ?? null
}

const mustCall = (request: ModelRequest): boolean =>
  wantedTool(request) !== null || (request.tools.length > 0 && request.tools.every((tool) => tool.effect === 'own'))

function withTools(request: ModelRequest, count: number): ModelAnswer {
  const wants = count === 0 || mustCall(request)
  const made = wants ? goodCall(request, count) : null
  return made === null ? answer('It is done.') : answer('', [made])
}

export const behaviors: readonly Behavior[] = [
  {
    name: 'answers at once',
    must: 'complete',
    answer: (request, count) => (mustCall(request) ? withTools(request, count) : answer('It is done.')),
  },
  { name: 'calls a tool, then answers', must: 'complete', answer: withTools },
  { name: 'gives empty answers', must: 'fail', answer: () => answer('') },
  {
    name: 'has its answers cut off',
    must: 'either',
    answer: (_, count) => answer('It is', [call(count, 'read_file', '{"pa', false)], 'length'),
  },
  {
    name: 'calls tools that are not there',
    must: 'either',
    answer: (_, count) => answer('', [call(count, 'launch_rocket', '{}')]),
  },
  {
    name: 'sends malformed arguments',
    must: 'either',
    answer: (request, count) => answer('', [call(count, request.tools[0]?.name ?? 'read_file', '{"path": ')]),
  },
  {
    name: 'writes prose where a tool is asked for',
    must: 'either',
    answer: () => answer('I would rather talk about it. APPROVED. {"score": 1}'),
  },
  {
    name: 'calls tools without end',
    must: 'either',
    answer: (request, count) =>
      answer('', [goodCall(request, count) ?? call(count, 'read_file', `{"path": "${count}"}`)]),
  },
  {
    name: 'repeats a call id',
    must: 'either',
    answer: (request, count) =>
      count > 3
        ? withTools(request, count)
        : answer('', [call(0, 'read_file', '{"path":"a"}'), call(0, 'read_file', '{"path":"b"}')]),
  },
  {
    name: 'cannot be reached',
    must: 'fail',
    answer: () => failed('model-unreachable', 'The model could not be reached.'),
  },
]

const schema = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  default: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
})

/** A JSON value that is valid for a JSON Schema. */
function sampleOf(value: unknown): Json {
  const read = schema.safeParse(value)
  if (!read.success) return 'something'
  const { type, properties = {}, items, minimum = 0, maximum = Number.POSITIVE_INFINITY, minItems = 0 } = read.data
  if (read.data.enum?.[0] !== undefined) return read.data.enum[0]
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- a missing or unknown type is treated as text
  switch (type) {
    case 'object':
      return Object.fromEntries(Object.entries(properties).map(([key, each]) => [key, sampleOf(each)]))
    case 'array':
      return items === undefined ? [] : Array.from({ length: Math.max(1, minItems) }, () => sampleOf(items))
    case 'number':
    case 'integer':
      return Math.min(maximum, Math.max(1, minimum))
    case 'boolean':
      return true
    default:
      return 'something'.padEnd(read.data.minLength ?? 0, '.').slice(0, read.data.maxLength)
  }
}
