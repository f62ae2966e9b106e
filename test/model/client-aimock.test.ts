import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testConnection } from '../../src-main/model/endpoints/test-connection.ts'
import { callOnce, clientFor, profileFor } from '../kit/model-server/model-client.ts'

// A model server that is not ours (T9), with its own fault modes.

const mock = new LLMock({ port: 0, strict: true, logLevel: 'silent' })
beforeAll(() => mock.start())
afterAll(() => mock.stop())
beforeEach(() => {
  mock.reset()
})

const say = (text: string) => ({ messages: [{ role: 'user', text }] }) as const
const client = () => clientFor(`${mock.url}/v1`)
const readCall = { name: 'read_file', arguments: '{"path":"src/total.js"}', id: 'call_1' }
const shellCall = { name: 'shell', arguments: '{"command":"npm test"}', id: 'call_2' }

describe('an answer', () => {
  it('of text streams in parts, with the usage the server counted', async () => {
    mock.onMessage(
      'hello',
      { content: 'Hello there, friend.', usage: { prompt_tokens: 7, completion_tokens: 5 } },
      { chunkSize: 4 },
    )
    const { end, heard } = await callOnce(client(), say('hello'))
    expect(end).toMatchObject({
      ok: true,
      reply: {
        message: { text: 'Hello there, friend.', toolCalls: [] },
        finish: 'stop',
        usage: { input: 7, output: 5, estimated: false },
      },
    })
    expect(heard.text.length).toBeGreaterThan(2)
  })

  it('of reasoning and text keeps them apart', async () => {
    mock.onMessage('think', { content: 'Done.', reasoning: 'Let me think about it.' }, { chunkSize: 5 })
    const { end } = await callOnce(client(), say('think'))
    expect(end).toMatchObject({ ok: true, reply: { message: { text: 'Done.', reasoning: 'Let me think about it.' } } })
  })

  it('of two tool calls comes with whole arguments, and its results can be sent back', async () => {
    mock.on({ userMessage: 'fix', hasToolResult: false }, { toolCalls: [readCall, shellCall] }, { chunkSize: 6 })
    mock.on({ userMessage: 'fix', hasToolResult: true }, { content: 'Both done.' })
    const first = await callOnce(client(), say('fix'))
    if (!first.end.ok) throw new Error(first.end.failure.message)
    const { message } = first.end.reply
    expect(message.toolCalls).toEqual([
      { id: 'call_1', tool: 'read_file', arguments: readCall.arguments, complete: true },
      { id: 'call_2', tool: 'shell', arguments: shellCall.arguments, complete: true },
    ])
    const results = message.toolCalls.map(
      ({ id, tool }) => ({ role: 'tool', callId: id, tool, ok: true, text: 'fine' }) as const,
    )
    const second = await callOnce(client(), { messages: [...say('fix').messages, message, ...results] })
    expect(second.end).toMatchObject({ ok: true, reply: { message: { text: 'Both done.' } } })
  })

  it('that hit its length limit has no complete last call', async () => {
    mock.onMessage('long', { toolCalls: [readCall], finishReason: 'length' })
    const { end } = await callOnce(client(), say('long'))
    expect(end).toMatchObject({ ok: true, reply: { finish: 'length', message: { toolCalls: [{ complete: false }] } } })
  })

  it('of nothing is told', async () => {
    mock.onMessage('nothing', { content: '' })
    const { end } = await callOnce(client(), say('nothing'))
    expect(end).toMatchObject({ ok: false, failure: { kind: 'model-empty' } })
  })
})

describe('a fault', () => {
  it.each([1, 2, 3, 5])('cut after %i chunks of a tool call never yields one', async (truncateAfterChunks) => {
    mock.onMessage('cut', { toolCalls: [shellCall] }, { truncateAfterChunks, chunkSize: 4, latency: 3 })
    const { end, heard } = await callOnce(client(), say('cut'))
    if (end.ok) throw new Error('a cut call was taken for a whole one')
    // Where the server hangs up before its first byte is on the way, nothing of an answer was seen.
    expect(['model-cut-off', 'model-unreachable']).toContain(end.failure.kind)
    expect(heard.retries.length).toBeGreaterThan(1)
  })

  it('of a disconnect after a while is a cut answer', async () => {
    mock.onMessage('gone', { content: 'x'.repeat(400) }, { disconnectAfterMs: 20, chunkSize: 2, latency: 2 })
    const { end } = await callOnce(client(), say('gone'))
    expect(end).toMatchObject({ ok: false, failure: { kind: 'model-cut-off' } })
  })

  it('of 429 with Retry-After is waited for, then answered', async () => {
    mock.onMessage('again', { content: 'There.' })
    mock.nextRequestError(429, { message: 'slow down', type: 'rate_limit_error' })
    const { end, heard } = await callOnce(client(), say('again'))
    expect(end.ok).toBe(true)
    expect(heard.retries).toMatchObject([{ waitMs: 1000, failure: { kind: 'model-rate-limited' } }])
  })

  it('of 503 that stays ends after five tries', async () => {
    mock.onMessage('down', { error: { message: 'overloaded', type: 'server_error' }, status: 503 })
    const { end, heard } = await callOnce(client(), say('down'))
    expect(end).toMatchObject({
      ok: false,
      failure: { kind: 'model-overloaded', detail: expect.stringContaining('tried 5') },
    })
    expect(heard.retries.map((each) => each.waitMs)).toEqual([250, 500, 1000, 2000])
  })

  it.each([
    ['dropped requests', { dropRate: 1 }, 'model-overloaded'],
    ['malformed answers', { malformedRate: 1 }, 'model-malformed'],
    ['disconnects', { disconnectRate: 1 }, 'model-unreachable'],
    ['rate limits', { rateLimitRate: 1 }, 'model-rate-limited'],
  ] as const)('of chaos (%s) ends in its own failure', async (_, chaos, kind) => {
    mock.onMessage('chaos', { content: 'never' }, { chaos })
    const { end } = await callOnce(client(), say('chaos'))
    expect(end).toMatchObject({ ok: false, failure: { kind } })
  })
})

describe('testing a connection', () => {
  const clock = { now: () => 0, elapsed: () => performance.now() }
  const test = (model: string, url = `${mock.url}/v1`) =>
    testConnection(profileFor(url, { model }), null, clock, new AbortController().signal)

  it('lists the models and streams one answer', async () => {
    mock.on({ model: 'test-model' }, { content: 'ready' })
    const found = await test('test-model')
    expect(found).toMatchObject({ ok: true, answer: 'ready', firstTokenMs: expect.any(Number) })
    expect(found.models.length).toBeGreaterThan(0)
  })

  it('says at once what is wrong, and tries nothing twice', async () => {
    mock.on({ model: 'test-model' }, { error: { message: 'overloaded' }, status: 503 })
    expect(await test('test-model')).toMatchObject({ ok: false, failure: { kind: 'model-overloaded' } })
    expect(mock.getRequests().filter((each) => each.path.endsWith('/chat/completions'))).toHaveLength(1)
  })

  it('at an address where nothing listens says so', async () => {
    const gone = new LLMock({ port: 0, logLevel: 'silent' })
    await gone.start()
    const { url } = gone
    await gone.stop()
    expect(await test('x', `${url}/v1`)).toMatchObject({
      ok: false,
      models: [],
      failure: { kind: 'model-unreachable' },
    })
  })
})
