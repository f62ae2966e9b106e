import { type Body, isObject, messagesError, objectsIn, openAiError, type Refused, type Rule, textIn } from './rule.ts'

const messagesIn = (body: Body) => objectsIn(body['messages'])
const callsIn = (message: Body) => objectsIn(message['tool_calls'])
const roleOf = (message: Body | undefined) => textIn(message?.['role'])

/** A request that breaks one of these can't be mended by its sender: it has to be right from the beginning. */
export const pairsInChat: Rule = {
  source: 'https://platform.openai.com/docs/api-reference/chat: messages with role “tool”',
  check: (body) => {
    let open: string[] = []
    for (const message of messagesIn(body)) {
      if (roleOf(message) === 'tool') {
        const id = textIn(message['tool_call_id'])
        if (!open.includes(id))
          return openAiError(
            "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
          )
        open = open.filter((each) => each !== id)
        continue
      }
      if (open.length > 0)
        return openAiError(
          `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following ones did not have response messages: ${open.join(', ')}`,
        )
      open = callsIn(message).map((call) => textIn(call['id']))
    }
    return null
  },
}

export const shortIdsInChat: Rule = {
  source: 'https://github.com/anomalyco/opencode/issues/1680, and OpenAI’s limit of 40 characters',
  check: (body) => {
    for (const [at, message] of messagesIn(body).entries())
      for (const [index, call] of callsIn(message).entries()) {
        const { length } = textIn(call['id'])
        const place = `messages[${at}].tool_calls[${index}].id`
        if (length > 40)
          return openAiError(
            `Invalid '${place}': string too long. Expected a string with maximum length 40, but got a string with length ${length} instead.`,
            { param: place, code: 'string_above_max_length' },
          )
      }
    return null
  },
}

export const idsInResponses: Rule = {
  source: 'https://platform.openai.com/docs/api-reference/responses: call_id, 1 to 64 characters',
  check: (body) => {
    const items = objectsIn(body['input'])
    const at = items.findIndex((item) => textIn(item['call_id']).length > 64)
    if (at !== -1)
      return openAiError(`Invalid 'input[${at}].call_id': string too long. Expected a string with maximum length 64.`, {
        param: `input[${at}].call_id`,
      })
    const called = new Set(items.filter((item) => item['type'] === 'function_call').map((item) => item['call_id']))
    const lost = items.find((item) => item['type'] === 'function_call_output' && !called.has(item['call_id']))
    return lost === undefined
      ? null
      : openAiError(`No tool call found for function call output with call_id ${textIn(lost['call_id'])}.`)
  },
}

export const mistralIds: Rule = {
  source: 'https://github.com/anomalyco/opencode/issues/1680',
  check: (body) => {
    const ids = messagesIn(body).flatMap((message) => [
      ...callsIn(message).map((call) => call['id']),
      ...(roleOf(message) === 'tool' ? [message['tool_call_id']] : []),
    ])
    const odd = ids.map(textIn).find((id) => !/^[a-zA-Z0-9]{9}$/.test(id))
    return odd === undefined
      ? null
      : {
          status: 400,
          error: {
            object: 'error',
            message: `Tool call id was ${odd} but must be a-z, A-Z, 0-9, with a length of 9.`,
            type: 'invalid_function_call',
            param: null,
            code: '3280',
          },
        }
  },
}

export const mistralOrder: Rule = {
  source: 'https://github.com/avante-corp/avante.nvim/issues/2562, https://github.com/0xPlaygrounds/rig/pull/1130',
  check: (body) => {
    const error = (message: string) => ({
      status: 400,
      error: { object: 'error', message, type: 'invalid_request_message_order', param: null, code: '3230' },
    })
    const messages = messagesIn(body)
    const at = messages.findIndex(
      (message, index) => roleOf(message) === 'user' && roleOf(messages[index - 1]) === 'tool',
    )
    if (at !== -1) return error("Unexpected role 'user' after role 'tool'")
    const last = roleOf(messages.at(-1))
    return last === 'assistant'
      ? error('Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant')
      : null
  },
}

/** What a template sees: neither results nor answers of calls alone. */
const turnsOf = (messages: readonly Body[]) =>
  messages.filter(
    (message) => roleOf(message) === 'user' || (roleOf(message) === 'assistant' && callsIn(message).length === 0),
  )

const template = (status: number): Rule => ({
  source:
    'https://huggingface.co/mistralai/Mistral-7B-Instruct-v0.3 (chat_template), https://github.com/charmbracelet/crush/issues/279',
  check: (body) => {
    const messages = messagesIn(body)
    const odd = turnsOf(messages).findIndex((message, at) => (roleOf(message) === 'user') !== (at % 2 === 0))
    const late = messages.slice(1).some((message) => roleOf(message) === 'system')
    const words =
      'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...'
    return odd === -1 && !late
      ? null
      : { status, error: { error: { code: status, message: `Jinja Exception: ${words}`, type: 'server_error' } } }
  },
})
/** llama.cpp answers with 500, vLLM with 400. */
export const [templateInLlama, templateInVllm] = [template(500), template(400)] as const

export const noSystem: Rule = {
  source: 'https://huggingface.co/google/gemma-2-9b-it (chat_template)',
  check: (body) =>
    messagesIn(body).some((message) => roleOf(message) === 'system')
      ? openAiError('System role not supported', {}, 400)
      : null,
}

