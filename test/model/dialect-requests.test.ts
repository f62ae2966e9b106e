import { afterEach, describe, expect, it } from 'vitest'
import { wires } from '../../src-main/model/wires.ts'
import type { Message, ModelRequest } from '../../src-shared/model/message.ts'
import type { ModelApi } from '../../src-shared/model/provider-data.ts'
import type { ModelProfile } from '../../src-shared/settings/settings.ts'
import { dialects } from '../kit/model-server/dialects.ts'
import { bound, callOnce, clientFor, requestFor } from '../kit/model-server/model-client.ts'
import { answerWith, type FaultServer, openFaultServer, refuse } from '../kit/model-server/model-fault-server.ts'

let server: FaultServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const eventsOf = (api: ModelApi) => dialects.find((each) => each.api === api)?.events ?? []
const listening = async (api: ModelApi) => {
  server = await openFaultServer(({ response }) => answerWith(response, ...eventsOf(api)))
  return server
}

const tools = [
  { name: 'read_file', description: 'Reads.', parameters: { type: 'object', properties: {} }, effect: 'read' },
] as const
const talk: readonly Message[] = [
  { role: 'system', text: 'Be precise.' },
  { role: 'user', text: 'Fix it.' },
  {
    role: 'assistant',
    text: '',
    reasoning: 'never sent back',
    toolCalls: [
      { id: 'call:1', tool: 'read_file', arguments: '{ "path" :"x.js"}', complete: true },
      { id: 'b', tool: 'read file!', arguments: 'broken', complete: false },
    ],
  },
  { role: 'tool', callId: 'call:1', tool: 'read_file', ok: true, text: 'contents' },
  { role: 'tool', callId: 'b', tool: 'read file!', ok: false, text: '' },
]
const rich: Partial<ModelRequest> = { messages: talk, tools, toolChoice: { tool: 'read_file' }, temperature: 0.2 }

async function bodyOf(api: ModelApi, request: Partial<ModelRequest>, profile: Partial<ModelProfile> = {}) {
  const { url, received } = await listening(api)
  await callOnce(clientFor(url, { profile: { api, ...profile } }), request)
  return JSON.parse(received[0]?.body ?? '')
}

describe.each(['responses', 'messages'] as const)('a request in %s', (api) => {
  it('is byte for byte what is rebuilt from messages, tools and the parameters of the log', async () => {
    const { url, received } = await listening(api)
    const client = clientFor(url, { profile: { api, reasoningEffort: 'low', extraBody: { service_tier: 'flex' } } })
    const parameters = JSON.parse(JSON.stringify(client.parameters(bound, requestFor(rich))))
    await callOnce(client, rich)
    const to = { api: client.api(bound), profileId: 'p1', model: 'test-model' }
    expect(received[0]?.body).toBe(wires[to.api].body(to, talk, tools, parameters))
    expect(received[0]?.body).not.toContain('never sent back')
    expect(received[0]?.path).toBe(api === 'responses' ? '/v1/responses' : '/v1/messages')
  })

  it('repeats the request before it byte for byte, but for the marks of its end', () => {
    const to = { api, profileId: 'p1', model: 'm' }
    const more: Message[] = [...talk, { role: 'assistant', text: 'Done.', reasoning: '', toolCalls: [] }]
    const bare = (messages: readonly Message[]) =>
      wires[api].body(to, messages, tools, { model: 'm' }).replaceAll(',"cache_control":{"type":"ephemeral"}', '')
    const first = bare(talk)
    const messagesEnd = first.lastIndexOf(api === 'responses' ? '],"tools"' : ']}]')
    expect(bare([...more, { role: 'user', text: 'And now?' }]).startsWith(first.slice(0, messagesEnd))).toBe(true)
  })
})

it.each([
  ['chat-completions', 7],
  ['responses', undefined],
  ['messages', undefined],
] as const)(
  'a request in %s holds the profile’s own fields, but never in place of what the answer is read by',
  async (api, seed) => {
    const extraBody = { stream: false, messages: [], input: [], metadata: { user_id: 'x' }, top_k: 3 }
    const body = await bodyOf(api, { messages: talk }, { extraBody, topP: 0.5, seed: 7 })
    expect(body).toMatchObject({ stream: true, top_p: 0.5, top_k: 3, metadata: { user_id: 'x' } })
    // The other APIs have no such field.
    expect(body.seed).toBe(seed)
    expect([body.messages, body.input].flat().filter(Boolean)).not.toHaveLength(0)
    const own = await bodyOf(api, { messages: talk }, { extraBody: { seed: 8, top_p: 0.1 }, topP: 0.5, seed: 7 })
    expect(own).toMatchObject({ seed: 8, top_p: 0.1 })
  },
)

it('sends Gemini’s endpoint no seed, which it refuses, unless the user’s own fields have one', () => {
  const baseUrl = 'https://generativelanguage.googleapis.com/v1beta/openai'
  const parametersWith = (more: Partial<ModelProfile>) =>
    clientFor('', { profile: { api: 'chat-completions', baseUrl, seed: 7, ...more } }).parameters(
      bound,
      requestFor(rich),
    )
  expect(parametersWith({})).not.toHaveProperty('seed')
  expect(parametersWith({ extraBody: { seed: 8 } })).toMatchObject({ seed: 8 })
})

