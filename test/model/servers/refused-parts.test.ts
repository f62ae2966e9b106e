import { afterEach, describe, expect, it } from 'vitest'
import type { ModelRequest } from '../../../src-shared/model/message.ts'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'
import { dialects } from '../../kit/model-server/dialects.ts'
import { callOnce, clientFor } from '../../kit/model-server/model-client.ts'
import { answerWith, type FaultServer, openFaultServer } from '../../kit/model-server/model-fault-server.ts'

// Whatever a refusal names that was sent and can be left out is left out, in whatever words and shape it comes.

let server: FaultServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

type Body = Readonly<Record<string, unknown>>
type Refuses = (body: Body) => unknown

/** A server that answers once nothing is left to refuse. */
async function serve(api: ModelProfile['api'], refuses: Refuses, status = 400) {
  const dialect = dialects.find((each) => each.api === api)
  server = await openFaultServer(({ response, received }) => {
    const error = refuses(JSON.parse(received.body))
    if (error === null) answerWith(response, ...(dialect?.events ?? []))
    else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(error))
  })
  return server
}

async function ask(api: ModelProfile['api'], profile: Partial<ModelProfile>, request: Partial<ModelRequest> = {}) {
  const client = clientFor(server?.url ?? '', { profile: { api, ...profile } })
  const called = await callOnce(client, request)
  const bodies = (): Body[] => (server?.received ?? []).map(({ body }) => JSON.parse(body))
  return { ...called, client, bodies, last: bodies().at(-1) ?? {} }
}

const said = (message: string, more: object = {}) => ({ error: { message, type: 'invalid_request_error', ...more } })

describe('a refused temperature is left out', () => {
  it.each([
    ['messages', said('`temperature` is deprecated for this model.')],
    ['messages', said('temperature: Extra inputs are not permitted')],
    ['messages', said('`temperature` and `top_p` cannot both be specified for this model. Please use only one.')],
    ['chat-completions', said("Unsupported value: 'temperature' does not support 0.2 with this model.")],
    ['chat-completions', said('invalid temperature: only 1 is allowed for this model')],
    ['chat-completions', said('temperature must be 1 for this model')],
    ['chat-completions', said('Only the default (1) value is supported.', { param: 'temperature' })],
    [
      'chat-completions',
      { detail: [{ loc: ['body', 'temperature'], msg: 'Input should be 1', type: 'literal_error' }] },
    ],
    ['chat-completions', [{ error: { code: 400, details: [{ fieldViolations: [{ field: 'temperature' }] }] } }]],
    [
      'chat-completions',
      { error: { message: 'Provider returned error', metadata: { raw: JSON.stringify(said('temperature is odd')) } } },
    ],
    ['chat-completions', said(`litellm.BadRequestError: XException - ${JSON.stringify(said('temperature is odd'))}`)],
    ['responses', said("Unsupported parameter: 'temperature' is not supported with this model.")],
  ] as const)('%s: %j', async (api, error) => {
    await serve(api, (body) => ('temperature' in body ? error : null))
    const { end, last, bodies } = await ask(api, { temperature: 0.2, topP: 0.9 })
    expect(end.ok).toBe(true)
    expect(bodies()).toHaveLength(2)
    expect(last).not.toHaveProperty('temperature')
    expect(last).toHaveProperty('top_p')
  })

  it('and thinking stays as the user chose it, though the refusal names that too', async () => {
    const words = '`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.'
    await serve('messages', (body) => ('temperature' in body && 'thinking' in body ? said(words) : null))
    const { end, last } = await ask('messages', { temperature: 0.2, reasoningEffort: 'high' })
    expect(end.ok).toBe(true)
    expect(last).toMatchObject({ thinking: { type: 'adaptive' } })
    expect(last).not.toHaveProperty('temperature')
  })
})

describe('so is', () => {
  it.each([
    ['a field of the profile’s own', 'safe_prompt', { extraBody: { safe_prompt: true } }],
    ['a limit that has two names', 'max_tokens', { maxOutputTokens: 99 }],
    ['a seed', 'seed', { seed: 7, baseUrl: 'http://127.0.0.1' }],
    ['an effort that is called otherwise', 'reasoning_effort', { reasoningEffort: 'high' }],
  ] as const)('%s', async (_, name, { ...profile }) => {
    const words = name === 'reasoning_effort' ? 'Thinking is not available for this model' : `${name}: no`
    await serve('chat-completions', (body) => (name in body ? said(words) : null), 422)
    const { end, last } = await ask('chat-completions', { ...profile, baseUrl: server?.url ?? '' })
    expect(end.ok).toBe(true)
    expect(last).not.toHaveProperty(name)
  })

  it('everything that one server refuses, one after the other', async () => {
    const refused = ['stream_options', 'top_p', 'temperature', 'max_tokens', 'max_completion_tokens', 'stop']
    await serve('chat-completions', (body) => {
      const found = refused.find((name) => name in body)
      return found === undefined ? null : said(`Unknown name "${found}": Cannot find field.`)
    })
    const profile = { temperature: 0.2, topP: 0.9, maxOutputTokens: 99 }
    const { end, heard, bodies, last, client } = await ask('chat-completions', profile, { stop: ['x'] })
    expect(end.ok).toBe(true)
    expect(heard.retries.map(({ failure }) => failure.message)).toHaveLength(refused.length)
    expect(Object.keys(last)).toEqual(['model', 'stream', 'messages'])
    const before = bodies().length
    await callOnce(client, { stop: ['x'] })
    expect(bodies()).toHaveLength(before + 1)
  })
})

it('calls at the same time, which are all refused, all get their answers', async () => {
  await serve('chat-completions', (body) => {
    const found = ['temperature', 'top_p', 'max_tokens'].find((name) => name in body)
    return found === undefined ? null : said(`Unknown name "${found}": Cannot find field.`)
  })
  const profile = { temperature: 0.2, topP: 0.9, maxOutputTokens: 99 }
  const client = clientFor(server?.url ?? '', { profile })
  const ends = await Promise.all(Array.from({ length: 5 }, async () => (await callOnce(client)).end.ok))
  expect(ends).toEqual([true, true, true, true, true])
})

describe('what is not to blame stays', () => {
  it('if leaving it out changed nothing, it is sent again', async () => {
    await serve('chat-completions', () => said('temperature of the reactor: too high'))
    const { end, bodies, client } = await ask('chat-completions', { temperature: 0.2 })
    expect(end).toMatchObject({ ok: false, failure: { kind: 'model-rejected' } })
    expect(bodies().map((body) => 'temperature' in body)).toEqual([true, false])
    await callOnce(client)
    expect(bodies()[2]).toHaveProperty('temperature')
  })

  it('if the refusal names nothing that was sent', async () => {
    await serve('chat-completions', () => said('messages[3] is odd'))
    const { end, bodies } = await ask('chat-completions', { temperature: 0.2 })
    expect(end.ok).toBe(false)
    expect(bodies()).toHaveLength(1)
  })
})