export const textContent = (words: string, status: number): Rule => ({
  source:
    'https://github.com/abetlen/llama-cpp-python: requests are checked with Pydantic; Ollama: “invalid message content type: <nil>”',
  check: (body) =>
    messagesIn(body).some((message) => message['content'] === null) ? openAiError(words, {}, status) : null,
})

export const reasoningBack = (words: (at: number) => string): Rule => ({
  source:
    'https://api-docs.deepseek.com/guides/thinking_mode#tool-calls, https://github.com/anomalyco/opencode/issues/24722',
  check: (body) => {
    const at = messagesIn(body).findIndex(
      (message) => callsIn(message).length > 0 && typeof message['reasoning_content'] !== 'string',
    )
    return at === -1 ? null : openAiError(words(at))
  },
})

export const noFields = (
  names: readonly string[],
  words: (name: string, at: number) => string,
  status = 400,
): Rule => ({
  source: 'https://console.groq.com/docs/openai#currently-unsupported-openai-features: unknown fields of messages',
  check: (body) => {
    for (const [at, message] of messagesIn(body).entries()) {
      const name = names.find((each) => each in message)
      if (name !== undefined) return openAiError(words(name, at), {}, status)
    }
    return null
  },
})

export const noImages = (
  words: string,
  status: number,
  wrap: (words: string) => unknown = (message) => ({ error: { message } }),
): Rule => ({
  source: 'https://github.com/ggml-org/llama.cpp (server), https://openrouter.ai/docs: routing by input',
  check: (body) => (/"(image_url|input_image)"/.test(JSON.stringify(body)) ? { status, error: wrap(words) } : null),
})

const cerebrasError = (message: string, param: string): Refused => ({
  status: 400,
  error: { message, type: 'invalid_request_error', param, code: 'wrong_api_format' },
})

export const cerebrasMessages: readonly Rule[] = [
  {
    source:
      'https://github.com/Kilo-Org/kilocode/issues/10375, https://github.com/Alishahryar1/free-claude-code/issues/1136',
    check: (body) => {
      const at = messagesIn(body).findIndex((message) => 'reasoning_content' in message)
      const place = `messages.${at}.assistant.reasoning_content`
      return at === -1 ? null : cerebrasError(`${place}: property '${place}' is unsupported`, 'validation_error')
    },
  },
  {
    source: 'https://github.com/livekit/agents/issues/2403',
    check: (body) =>
      messagesIn(body).some((message) => message['content'] === null)
        ? cerebrasError("'NoneType' object is not iterable", 'messages')
        : null,
  },
]

export const cohereMessages: Rule = {
  source:
    'https://github.com/kwaroran/Risuai/issues/453, and https://socket.dev/npm/package/@ai-sdk/cohere/diff/0.0.28: content is required with calls',
  check: (body) =>
    messagesIn(body).some(({ content }) => content === null || content === '')
      ? { status: 400, error: { message: 'invalid request: all elements in history must have a message.' } }
      : null,
}

const blocksIn = (message: Body) => objectsIn(message['content'])

/** The Messages API on turns, calls and results. */
export const turnsInMessages: Rule = {
  source: 'https://docs.anthropic.com/en/docs/build-with-claude/tool-use: errors',
  check: (body) => {
    for (const [at, message] of messagesIn(body).entries()) {
      const blocks = blocksIn(message)
      if (blocks.length === 0) return messagesError(`messages.${at}: all messages must have non-empty content`)
      const empty = blocks.findIndex((block) => block['type'] === 'text' && textIn(block['text']).trim() === '')
      if (empty !== -1)
        return messagesError(`messages.${at}.content.${empty}.text: text content blocks must be non-empty`)
      const ids = blocks.flatMap((block) => (block['type'] === 'tool_use' ? [textIn(block['id'])] : []))
      const odd = ids.find((id) => !/^[a-zA-Z0-9_-]+$/.test(id))
      if (odd !== undefined)
        return messagesError(`messages.${at}.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`)
      const next = new Set(blocksIn(messagesIn(body)[at + 1] ?? {}).map((block) => block['tool_use_id']))
      const lost = ids.filter((id) => !next.has(id))
      if (lost.length > 0)
        return messagesError(
          `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${lost.join(', ')}.`,
        )
    }
    return roleOf(messagesIn(body)[0]) === 'user'
      ? null
      : messagesError('messages: first message must use the "user" role')
  },
}

export const fourMarks: Rule = {
  source: 'https://docs.anthropic.com/en/docs/build-with-claude/prompt-caching: up to four breakpoints',
  check: (body) => {
    const found = JSON.stringify(body).split('"cache_control"').length - 1
    return found > 4 ? messagesError(`A maximum of 4 blocks with cache_control may be provided. Found ${found}.`) : null
  },
}

export const noMarks: Rule = {
  source: 'https://github.com/BerriAI/litellm/issues: gateways to Bedrock and Vertex',
  check: (body) =>
    JSON.stringify(body).includes('"cache_control"')
      ? messagesError('messages.0.content.0.text.cache_control: Extra inputs are not permitted')
      : null,
}

/** Thinking has to carry a signature of this server's. */
export const signatures: Rule = {
  source: 'https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking: preserving thinking blocks',
  check: (body) => {
    const thinking = isObject(body['thinking']) ? body['thinking'] : {}
    for (const [at, message] of messagesIn(body).entries())
      for (const [index, block] of blocksIn(message).entries())
        if (block['type'] === 'thinking' && (thinking['type'] === 'disabled' || block['signature'] !== 'signed here'))
          return messagesError(`messages.${at}.content.${index}: Invalid \`signature\` in \`thinking\` block`)
    return null
  },
}
