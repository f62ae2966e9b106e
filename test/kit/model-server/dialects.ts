import type { ModelApi } from '../../../src-shared/model/provider-data.ts'
import { done, event, say } from './model-fault-server.ts'

/** One answer as an API streams it: two pieces of text, two calls in two pieces each, the finish reason. */
export interface Dialect {
  readonly api: ModelApi
  /** Who speaks it. */
  readonly name: string
  readonly events: readonly string[]
  /** Number of events after which no later error invalidates the answer. */
  readonly finishedAt: number
  /** The end of a stream without a finish reason. */
  readonly bareEnd: string
  /** A finish reason that reports a failure of the server. */
  readonly brokenEnd: string
  /** An error in the stream. */
  readonly error: (error: { readonly code: string; readonly message: string }) => string
  /** The body of an answer with an error status. */
  readonly refusal: (error: unknown) => unknown
}

const chat: Dialect = {
  api: 'chat-completions',
  name: 'Chat Completions',
  events: [
    say.role(),
    say.text('I will '),
    say.text('look.'),
    say.call(0, 'call_a', 'read_file', '{"path":'),
    say.more(0, '"a.js"}'),
    say.call(1, 'call_b', 'shell', '{"command":"rm -rf build'),
    say.more(1, '/cache"}'),
    say.finish('tool_calls'),
    say.usage(10, 20),
    done,
  ],
  finishedAt: 8,
  bareEnd: ': bye\n\n',
  brokenEnd: say.finish('error') + done,
  error: (error) => event({ error }),
  refusal: (error) => ({ error }),
}

/** An event with its name, as the newer APIs send them. */
export const named = (value: { readonly type: string; readonly [field: string]: unknown }): string =>
  `event: ${value.type}\n${event(value)}`

const responseCall = (at: number, id: string, name: string) =>
  named({
    type: 'response.output_item.added',
    output_index: at,
    item: { type: 'function_call', id: `fc_${at}`, call_id: id, name, arguments: '', status: 'in_progress' },
  })
const responseArguments = (at: number, delta: string) =>
  named({ type: 'response.function_call_arguments.delta', output_index: at, item_id: `fc_${at}`, delta })
const responseText = (delta: string) =>
  named({ type: 'response.output_text.delta', output_index: 0, content_index: 0, item_id: 'msg_0', delta })
const responseUsage = {
  input_tokens: 10,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 0 },
}

const responses: Dialect = {
  api: 'responses',
  name: 'Responses',
  events: [
    named({
      type: 'response.created',
      response: { id: 'resp_1', model: 'test-model', status: 'in_progress', output: [] },
    }),
    responseText('I will '),
    responseText('look.'),
    responseCall(1, 'call_a', 'read_file') + responseArguments(1, '{"path":'),
    responseArguments(1, '"a.js"}'),
    responseCall(2, 'call_b', 'shell') + responseArguments(2, '{"command":"rm -rf build'),
    responseArguments(2, '/cache"}'),
    named({
      type: 'response.completed',
      response: { id: 'resp_1', model: 'test-model', status: 'completed', output: [], usage: responseUsage },
    }),
  ],
  finishedAt: 8,
  bareEnd: done,
  brokenEnd: named({
    type: 'response.failed',
    response: { status: 'failed', error: { code: 'server_error', message: 'x' } },
  }),
  error: (error) => named({ type: 'error', ...error, param: null }),
  refusal: (error) => ({ error }),
}

const textBlock = named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })
const blockDelta = (index: number, delta: object) => named({ type: 'content_block_delta', index, delta })
const blockEnd = (index: number) => named({ type: 'content_block_stop', index })
const toolBlock = (index: number, id: string, name: string) =>
  named({ type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } })
const messageEnd = (reason: string) =>
  named({ type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 20 } })

const messages: Dialect = {
  api: 'messages',
  name: 'Messages',
  events: [
    named({
      type: 'message_start',
      message: {
        id: 'msg_1',
        model: 'test-model',
        role: 'assistant',
        content: [],
        usage: { input_tokens: 10, output_tokens: 1 },
      },
    }),
    textBlock + named({ type: 'ping' }) + blockDelta(0, { type: 'text_delta', text: 'I will ' }),
    blockDelta(0, { type: 'text_delta', text: 'look.' }) + blockEnd(0),
    toolBlock(1, 'call_a', 'read_file') + blockDelta(1, { type: 'input_json_delta', partial_json: '{"path":' }),
    blockDelta(1, { type: 'input_json_delta', partial_json: '"a.js"}' }) + blockEnd(1),
    toolBlock(2, 'call_b', 'shell') +
      blockDelta(2, { type: 'input_json_delta', partial_json: '{"command":"rm -rf build' }),
    blockDelta(2, { type: 'input_json_delta', partial_json: '/cache"}' }) + blockEnd(2),
    messageEnd('tool_use'),
    named({ type: 'message_stop' }),
  ],
  finishedAt: 8,
  bareEnd: named({ type: 'message_stop' }),
  brokenEnd: named({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
  error: ({ code, message }) => named({ type: 'error', error: { type: code, message } }),
  refusal: (error) => ({ type: 'error', error }),
}

/** One dialect of each API. */
export const dialects: readonly Dialect[] = [chat, responses, messages]

const signed = (id: string, name: string, text: string) =>
  say.calls({
    index: 0,
    id,
    type: 'function',
    function: { name, arguments: text },
    extra_content: { google: { thought_signature: `signature of ${id}` } },
  })

/** Chat Completions as Gemini speaks it: calls come whole, with signatures, and errors come in a list. */
const gemini: Dialect = {
  ...chat,
  name: 'Gemini',
  events: [
    say.text('I will '),
    say.text('look.'),
    signed('call_a', 'read_file', '{"path":"a.js"}'),
    signed('call_b', 'shell', '{"command":"rm -rf build/cache"}'),
    say.finish('tool_calls'),
    say.usage(10, 20),
    done,
  ],
  finishedAt: 5,
  refusal: (error) => [{ error }],
}

export const everyDialect: readonly Dialect[] = [...dialects, gemini]
