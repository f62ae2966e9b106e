import { LLMock } from '@copilotkit/aimock'
import { expect, onTestFinished, test } from 'vitest'
import { eventsOf, newTestConversation, ofType, openTestHost, runToEnd, testProfile } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

/** A model server that is not ours, spoken to over HTTP through the whole host. */
async function openMock(): Promise<LLMock> {
  const mock = new LLMock({ port: 0, strict: true, logLevel: 'silent' })
  await mock.start()
  onTestFinished(() => mock.stop())
  return mock
}
const readIt = { toolCalls: [{ name: 'read_file', arguments: JSON.stringify({ path: 'secret.txt' }) }] }

test('a run with tools over a server that is not ours', async () => {
  const files = await temporaryProject({ 'secret.txt': 'the word is heron\n' })
  const mock = await openMock()
  mock.on({ hasToolResult: false, userMessage: /word/ }, readIt, { chunkSize: 7 })
  mock.on(
    { hasToolResult: true, toolResultContains: 'heron' },
    { content: 'The word is heron.', reasoning: 'I have read it.' },
  )
  const host = await openTestHost()
  const talk = await newTestConversation(host, files.folder, testProfile(`${mock.url}/v1`))
  const run = await runToEnd(host, talk.message('What is the word?'))
  expect(run).toMatchObject({
    status: 'completed',
    text: 'The word is heron.',
    totals: { modelCalls: 2, toolCalls: 1 },
  })
  expect(mock.getRequests()).toHaveLength(2)
})

test('its "429, try again" is waited for and shown, and the run goes on', async () => {
  const files = await temporaryProject({})
  const mock = await openMock()
  mock.on({ userMessage: /hello/ }, { content: 'Hello to you.' })
  mock.nextRequestError(429, { message: 'slow down', type: 'rate_limit_error' })
  const host = await openTestHost()
  const talk = await newTestConversation(host, files.folder, testProfile(`${mock.url}/v1`))
  const run = await runToEnd(host, talk.message('hello'))
  expect(run).toMatchObject({ status: 'completed', text: 'Hello to you.', totals: { retries: 1 } })
  expect(eventsOf(host, run.id).find(ofType('model-retry'))?.failure.kind).toBe('model-rate-limited')
})

test('a tool call that it cuts off in the middle is never run, and the run says what happened (T9)', async () => {
  const files = await temporaryProject({})
  const mock = await openMock()
  const content = 'x'.repeat(400)
  const write = { toolCalls: [{ name: 'write_file', arguments: JSON.stringify({ path: 'cut.txt', content }) }] }
  mock.on({ userMessage: /write/ }, write, { chunkSize: 20, truncateAfterChunks: 5 })
  const host = await openTestHost()
  const talk = await newTestConversation(host, files.folder, testProfile(`${mock.url}/v1`))
  const run = await runToEnd(host, talk.message('write it', { strategy: { name: 'tool-loop', options: {} } }))
  expect(run.status).toBe('failed')
  expect(run.failure?.advice).not.toBe('')
  expect(eventsOf(host, run.id).some(ofType('tool-begin'))).toBe(false)
  await expect(files.read('cut.txt')).rejects.toThrow()
}, 60_000)

test('a key that it refuses fails the run with what to do, and without the key (T28)', async () => {
  const files = await temporaryProject({})
  const mock = await openMock()
  mock.on({ userMessage: /hello/ }, { content: 'never said' })
  mock.nextRequestError(401, {
    message: 'Incorrect API key provided: sk-canary-0123456789',
    type: 'invalid_request_error',
  })
  const host = await openTestHost()
  const talk = await newTestConversation(host, files.folder, testProfile(`${mock.url}/v1`), 'sk-canary-0123456789')
  const run = await runToEnd(host, talk.message('hello'))
  expect(run).toMatchObject({ status: 'failed', failure: { kind: 'model-key-refused' } })
  expect(JSON.stringify([run, eventsOf(host, run.id)])).not.toContain('sk-canary')
})
