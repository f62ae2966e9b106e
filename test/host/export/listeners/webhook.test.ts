import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import { postWebhook } from '../../../../src-main/host/export/listeners/post-webhook.ts'
import { listenerProblem } from '../../../../src-shared/settings/listeners.ts'
import { hostModelServer } from '../../../kit/host/host-model-server.ts'
import {
  collectChanges,
  newTestConversation,
  openTestHost,
  runToEnd,
  testProfile,
} from '../../../kit/host/host-open.ts'
import { temporaryProject } from '../../../kit/project/temporary-project.ts'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver on loopback that replies with these statuses in turn, then with 204. */
async function receiver(statuses: readonly number[] = [], location?: string) {
  const received: Received[] = []
  const waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      response.writeHead(statuses[received.length] ?? 204, location === undefined ? {} : { location }).end()
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
      for (const done of waiting.splice(0)) done()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hook`
  const until = async (count: number) => {
    while (received.length < count) await new Promise<void>((resolve) => waiting.push(resolve))
    return received
  }
  return { url, received, until }
}

async function conversation(reply: Parameters<typeof hostModelServer>[0]) {
  const { folder } = await temporaryProject({ 'a.txt': 'a' })
  const server = await hostModelServer(reply)
  const host = await openTestHost()
  return { host, ...(await newTestConversation(host, folder, testProfile(server.url))) }
}

test('a run that waits and ends is told with figures, signed, and without any of its texts', async () => {
  const { url, received, until } = await receiver()
  const { host, message } = await conversation((_, turn) =>
    turn === 0 ? { calls: [{ tool: 'shell', arguments: { command: 'echo pumpkin' } }] } : { text: 'A pumpkin.' },
  )
  await ask(host, 'settings-write', { webhook: { url, events: ['run-ended', 'run-waiting'] } })
  await ask(host, 'listener-secret-save', { listener: 'webhook', secret: 'a shared secret' })
  const run = await ask(host, 'run-start', message('Where is the pumpkin?', { approval: 'ask' }))
  await until(1)
  await ask(host, 'run-stop', { runId: run.id })
  await until(2)
  const bodies = received.map(({ body }) => JSON.parse(body))
  expect(bodies).toMatchObject([
    { version: 1, event: 'run-waiting', run: { id: run.id, status: 'waiting' } },
    {
      event: 'run-ended',
      run: { id: run.id, status: 'aborted', models: ['scripted'], modelCalls: 1, failure: 'aborted' },
    },
  ])
  for (const { headers, body } of received) {
    expect(body).not.toMatch(/echo|shared secret/)
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const signature = createHmac('sha256', 'a shared secret').update(signed).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
  }
})

test('nothing is sent until an address is set, nor for events that were not chosen', async () => {
  const { url, received } = await receiver()
  const { host, message } = await conversation(() => ({ text: 'Done.' }))
  expect(await ask(host, 'settings-read', {})).toMatchObject({ webhook: { url: '' } })
  const first = await runToEnd(host, message('One'))
  await ask(host, 'settings-write', { webhook: { url, events: ['run-waiting'] } })
  await runToEnd(host, message('Two', { parentId: first.turnId }))
  await host.close()
  expect(received).toEqual([])
})

test('a receiver that is gone is reported once, and holds no run and no exit up', async () => {
  const { host, message } = await conversation(() => ({ text: 'Done.' }))
  const changes = collectChanges(host)
  await ask(host, 'settings-write', { webhook: { url: 'http://127.0.0.1:1/gone', events: ['run-ended'] } })
  const first = await runToEnd(host, message('One'))
  expect(first.status).toBe('completed')
  await host.close()
  expect(changes.flatMap((change) => (change.kind === 'notice' ? change.text : []))).toEqual([
    'The webhook at 127.0.0.1:1 did not take a message. It can’t be reached. Check the address in Settings → Integrations.',
  ])
})

test('a message is repeated while the receiver is busy, and not after it refused or redirected it', async () => {
  const send = async (statuses: readonly number[], location?: string) => {
    const { url, received } = await receiver(statuses, location)
    const failure = await postWebhook({ url, body: '{}', headers: () => ({}) }, [1, 1, 1], async () => true)
    return [received.length, failure?.message.replace(/^.*message\. /, '') ?? null]
  }
  const other = await receiver()
  expect(await send([503, 429])).toEqual([3, null])
  expect(await send([500, 500, 500, 500, 500])).toEqual([4, 'It replied with status 500.'])
  expect(await send([400])).toEqual([1, 'It replied with status 400.'])
  expect(await send([307], other.url)).toEqual([1, 'It replied with status 307.'])
  expect(other.received).toEqual([])
})

test('a test message names no run, and says why it failed', async () => {
  const { url, received } = await receiver([204, 401])
  const host = await openTestHost()
  expect(await host.handle('webhook-test', {})).toMatchObject({ failure: { message: 'No webhook is set.' } })
  await ask(host, 'settings-write', { webhook: { url, events: [] } })
  await ask(host, 'webhook-test', {})
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({ version: 1, event: 'test', at: expect.any(String) })
  expect(await host.handle('webhook-test', {})).toMatchObject({
    failure: { message: expect.stringContaining('It replied with status 401.') },
  })
})

test('only http addresses without a password are taken, and a secret is never given out again', async () => {
  expect(['', 'http://localhost:1/a', 'https://x.example'].map(listenerProblem)).toEqual([null, null, null])
  for (const bad of ['file:///etc/passwd', 'x', 'ftp://x', 'https://me:pass@x.example'])
    expect(listenerProblem(bad)).not.toBeNull()
  const host = await openTestHost()
  const refused = await host.handle('settings-write', { webhook: { url: 'file:///etc/passwd', events: [] } })
  expect(refused.ok).toBe(false)
  await ask(host, 'listener-secret-save', { listener: 'webhook', secret: 'canary-secret' })
  expect(await ask(host, 'listener-secrets', {})).toEqual(['webhook'])
  expect(JSON.stringify(await ask(host, 'settings-read', {}))).not.toContain('canary')
  await ask(host, 'listener-secret-save', { listener: 'webhook', secret: '' })
  expect(await ask(host, 'listener-secrets', {})).toEqual([])
})
