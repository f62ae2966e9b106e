import { afterEach, describe, expect, it } from 'vitest'
import { FailureError } from '../../src-shared/base/failure.ts'
import type { ModelRequest } from '../../src-shared/model/message.ts'
import { bound, callOnce, clientFor, requestFor } from '../kit/model-server/model-client.ts'
import {
  answerWith,
  done,
  event,
  type FaultServer,
  openFaultServer,
  say,
  startStream,
} from '../kit/model-server/model-fault-server.ts'

let server: FaultServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function replyTo(events: readonly string[], over: Partial<ModelRequest> = {}) {
  server = await openFaultServer(({ response }) => answerWith(response, ...events))
  const { end, heard } = await callOnce(clientFor(server.url), over)
  if (!end.ok) throw new Error(end.failure.message)
  return { reply: end.reply, calls: end.reply.message.toolCalls, heard }
}

describe('text and reasoning', () => {
  it.each([
    ['reasoning', { reasoning: 'hm' }],
    ['reasoning_content', { reasoning_content: 'hm' }],
    ['reasoning_details', { reasoning_details: [{ type: 'reasoning.text', text: 'hm' }] }],
    ['two names at once', { reasoning: 'hm', reasoning_details: [{ text: 'hm' }] }],
    ['parts of the content', { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] }],
  ])('reads thinking from %s', async (_, delta) => {
    const { reply, heard } = await replyTo([
      say.delta(delta),
      say.delta({ content: [{ text: 'Yes.' }] }),
      say.finish('stop'),
      done,
    ])
    expect(reply.message).toMatchObject({ reasoning: 'hm', text: 'Yes.' })
    expect(heard).toMatchObject({ reasoning: ['hm'], text: ['Yes.'] })
  })

  it('reads cached and reasoning tokens', async () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 50,
      prompt_tokens_details: { cached_tokens: 80 },
      completion_tokens_details: { reasoning_tokens: 30 },
    }
    const { reply } = await replyTo([say.text('ok'), say.finish('stop'), event({ choices: [], usage }), done])
    expect(reply.usage).toEqual({ input: 100, cachedInput: 80, output: 50, reasoning: 30, estimated: false })
  })

  it.each([-5, 1e308])('a server that counts %d tokens has not counted', async (wrong) => {
    const usage = {
      prompt_tokens: wrong,
      completion_tokens: wrong,
      completion_tokens_details: { reasoning_tokens: wrong },
    }
    const { reply } = await replyTo([say.text('ok'), say.finish('stop'), event({ choices: [], usage }), done])
    expect(reply.usage.estimated).toBe(true)
    const half = { ...usage, prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 99 } }
    const second = await replyTo([say.text('ok'), say.finish('stop'), event({ choices: [], usage: half }), done])
    expect(second.reply.usage).toEqual({ input: 10, cachedInput: 10, output: 4, reasoning: 0, estimated: false })
  })

  it('estimates the usage where the server gives none', async () => {
    const { reply } = await replyTo([say.text('x'.repeat(40)), say.finish('stop'), done])
    expect(reply.usage).toMatchObject({ output: 10, estimated: true })
    expect(reply.usage.input).toBe(Math.ceil((server?.received[0]?.body.length ?? 0) / 4))
  })

  it('ends before a stop sequence, also where the server takes no notice and cuts it in pieces', async () => {
    const parts = ['Action: look', '\nObs', 'erva', 'tion: made up']
    const { reply, heard } = await replyTo([...parts.map(say.text), say.finish('stop'), done], {
      stop: ['\nObservation:'],
    })
    expect(reply).toMatchObject({ finish: 'stop-sequence', message: { text: 'Action: look' } })
    expect(heard.text.join('')).toBe('Action: look')
  })

  it('keeps what only began like a stop sequence', async () => {
    const { reply } = await replyTo(
      [say.text('a\nObs'), say.text('olete'), say.text('\nOb'), say.finish('stop'), done],
      {
        stop: ['\nObservation:'],
      },
    )
    expect(reply.message.text).toBe('a\nObsolete\nOb')
  })

  it.each([
    ['stop', 'model-empty', 2],
    ['length', 'model-empty', 1],
    ['content_filter', 'model-rejected', 1],
  ] as const)('an answer of nothing that ended with %s is a failure', async (reason, kind, tries) => {
    server = await openFaultServer(({ response }) =>
      answerWith(response, say.role(), say.reasoning('hm'), say.finish(reason), done),
    )
    const { end } = await callOnce(clientFor(server.url))
    expect(end).toMatchObject({ ok: false, failure: { kind } })
    expect(server.received).toHaveLength(tries)
  })
})

it('a hearer that throws ends the call with its own failure, tried once', async () => {
  server = await openFaultServer(({ response }) => answerWith(response, say.text('ok'), say.finish('stop'), done))
  const full = { kind: 'store-failed', message: 'The disk is full.', advice: 'Make room.' } as const
  const delta = () => {
    throw new FailureError(full)
  }
  const handler = { onDelta: delta, onCallDelta: () => {}, onRetry: () => {} }
  const end = await clientFor(server.url).call(bound, requestFor(), handler, new AbortController().signal)
  expect(end).toMatchObject({ ok: false, failure: full })
  expect(server.received).toHaveLength(1)
})

it.each([
  ['comments', ': still there\n\n'],
  ['empty parts', say.text('')],
  ['roles', say.role()],
  ['parts of a call that hold nothing', say.more(0, '')],
])('%s alone do not keep a call for ever, and it is not tried again (T9)', async (_name, sign) => {
  server = await openFaultServer(({ response, closed }) => {
    startStream(response)
    response.write(say.call(0, 'id', 'read_file', '{'))
    const alive = setInterval(() => response.write(sign), 5)
    void closed.then(() => clearInterval(alive))
  })
  const { end } = await callOnce(clientFor(server.url, { profile: { idleLimitMs: 5000, barrenLimitMs: 100 } }))
  expect(end).toMatchObject({ ok: false, failure: { kind: 'model-stalled', message: expect.stringContaining('open') } })
  expect(server.received).toHaveLength(1)
})

it('a stream far longer than the largest event is heard to its end', async () => {
  const comment = `: ${'x'.repeat(60_000)}\r\n\r\n`
  server = await openFaultServer(async ({ response }) => {
    startStream(response)
    for (let sent = 0; sent < 20_000_000; sent += comment.length)
      if (!response.write(comment)) await new Promise((next) => response.once('drain', next))
    response.end(say.text('ok') + say.finish('stop') + done)
  })
  const { end } = await callOnce(clientFor(server.url))
  expect(end).toMatchObject({ ok: true, reply: { message: { text: 'ok' } } })
})

it('an idle limit of years does not end a call at once', async () => {
  server = await openFaultServer(({ response }) => answerWith(response, say.text('ok'), say.finish('stop'), done))
  const { end } = await callOnce(clientFor(server.url, { profile: { idleLimitMs: 10 ** 12 } }))
  expect(end).toMatchObject({ ok: true, reply: { message: { text: 'ok' } } })
})
