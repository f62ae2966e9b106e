import { afterEach, describe, expect, it } from 'vitest'
import { callOnce, clientFor } from '../kit/model-server/model-client.ts'
import {
  answerWith,
  done,
  type FaultServer,
  openFaultServer,
  refuse,
  say,
} from '../kit/model-server/model-fault-server.ts'

// T9: what a server answers instead of a stream, and what the user is told.

let server: FaultServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

describe('the server’s own words are shown', () => {
  it.each([
    ['under detail', JSON.stringify({ detail: 'the odd thing' })],
    ['in a list', JSON.stringify({ detail: [{ loc: ['body', 'x'], msg: 'the odd thing' }] })],
    ['at the top', JSON.stringify({ object: 'error', message: 'the odd thing', code: 40001 })],
    ['as error text', JSON.stringify({ error: 'the odd thing' })],
    [
      'of the provider behind',
      JSON.stringify({ error: { message: 'Provider error', metadata: { raw: 'the odd thing' } } }),
    ],
    ['as plain text', 'the odd thing'],
    ['but not all of them', `the odd thing ${'x'.repeat(1_000_000)}`],
  ])('%s', async (_, body) => {
    server = await openFaultServer(({ response }) => response.writeHead(400).end(body))
    const { end } = await callOnce(clientFor(server.url))
    if (end.ok) throw new Error('a refusal was taken for an answer')
    expect(end.failure.message).toContain('the odd thing')
    expect(JSON.stringify(end.failure).length).toBeLessThan(3000)
  })
})

describe('a context overflow', () => {
  it('is not seen in a limit of tokens per minute', async () => {
    server = await openFaultServer(({ response }) => refuse(response, 429, { message: 'Too many tokens per minute' }))
    const { end } = await callOnce(clientFor(server.url))
    expect(end).toMatchObject({ ok: false, failure: { kind: 'model-rate-limited' } })
  })
})

describe('the wait before the next try', () => {
  const waitsAfter = async (headers: Record<string, string>) => {
    server = await openFaultServer(({ response, turn }) => {
      if (turn < 2) refuse(response, 429, { message: 'slow down' }, headers)
      else answerWith(response, say.text('ok'), say.finish('stop'), done)
    })
    const { end, heard } = await callOnce(clientFor(server.url))
    expect(end.ok).toBe(true)
    return heard.retries.map((each) => each.waitMs)
  }

  it('doubles by itself', async () => expect(await waitsAfter({})).toEqual([250, 500]))
  it('follows Retry-After in seconds', async () =>
    expect(await waitsAfter({ 'retry-after': '7' })).toEqual([7000, 7000]))
  it('follows Retry-After as a date', async () =>
    expect(await waitsAfter({ 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT' })).toEqual([9000, 9000]))
  it('follows retry-after-ms first', async () =>
    expect(await waitsAfter({ 'retry-after-ms': '1500', 'retry-after': '7' })).toEqual([1500, 1500]))
  it('takes no notice of a Retry-After that says nothing', async () =>
    expect(await waitsAfter({ 'retry-after': 'soon' })).toEqual([250, 500]))
})
