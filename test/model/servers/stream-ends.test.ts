import { afterEach, describe, expect, it } from 'vitest'
import { newProfile } from '../../../src-main/model/endpoints/new-profile.ts'
import { callOnce, clientFor } from '../../kit/model-server/model-client.ts'
import {
  answerWith,
  done,
  type FaultServer,
  openFaultServer,
  say,
  startStream,
} from '../../kit/model-server/model-fault-server.ts'

// What local servers and gateways send less, or otherwise, than the standard says.

let server: FaultServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const answerTo = async (...events: readonly string[]) => {
  server = await openFaultServer(({ response }) => answerWith(response, ...events))
  return (await callOnce(clientFor(server.url))).end
}

describe('[DONE] without a finish reason', () => {
  it('ends an answer of text', async () => {
    expect(await answerTo(say.text('ready'), done)).toMatchObject({ ok: true, reply: { message: { text: 'ready' } } })
    expect(server?.received).toHaveLength(1)
  })

  it('ends an answer of calls; one that has not closed is not run', async () => {
    const end = await answerTo(
      say.call(0, 'a', 'read', '{"path":"x"}'),
      say.call(1, 'b', 'shell', '{"command":"rm'),
      done,
    )
    const toolCalls = [{ complete: true }, { complete: false }]
    expect(end).toMatchObject({ ok: true, reply: { finish: 'tool-calls', message: { toolCalls } } })
  })

  it('counts though the connection stays open, and in pieces', async () => {
    server = await openFaultServer(async ({ response }) => {
      startStream(response)
      for (const piece of [say.text('ready'), 'data: [DO', 'NE]\n', '\n']) {
        response.write(piece)
        await new Promise((next) => setTimeout(next, 5))
      }
    })
    const { end } = await callOnce(clientFor(server.url, { profile: { idleLimitMs: 60_000 } }))
    expect(end).toMatchObject({ ok: true, reply: { message: { text: 'ready' } } })
  })

  it('is no answer if nothing came before it, and no text that says so is the end', async () => {
    expect(await answerTo(done)).toMatchObject({ ok: false, failure: { kind: 'model-cut-off' } })
    await server?.close()
    expect(await answerTo(say.text('\ndata: [DONE]\n'))).toMatchObject({
      ok: false,
      failure: { kind: 'model-cut-off' },
    })
  })
})

describe('the usage counts', () => {
  const usage = (counts: object) => `data: ${JSON.stringify({ choices: [], usage: counts })}\n\n`
  it.each([
    [
      'thinking that is in the total alone',
      { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 6100 },
      { input: 1000, output: 5100, reasoning: 5000 },
    ],
    [
      'and also in the details',
      {
        prompt_tokens: 10,
        completion_tokens: 5,
        total_tokens: 45,
        completion_tokens_details: { reasoning_tokens: 30 },
      },
      { input: 10, output: 35, reasoning: 30 },
    ],
    [
      'input from the cache that is in the total alone',
      { prompt_tokens: 10, completion_tokens: 5, total_tokens: 1015, prompt_tokens_details: { cached_tokens: 1000 } },
      { input: 1010, cachedInput: 1000, output: 5, reasoning: 0 },
    ],
    [
      'no total that is less than its parts',
      { prompt_tokens: 10, completion_tokens: 5, total_tokens: 3 },
      { input: 10, output: 5 },
    ],
  ])('%s', async (_, counts, expected) => {
    const end = await answerTo(say.text('ok'), say.finish('stop'), usage(counts), done)
    expect(end).toMatchObject({ ok: true, reply: { usage: expected } })
  })
})

describe('the limit of silence is longer for', () => {
  it.each([
    'http://localhost:1234/v1',
    'http://127.0.0.1:8080/v1',
    'http://[::1]:8080/v1',
    'http://192.168.1.20:11434/v1',
    'http://10.0.0.5/v1',
    'http://172.20.1.1/v1',
    'http://100.100.3.4/v1',
    'http://[fd00::1]/v1',
    'http://gpu-box:8000/v1',
    'http://studio.local:1234/v1',
  ])('%s', (address) => expect(newProfile('id', 'custom', 'm', address).idleLimitMs).toBe(600_000))
  it.each(['https://api.example.com/v1', 'http://172.32.0.1/v1', 'https://8.8.8.8/v1'])('not for %s', (address) =>
    expect(newProfile('id', 'custom', 'm', address).idleLimitMs).toBe(120_000),
  )
})
