export type ScriptedReply =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: Readonly<Record<string, string>> }

/** A stream of events as text, or a whole answer. */
type Body = string | { readonly whole: unknown }

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const event = (value: { readonly type: string }) => `event: ${value.type}\n${data(value)}`

/** Source: https://platform.openai.com/docs/api-reference/chat */
export function chatAnswer(reply: ScriptedReply, streams: boolean): Body {
  const usage = { prompt_tokens: 100, completion_tokens: 9, total_tokens: 109 }
  const head = { id: 'c1', created: 1, model: 'scripted' }
  const finish = reply.kind === 'text' ? 'stop' : 'tool_calls'
  const calls =
    reply.kind === 'text'
      ? []
      : [
          {
            index: 0,
            id: 'call_1',
            type: 'function',
            function: { name: reply.name, arguments: JSON.stringify(reply.args) },
          },
        ]
  const said = reply.kind === 'text' ? { content: reply.text } : { content: null, tool_calls: calls }
  if (!streams) {
    const message = { role: 'assistant', ...said }
    return {
      whole: { ...head, object: 'chat.completion', choices: [{ index: 0, finish_reason: finish, message }], usage },
    }
  }
  const chunk = (delta: object, reason: string | null = null) =>
    data({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: reason }] })
  const end = data({ ...head, object: 'chat.completion.chunk', choices: [], usage })
  return `${chunk({ role: 'assistant', content: '' })}${chunk(said)}${chunk({}, finish)}${end}data: [DONE]\n\n`
}

/** Source: https://docs.anthropic.com/en/api/messages-streaming */
export function messagesAnswer(reply: ScriptedReply, streams: boolean): Body {
  const block =
    reply.kind === 'text'
      ? { type: 'text', text: reply.text }
      : { type: 'tool_use', id: 'tu_1', name: reply.name, input: reply.args }
  const stop = reply.kind === 'text' ? 'end_turn' : 'tool_use'
  const usage = { input_tokens: 100, output_tokens: 9 }
  const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted', stop_sequence: null, usage }
  if (!streams) return { whole: { ...head, content: [block], stop_reason: stop } }
  const start = reply.kind === 'text' ? { type: 'text', text: '' } : { ...block, input: {} }
  const delta =
    reply.kind === 'text'
      ? { type: 'text_delta', text: reply.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(reply.args) }
  return [
    event({ type: 'message_start', ...{ message: { ...head, content: [], stop_reason: null } } }),
    event({ type: 'content_block_start', ...{ index: 0, content_block: start } }),
    event({ type: 'content_block_delta', ...{ index: 0, delta } }),
    event({ type: 'content_block_stop', ...{ index: 0 } }),
    event({ type: 'message_delta', ...{ delta: { stop_reason: stop, stop_sequence: null }, usage } }),
    event({ type: 'message_stop' }),
  ].join('')
}

/** Source: https://ai.google.dev/api/generate-content */
export function geminiAnswer(reply: ScriptedReply, streams: boolean): Body {
  const part = reply.kind === 'text' ? { text: reply.text } : { functionCall: { name: reply.name, args: reply.args } }
  const content = { role: 'model', parts: [part] }
  const whole = {
    candidates: [{ content, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 9, totalTokenCount: 109 },
    modelVersion: 'scripted',
  }
  return streams ? data(whole) : { whole }
}

/** Source: https://platform.openai.com/docs/api-reference/responses-streaming */
export function responsesAnswer(reply: ScriptedReply, streams: boolean): Body {
  const item =
    reply.kind === 'text'
      ? {
          ...{ id: 'm_1', type: 'message', role: 'assistant', status: 'completed' },
          content: [{ type: 'output_text', text: reply.text, annotations: [] }],
        }
      : {
          ...{ id: 'fc_1', type: 'function_call', call_id: 'call_1', status: 'completed' },
          ...{ name: reply.name, arguments: JSON.stringify(reply.args) },
        }
  const tokens = { input_tokens: 100, output_tokens: 9, total_tokens: 109 }
  const usage = {
    ...tokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  }
  const response = { id: 'r_1', object: 'response', status: 'completed', model: 'scripted', output: [item], usage }
  if (!streams) return { whole: response }
  const at = { output_index: 0 }
  return [
    event({ type: 'response.created', ...{ response: { ...response, status: 'in_progress', output: [] } } }),
    event({ type: 'response.output_item.added', ...at, ...{ item } }),
    ...(reply.kind === 'text'
      ? [
          event({
            type: 'response.output_text.delta',
            ...at,
            ...{ item_id: 'm_1', content_index: 0, delta: reply.text },
          }),
        ]
      : []),
    event({ type: 'response.output_item.done', ...at, ...{ item } }),
    event({ type: 'response.completed', ...{ response } }),
  ].join('')
}
