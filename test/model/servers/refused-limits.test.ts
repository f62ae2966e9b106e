import { afterEach, expect, it } from 'vitest'
import type { Message, ModelRequest } from '../../../src-shared/model/message.ts'
import type { ToolInfo } from '../../../src-shared/model/tool.ts'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'
import { call, result } from '../../kit/agent/agent-replies.ts'
import { callOnce, clientFor } from '../../kit/model-server/model-client.ts'
import { answerWith, done, type FaultServer, openFaultServer, say } from '../../kit/model-server/model-fault-server.ts'

// Servers that take less than was sent: fewer tokens, fewer tools, no empty texts, no streams.

let server: FaultServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

interface Body {
  readonly stream?: boolean
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
  readonly [name: string]: unknown
}

/** Asks a server that refuses so, and once more: what was learned is not refused again. */
async function ask(
  refuses: (body: Body) => string | null,
  profile: Partial<ModelProfile>,
  request: Partial<ModelRequest> = {},
) {
  const bodies: Body[] = []
  server = await openFaultServer(({ response, received }) => {
    const body: Body = JSON.parse(received.body)
    const message = refuses(body)
    bodies.push(body)
    if (message !== null)
      return void response
        .writeHead(400, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { message } }))
    if (body.stream === true) return answerWith(response, say.text('Fine.'), say.finish('stop'), done)
    const whole = { choices: [{ index: 0, message: { role: 'assistant', content: 'Fine.' }, finish_reason: 'stop' }] }
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole))
  })
  const client = clientFor(server.url, { profile })
  const { end, heard } = await callOnce(client, request)
  const first = bodies.length
  await callOnce(client, request)
  return {
    end,
    said: heard.retries.map(({ failure }) => failure.message),
    last: bodies[first - 1],
    again: bodies.length - first,
  }
}

const limitOf = ({ max_tokens: short, max_completion_tokens: long }: Body) => short ?? long ?? 0

it.each([
  'max_tokens is too large: 100000. This model supports at most 4096 completion tokens, whereas you provided 100000.',
  '`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model',
  'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]',
  'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 100 `inputs` tokens and 100000 `max_new_tokens`',
  "This model's maximum context length is 8192 tokens. However, you requested 100010 tokens (10 in the messages, 100000 in the completion).",
  "'max_tokens' or 'max_completion_tokens' is too large: 100000. This model's maximum context length is 8192 tokens and your request has 10 input tokens.",
])('a limit of output tokens that is too high is left out: %s', async (message) => {
  const { end, last, again } = await ask((body) => (limitOf(body) > 8192 ? message : null), {
    maxOutputTokens: 100_000,
  })
  expect(end.ok).toBe(true)
  expect(limitOf(last ?? { messages: [] })).toBe(0)
  expect(again).toBe(1)
})

it('a conversation that is too long without it, too, is called so', async () => {
  const message =
    "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (8990 in the messages, 10 in the completion)."
  const { end } = await ask(() => message, { maxOutputTokens: 10 })
  expect(end).toMatchObject({ ok: false, failure: { kind: 'context-overflow' } })
})

it('of more tools than a server takes the last ones are left out, and named', async () => {
  const tools = ['read_file', 'shell', 'mcp__a__one', 'mcp__a__two', 'mcp__a__three'].map(
    (name): ToolInfo => ({ name, description: '', parameters: { type: 'object', properties: {} }, effect: 'read' }),
  )
  const words =
    "Invalid 'tools': array too long. Expected an array with maximum length 3, but got an array with length 5 instead."
  const { end, last, said, again } = await ask(
    ({ tools: sent = [] }) => (sent.length > 3 ? words : null),
    {},
    { tools },
  )
  expect(end.ok).toBe(true)
  expect(last?.tools?.map((each) => each.function.name)).toEqual(['read_file', 'shell', 'mcp__a__one'])
  expect(said).toEqual([
    expect.stringContaining('refuses so many tools, so the request is sent again without mcp__a__two'),
  ])
  expect(again).toBe(1)
})

it.each(['messages: text content blocks must be non-empty', 'Message content cannot be empty', 'content is empty'])(
  'a message without a text gets one where it must have one: %s',
  async (words) => {
    const one = call('call_1', 'read_file', { path: 'a' })
    const messages: readonly Message[] = [
      { role: 'user', text: 'Look.' },
      { role: 'assistant', text: '', reasoning: 'Hm.', toolCalls: [one] },
      { ...result('call_1', 'read_file', ''), role: 'tool' },
      { role: 'assistant', text: '', reasoning: 'Hm.', toolCalls: [] },
      { role: 'user', text: 'And?' },
    ]
    const isEmpty = ({ content }: { readonly content: unknown }) => content === null || content === ''
    const { end, last } = await ask((body) => (body.messages.some(isEmpty) ? words : null), {}, { messages })
    expect(end.ok).toBe(true)
    expect(last?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
  },
)

it.each([
  'Your organization must be verified to stream this model. Please go to the settings of your organization.',
  'Streaming is not supported for this model',
])('where no stream is to be had the answer comes as a whole: %s', async (words) => {
  const { end, last } = await ask((body) => (body.stream === true || 'stream_options' in body ? words : null), {})
  expect(end).toMatchObject({ ok: true, reply: { message: { text: 'Fine.' } } })
  expect(last?.stream).not.toBe(true)
})

it.each([
  ['stop', "This model doesn't support the stopSequences field. Remove stopSequences and try again.", { stop: ['x'] }],
  ['system', 'Developer instruction is not enabled for models/gemma-3-27b-it', {}],
] as const)('names of other APIs are understood: %s', async (name, words, request) => {
  const messages: readonly Message[] = [
    { role: 'system', text: 'You help.' },
    { role: 'user', text: 'Look.' },
  ]
  const refused = (body: Body) => name in body || (name === 'system' && body.messages[0]?.role === 'system')
  const { end } = await ask((body) => (refused(body) ? words : null), {}, { messages, ...request })
  expect(end.ok).toBe(true)
})
