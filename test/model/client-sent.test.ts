import { afterEach, describe, expect, it } from 'vitest'
import { requestText } from '../../src-main/model/chat/encode-request.ts'
import { createModelClient } from '../../src-main/model/client.ts'
import type { Message, ModelRequest } from '../../src-shared/model/message.ts'
import type { ModelProfile } from '../../src-shared/settings/settings.ts'
import { bound, callOnce, clientFor, profileFor, recipient, requestFor } from '../kit/model-server/model-client.ts'
import {
  answerWith,
  done,
  type FaultServer,
  openFaultServer,
  refuse,
  say,
} from '../kit/model-server/model-fault-server.ts'

let server: FaultServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const ok = [say.text('ok'), say.finish('stop'), done]
const listening = async () => {
  server = await openFaultServer(({ response }) => answerWith(response, ...ok))
  return server
}

const rich: Partial<ModelRequest> = {
  messages: [
    { role: 'system', text: 'You are “precise” — ünïcödé, \u0000, 👩‍💻 and half: \ud83d' },
    { role: 'user', text: 'Fix it.\n\t"quoted" \\ back' },
    {
      role: 'assistant',
      text: '',
      reasoning: 'never sent back',
      toolCalls: [{ id: 'a', tool: 'read_file', arguments: '{ "path" :"x.js"}', complete: true }],
    },
    { role: 'tool', callId: 'a', tool: 'read_file', ok: true, text: 'contents' },
  ],
  tools: [{ name: 'read_file', description: 'Reads.', parameters: { type: 'object', properties: {} }, effect: 'read' }],
  toolChoice: { tool: 'read_file' },
  stop: ['\nObservation:'],
  temperature: 0.2,
}

describe('what is sent', () => {
  it('is byte for byte what is rebuilt from messages, tools and the parameters of the log', async () => {
    const { url, received } = await listening()
    const client = clientFor(url, { profile: { maxOutputTokens: 500, reasoningEffort: 'low' } })
    // Through JSON, as the log keeps them.
    const parameters = JSON.parse(JSON.stringify(client.parameters(bound, requestFor(rich))))
    await callOnce(client, rich)
    expect(received[0]?.body).toBe(requestText(recipient, rich.messages ?? [], rich.tools ?? [], parameters))
    expect(received[0]?.body).not.toContain('never sent back')
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      model: 'test-model',
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.2,
      max_tokens: 500,
      reasoning_effort: 'low',
      stop: ['\nObservation:'],
      tool_choice: { type: 'function', function: { name: 'read_file' } },
    })
  })

  it('holds nothing that is not set', async () => {
    const { url, received } = await listening()
    await callOnce(clientFor(url), { toolChoice: 'none' })
    expect(Object.keys(JSON.parse(received[0]?.body ?? ''))).toEqual(['model', 'stream', 'stream_options', 'messages'])
  })

  it('names the model of the run, which may be another than the profile’s', async () => {
    const { url, received } = await listening()
    const client = clientFor(url)
    await client.call(
      { ...bound, model: 'another' },
      requestFor(),
      { onDelta: () => {}, onCallDelta: () => {}, onRetry: () => {} },
      new AbortController().signal,
    )
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ model: 'another' })
  })

  it('tells nothing of the user’s machine, and what the environment adds is left out (T28)', async () => {
    const added = {
      OPENAI_CUSTOM_HEADERS: 'X-Extra: leak',
      OPENAI_ORG_ID: 'org-leak',
      OPENAI_API_KEY: 'sk-leak-leak-leak',
    }
    Object.assign(process.env, added)
    try {
      const { url, received } = await listening()
      await callOnce(clientFor(url))
      const headers = received[0]?.headers ?? {}
      expect(JSON.stringify(headers)).not.toMatch(/stainless|leak|openai|linux|darwin|win32/i)
      expect(headers.authorization).toBeUndefined()
      expect(headers['user-agent']).toBe('Stratagem')
    } finally {
      for (const name of Object.keys(added)) delete process.env[name]
    }
  })

  it('goes over the same connection again after a whole answer', async () => {
    const ports = new Set<number | undefined>()
    server = await openFaultServer(({ response }) => {
      ports.add(response.socket?.remotePort)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(ok.join(''))
      setImmediate(() => response.end())
    })
    const client = clientFor(server.url)
    for (let call = 0; call < 5; call++) {
      await callOnce(client)
      await new Promise((next) => setImmediate(() => setImmediate(next)))
    }
    expect(ports.size).toBeLessThan(5)
  })
})

