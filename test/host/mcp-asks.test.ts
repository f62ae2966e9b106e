import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../src-main/host/api/host-client.ts'
import type { StoredEvent } from '../../src-shared/run/event.ts'
import { hostModelServer } from '../kit/host/host-model-server.ts'
import {
  eventsOf,
  newTestConversation,
  ofType,
  openTestHost,
  temporaryFolder,
  testProfile,
  untilEvent,
} from '../kit/host/host-open.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

type StepStart = Extract<StoredEvent, { type: 'step-start' }>

const script = join(import.meta.dirname, '../kit/mcp/fake-mcp-server.js')
const server = {
  name: 'bar',
  transport: { kind: 'stdio', command: process.execPath, args: [script, 'asking'], env: {} },
  enabled: true,
  off: [],
  reads: [],
} as const

async function asked(tool: string) {
  const dataFolder = await temporaryFolder()
  const files = await temporaryProject({})
  const model = await hostModelServer(({ messages }) => {
    const last = messages.at(-1)
    if (last?.role === 'tool') return { text: `Done: ${String(last.content)}` }
    return JSON.stringify(messages).includes('Think of a number')
      ? { text: 'Seven.' }
      : { calls: [{ tool, arguments: {} }] }
  })
  const host = await openTestHost({ dataFolder })
  const talk = await newTestConversation(host, files.folder, testProfile(model.url))
  await ask(host, 'mcp-save', { server, before: null })
  await ask(host, 'mcp-test', { server, projectId: null })
  const run = await ask(host, 'run-start', talk.message('Go.', { approval: 'everything' }))
  const { path, ask: question } = await untilEvent(host, run.id, ofType('step-start'))
  const answer = async (text: string) => {
    await ask(host, 'run-answer', { runId: run.id, path, answer: text })
    await host.runs.untilEnded(run.id)
  }
  /** With the log alone. */
  const replayed = async () => {
    await host.close()
    const again = await openTestHost({ dataFolder })
    await ask(again, 'mcp-remove', { name: 'bar' })
    return await ask(again, 'run-replay', { runId: run.id, verify: true })
  }
  const result = () => {
    const [end] = eventsOf(host, run.id).filter(ofType('tool-end'))
    return end?.outcome.ok === true ? end.outcome.value.text : ''
  }
  return { host, run, path, question, answer, result, replayed, model }
}

test('a server’s page is a link that the user opens, and a replay needs neither', async () => {
  const { question, answer, result, replayed } = await asked('mcp__bar__visit')
  expect(question).toMatchObject({
    question: { link: 'https://accounts.example/connect?x=1', options: ['Decline', 'Opened'] },
  })
  await answer('Opened')
  expect(JSON.parse(result())).toMatchObject({ action: 'accept' })
  expect(await replayed()).toMatchObject({ divergence: null })
})

test('a call that needs a page first is made again once the user has finished there', async () => {
  const { host, run, path, result } = await asked('mcp__bar__locked')
  await ask(host, 'run-answer', { runId: run.id, path, answer: 'Opened' })
  const second = await untilEvent(
    host,
    run.id,
    (each): each is StepStart => each.type === 'step-start' && each.path !== path,
  )
  await ask(host, 'run-answer', { runId: run.id, path: second.path, answer: 'I have finished there' })
  await host.runs.untilEnded(run.id)
  expect(result()).toBe('open')
})

test('a server’s form is a question in the run; its answer goes to the server, and a replay needs none', async () => {
  const { path, question, answer, result, replayed } = await asked('mcp__bar__order')
  expect(path).toMatch(/\.ask$/)
  expect(question).toMatchObject({
    question: { form: [{ name: 'drink', kind: 'choice', required: true }, { name: 'cups' }, { name: 'hot' }] },
  })
  await answer('{"drink":"tea","cups":"2"}')
  expect(JSON.parse(result())).toEqual({ action: 'accept', content: { drink: 'tea', cups: 2 } })
  expect(await replayed()).toMatchObject({ divergence: null })
})

test('a server’s request to the model is asked about, called in the run’s budget, and replayed without either', async () => {
  const { host, run, question, answer, result, replayed, model } = await asked('mcp__bar__think')
  expect(JSON.stringify(question)).toContain('Think of a number.')
  await answer('Allow once')
  expect(JSON.parse(result())).toMatchObject({ role: 'assistant', content: { text: 'Seven.' } })
  // It is a model call of the run, with nothing but what the server asked.
  const calls = eventsOf(host, run.id).filter(ofType('model-end'))
  expect(calls.map(({ path }) => path)).toContainEqual(expect.stringMatching(/\.model$/))
  const sent = model.requests.find(({ messages }) => JSON.stringify(messages).includes('Think of a number'))
  expect(sent?.messages.map(({ role }) => role)).toEqual(['system', 'user'])
  expect(sent?.tools ?? []).toEqual([])
  expect(sent).toMatchObject({ max_tokens: 50, stop: ['END'] })
  expect(await replayed()).toMatchObject({ divergence: null })
})

test('a denied request reaches no model', async () => {
  const { answer, result, model } = await asked('mcp__bar__think')
  await answer('Deny')
  expect(result()).toContain('did not allow it')
  expect(model.requests).toHaveLength(2)
})
