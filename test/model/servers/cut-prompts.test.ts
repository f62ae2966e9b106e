import { afterEach, expect, it } from 'vitest'
import { callOnce, clientFor } from '../../kit/model-server/model-client.ts'
import { answerWith, done, type FaultServer, openFaultServer, say } from '../../kit/model-server/model-fault-server.ts'

// A server that cuts a prompt to its own window says nothing of it, but it reports what it read.

let server: FaultServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

/** Requests of these lengths; returns what was told after each. */
async function tell(lengths: readonly number[], inputFor: (tokens: number) => number): Promise<readonly string[]> {
  server = await openFaultServer(({ response, received }) =>
    answerWith(
      response,
      say.text('ok'),
      say.finish('stop'),
      say.usage(inputFor(Math.round(received.body.length / 4)), 5),
      done,
    ),
  )
  const client = clientFor(server.url)
  const told: string[] = []
  for (const length of lengths)
    told.push(
      ...(await callOnce(client, { messages: [{ role: 'user', text: 'word '.repeat(length / 5) }] })).heard.notices,
    )
  return told
}

it('is told once, with what to set', async () => {
  const told = await tell([8000, 30_000, 60_000, 90_000], (tokens) => Math.min(tokens, 4096))
  expect(told).toHaveLength(1)
  expect(told[0]).toMatch(/test-model at http.* read only 4,096 tokens.*num_ctx.*--ctx-size.*Settings/)
})

it('is noticed with a window of any size, once the input stops growing', async () => {
  expect(await tell([30_000, 60_000], (tokens) => Math.min(tokens, 5000))).toHaveLength(1)
})

it.each([
  ['a tokenizer that needs few tokens', (tokens: number) => Math.round(tokens * 0.6)],
  ['a server that reports nothing', () => 0],
])('is not told of %s', async (_, inputFor) => {
  expect(await tell([8000, 30_000, 60_000], inputFor)).toEqual([])
})

it('is not told of a server that does not count tools', async () => {
  const description = 'What it does, and when. '.repeat(400)
  const parameters = { type: 'object', properties: {} }
  const tools = ['a', 'b', 'c'].map((name) => ({ name, description, parameters, effect: 'read' as const }))
  server = await openFaultServer(({ response }) =>
    answerWith(response, say.text('ok'), say.finish('stop'), say.usage(700, 5), done),
  )
  const client = clientFor(server.url)
  const { heard } = await callOnce(client, { messages: [{ role: 'user', text: 'word '.repeat(560) }], tools })
  expect(heard.notices).toEqual([])
})