describe('the key', () => {
  const key = 'canary-key-1234567890'

  it('is sent in its own header and nowhere else', async () => {
    const { url, received } = await listening()
    await callOnce(clientFor(url, { key: ` ${key}\n` }))
    const { authorization, ...others } = received[0]?.headers ?? {}
    expect(authorization).toBe(`Bearer ${key}`)
    expect(JSON.stringify([others, received[0]?.body, received[0]?.path])).not.toContain(key)
  })

  it.each([401, 400, 429, 500])('is in no failure, though the server repeats it (%i, T28)', async (status) => {
    server = await openFaultServer(({ response, received }) =>
      refuse(response, status, { message: `Bad: ${received.headers.authorization}, sk-proj-abcdefgh12345678` }),
    )
    const { end, heard } = await callOnce(clientFor(server.url, { key }))
    expect(end.ok).toBe(false)
    expect(JSON.stringify([end, heard])).not.toMatch(/canary|abcdefgh/)
  })

  it.each(['two words', 'schlüssel', 'a\u0000b', 'line\nbreak'])(
    'that can be none is refused unsent: %j',
    async (odd) => {
      const { url, received } = await listening()
      const { end } = await callOnce(clientFor(url, { key: odd }))
      expect(end).toMatchObject({ ok: false, failure: { kind: 'model-key-refused' } })
      expect(JSON.stringify(end)).not.toContain(odd)
      expect(received).toHaveLength(0)
    },
  )

  it('that can’t be read is told', async () => {
    const profile = profileFor('http://127.0.0.1:9/v1')
    const client = createModelClient({
      profileOf: () => profile,
      keyOf: () => Promise.reject(new Error('the keychain is locked')),
      clock: { now: () => 0, elapsed: () => 0 },
      random: () => 0,
      wait: async () => 'over',
    })
    const { end } = await callOnce(client)
    expect(end).toMatchObject({
      ok: false,
      failure: {
        kind: 'model-key-refused',
        detail: 'the keychain is locked',
        advice: expect.stringContaining('Unlock'),
      },
    })
  })
})

describe('a parameter that the endpoint refuses', () => {
  const cases: readonly [string, string, Partial<ModelProfile>, Partial<ModelRequest>, unknown][] = [
    ['stream_options', 'Unrecognized request argument supplied: stream_options', {}, {}, undefined],
    ['stop', "Unsupported parameter: 'stop' is not supported with this model.", {}, { stop: ['x'] }, undefined],
    [
      'temperature',
      "Unsupported value: 'temperature' does not support 0.2 with this model.",
      {},
      { temperature: 0.2 },
      undefined,
    ],
    [
      'max_tokens',
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { maxOutputTokens: 9 },
      {},
      undefined,
    ],
    [
      'reasoning_effort',
      "Unsupported parameter: 'reasoning_effort' is not supported with this model.",
      { reasoningEffort: 'high' },
      {},
      undefined,
    ],
  ]
  it.each(cases)('%s is left out at once, told, and not tried again', async (name, words, profile, request, left) => {
    server = await openFaultServer(({ response, received }) => {
      if (name in JSON.parse(received.body)) refuse(response, 400, { message: words })
      else answerWith(response, ...ok)
    })
    const client = clientFor(server.url, { profile })
    const { end, heard } = await callOnce(client, request)
    expect(end.ok).toBe(true)
    expect(heard.retries).toMatchObject([{ waitMs: 0, failure: { message: expect.stringContaining(name) } }])
    await callOnce(client, request)
    expect(server.received.map((each) => JSON.parse(each.body)[name] === left)).toEqual([false, true, true])
  })

  it('max_tokens is sent under its other name', async () => {
    server = await openFaultServer(({ response, received }) => {
      if ('max_tokens' in JSON.parse(received.body)) refuse(response, 400, { message: cases[3]?.[1] })
      else answerWith(response, ...ok)
    })
    await callOnce(clientFor(server.url, { profile: { maxOutputTokens: 9 } }))
    expect(JSON.parse(server.received[1]?.body ?? '')).toMatchObject({ max_completion_tokens: 9 })
  })

  it('ends in a refusal where the server goes on naming it', async () => {
    server = await openFaultServer(({ response }) => refuse(response, 400, { message: 'unknown: stream_options' }))
    const { end } = await callOnce(clientFor(server.url))
    expect(end).toMatchObject({ ok: false, failure: { kind: 'model-rejected' } })
    expect(server.received).toHaveLength(2)
  })
})

describe('an answer of calls alone', () => {
  const called: Message = {
    role: 'assistant',
    text: '',
    reasoning: '',
    toolCalls: [{ id: 'a', tool: 'read', arguments: '{"content":null}', complete: true }],
  }
  it.each([
    [500, "{'loc': ('body', 'messages', 2, 'content'), 'msg': 'Input should be a valid string', 'input': None}"],
    [400, 'invalid message content type: <nil>'],
    [422, 'messages[1].content must not be null'],
  ])('is sent again with an empty text if its null is refused with %i %s', async (status, words) => {
    server = await openFaultServer(({ response, received: { body } }) => {
      if (JSON.parse(body).messages[0].content === null) refuse(response, status, { message: words })
      else answerWith(response, ...ok)
    })
    const client = clientFor(server.url)
    for (const waits of [[0], []]) {
      const { end, heard } = await callOnce(client, { messages: [called] })
      expect(end.ok).toBe(true)
      expect(heard.retries.map(({ waitMs }) => waitMs)).toEqual(waits)
    }
    const sent = server.received.map(({ body }) => JSON.parse(body).messages[0])
    expect(sent.map(({ content }) => content)).toEqual([null, '', ''])
    expect(sent[1].tool_calls[0].function.arguments).toBe('{"content":null}')
  })
})

describe('the cost', () => {
  const price = { input: 2, cachedInput: 0.5, output: 8 }
  const events = [say.text('ok'), say.finish('stop'), say.usage(1_000_000, 500_000), done]

  it.each([
    [price, 6],
    [null, null],
  ] as const)('is usage times price, and unknown without one', async (usage, cost) => {
    server = await openFaultServer(({ response }) => answerWith(response, ...events))
    const { end } = await callOnce(clientFor(server.url, { profile: { price: usage } }))
    expect(end).toMatchObject({ ok: true, cost })
  })
})
