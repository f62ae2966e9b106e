import type { ModelReply } from '../../../src-shared/model/message.ts'
import type { ModelApi } from '../../../src-shared/model/provider-data.ts'
import { named } from '../model-server/dialects.ts'
import { done, event, say } from '../model-server/model-fault-server.ts'
import type { Quirks } from './strict-servers.ts'

/** An answer as a server of the API streams it. */
export function streamed(api: ModelApi, reply: ModelReply, quirks: Quirks): string {
  const events = { 'chat-completions': inChat, responses: inResponses, messages: inMessages }[api](reply, quirks)
  return events.join('')
}

function inChat({ message, finish, usage }: ModelReply, quirks: Quirks): string[] {
  const { text, reasoning, toolCalls } = message
  const thought = quirks.thinkTags ? [say.text(`<think>${reasoning || 'Hm.'}`), say.text('</think>\n\n')] : []
  const total = {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output + 50,
  }
  return [
    ...(quirks.emptyFirst ? [event({ choices: [], prompt_filter_results: [{ prompt_index: 0 }] })] : []),
    say.role(),
    ...(quirks.thinkTags ? thought : reasoning === '' ? [] : [say.reasoning(reasoning)]),
    ...(text === '' ? [] : [say.text(text)]),
    ...toolCalls.map((call, at) =>
      quirks.callsInText
        ? say.text(`\n<tool_call>\n{"name": "${call.tool}", "arguments": ${call.arguments}}\n</tool_call>`)
        : say.call(at, call.id, call.tool, call.arguments),
    ),
    ...(quirks.noFinish && finish !== 'length'
      ? []
      : [say.finish(finish === 'length' ? 'length' : toolCalls.length > 0 ? 'tool_calls' : 'stop')]),
    quirks.totalOnly ? event({ choices: [], usage: total }) : say.usage(usage.input, usage.output),
    done,
  ]
}

function inResponses({ message, finish, usage }: ModelReply): string[] {
  const { text, toolCalls } = message
  const items = [
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' },
    ...(text === ''
      ? []
      : [{ type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text }] }]),
    ...toolCalls.map((call, at) => ({
      type: 'function_call',
      id: `fc_${at}`,
      call_id: call.id,
      name: call.tool,
      arguments: call.arguments,
    })),
  ]
  const isCut = finish === 'length'
  const counts = { input_tokens: usage.input, output_tokens: usage.output, total_tokens: usage.input + usage.output }
  return [
    named({ type: 'response.created', response: { status: 'in_progress', output: [] } }),
    ...items.flatMap((item, at) => [
      named({ type: 'response.output_item.added', output_index: at, item: { ...item, content: [], arguments: '' } }),
      named({ type: 'response.output_item.done', output_index: at, item }),
    ]),
    named({
      type: isCut ? 'response.incomplete' : 'response.completed',
      response: {
        status: isCut ? 'incomplete' : 'completed',
        output: items,
        usage: counts,
        ...(isCut && { incomplete_details: { reason: 'max_output_tokens' } }),
      },
    }),
  ]
}

function inMessages({ message, finish, usage }: ModelReply): string[] {
  const { text, reasoning, toolCalls } = message
  const blocks = [
    ...(reasoning === ''
      ? []
      : [
          {
            start: { type: 'thinking', thinking: '', signature: '' },
            deltas: [
              { type: 'thinking_delta', thinking: reasoning },
              { type: 'signature_delta', signature: 'signed here' },
            ],
          },
        ]),
    ...(text === '' ? [] : [{ start: { type: 'text', text: '' }, deltas: [{ type: 'text_delta', text }] }]),
    ...toolCalls.map((call) => ({
      start: { type: 'tool_use', id: call.id, name: call.tool, input: {} },
      deltas: [{ type: 'input_json_delta', partial_json: call.arguments }],
    })),
  ]
  const reason = finish === 'length' ? 'max_tokens' : toolCalls.length > 0 ? 'tool_use' : 'end_turn'
  return [
    named({
      type: 'message_start',
      message: { id: 'msg_1', role: 'assistant', content: [], usage: { input_tokens: usage.input, output_tokens: 1 } },
    }),
    ...blocks.flatMap(({ start, deltas }, index) => [
      named({ type: 'content_block_start', index, content_block: start }),
      ...deltas.map((delta) => named({ type: 'content_block_delta', index, delta })),
      named({ type: 'content_block_stop', index }),
    ]),
    named({
      type: 'message_delta',
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: usage.output },
    }),
    named({ type: 'message_stop' }),
  ]
}