it('asks Responses to store nothing and to hand over its reasoning', async () => {
  const body = await bodyOf('responses', rich, { reasoningEffort: 'high', maxOutputTokens: 500 })
  expect(body).toMatchObject({
    store: false,
    include: ['reasoning.encrypted_content'],
    reasoning: { effort: 'high', summary: 'auto' },
    max_output_tokens: 500,
    tool_choice: { type: 'function', name: 'read_file' },
    tools: [{ type: 'function', name: 'read_file', strict: false }],
  })
  expect(body.input.slice(2, 4)).toEqual([
    { type: 'function_call', call_id: 'call:1', name: 'read_file', arguments: '{ "path" :"x.js"}' },
    { type: 'function_call', call_id: 'b', name: 'read_file_', arguments: '{"invalid_arguments":"broken"}' },
  ])
})

it('gives Messages its turns, and marks what is to be cached', async () => {
  const body = await bodyOf('messages', { ...rich, toolChoice: 'auto' })
  const mark = { cache_control: { type: 'ephemeral' } }
  expect(body.system).toEqual([{ type: 'text', text: 'Be precise.', ...mark }])
  expect(body.tools).toEqual([{ name: 'read_file', description: 'Reads.', input_schema: tools[0].parameters }])
  expect(body.messages).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Fix it.', ...mark }] },
    {
      role: 'assistant',
      content: [
        { type: 'tool_use', id: 'call_1', name: 'read_file', input: { path: 'x.js' } },
        { type: 'tool_use', id: 'b', name: 'read_file_', input: { invalid_arguments: 'broken' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'call_1', content: 'contents' },
        { type: 'tool_result', tool_use_id: 'b', content: '(no output)', is_error: true, ...mark },
      ],
    },
  ])
})

it('lets the user have the first and the last word in Messages, and sends no empty text', async () => {
  const messages: Message[] = [
    { role: 'assistant', text: 'Hello.', reasoning: '', toolCalls: [] },
    { role: 'user', text: '  ' },
    { role: 'system', text: 'Later rule.' },
    { role: 'assistant', text: 'Half', reasoning: '', toolCalls: [] },
  ]
  const body = await bodyOf('messages', { messages })
  const said = body.messages.map(({ role, content }: { role: string; content: { text: string }[] }) => [
    role,
    ...content.map(({ text }) => text),
  ])
  expect(said).toEqual([
    ['user', 'Continue.'],
    ['assistant', 'Hello.'],
    ['user', 'Later rule.'],
    ['assistant', 'Half'],
    ['user', 'Continue.'],
  ])
})

describe('effort in Messages', () => {
  it.each([
    ['medium', 'auto', { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'medium' } }],
    ['none', 'auto', { thinking: { type: 'disabled' } }],
    ['high', { tool: 'read_file' }, { thinking: { type: 'disabled' } }],
  ] as const)('%s, with the choice %j', async (reasoningEffort, toolChoice, sent) => {
    expect(await bodyOf('messages', { ...rich, toolChoice }, { reasoningEffort })).toMatchObject(sent)
  })

  it('is a budget for a model that does not know adaptive thinking', async () => {
    server = await openFaultServer(({ response, received }) => {
      const refusal = 'thinking.type: adaptive is not supported for this model'
      if (received.body.includes('adaptive')) refuse(response, 400, { type: 'invalid_request_error', message: refusal })
      else answerWith(response, ...eventsOf('messages'))
    })
    const client = clientFor(server.url, { profile: { api: 'messages', reasoningEffort: 'low' } })
    const { end } = await callOnce(client)
    expect(end.ok).toBe(true)
    expect(JSON.parse(server.received.at(-1)?.body ?? '').thinking).toEqual({ type: 'enabled', budget_tokens: 6400 })
  })

  it('and the limit of an answer is lowered for a model that can’t write as much', async () => {
    server = await openFaultServer(({ response, received }) => {
      const { max_tokens: maxTokens } = JSON.parse(received.body)
      if (maxTokens > 8192)
        refuse(response, 400, { message: `max_tokens: ${maxTokens} > 8192, which is the maximum allowed` })
      else answerWith(response, ...eventsOf('messages'))
    })
    const { end } = await callOnce(clientFor(server.url, { profile: { api: 'messages' } }))
    expect(end.ok).toBe(true)
    expect(server.received).toHaveLength(2)
  })
})

describe('the key and other headers', () => {
  const key = 'canary-key-1234567890'
  it.each([
    ['chat-completions', 'authorization', `Bearer ${key}`],
    ['responses', 'authorization', `Bearer ${key}`],
    ['messages', 'x-api-key', key],
  ] as const)('in %s the key is in its own header and nowhere else (T28)', async (api, header, value) => {
    const { url, received } = await listening(api)
    await callOnce(clientFor(url, { key, profile: { api } }))
    const { [header]: sent, ...others } = received[0]?.headers ?? {}
    expect(sent).toBe(value)
    expect(JSON.stringify([others, received[0]?.body, received[0]?.path])).not.toMatch(
      /canary|stainless|anthropic-sdk/i,
    )
  })

  it.each(['chat-completions', 'responses', 'messages'] as const)(
    'in %s the profile’s headers and query are sent, and the key as they say',
    async (api) => {
      const { url, received } = await listening(api)
      const profile = { api, headers: { 'api-key': '{key}', 'X-Team': 'blue' }, query: { 'api-version': '2026-01-01' } }
      await callOnce(clientFor(url, { key, profile }))
      expect(received[0]?.headers).toMatchObject({ 'api-key': key, 'x-team': 'blue' })
      expect(received[0]?.headers).not.toHaveProperty('authorization')
      expect(received[0]?.headers).not.toHaveProperty('x-api-key')
      expect(received[0]?.path).toMatch(/\?api-version=2026-01-01$/)
    },
  )
})
