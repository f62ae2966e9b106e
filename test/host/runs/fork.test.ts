import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { ForkRequest } from '../../../src-shared/run/fork.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import {
  eventsOf,
  newTestConversation,
  ofType,
  openTestHost,
  runToEnd,
  temporaryFolder,
  testProfile,
} from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

const write = (path: string) => ({ tool: 'write_file', arguments: { path, content: 'x\n' } })

/** A run that wrote two files, one after the other, and what a fork of it is asked with. */
async function world() {
  const files = await temporaryProject({})
  const hanging = { now: false }
  const server = await hostModelServer(({ messages, tools = [] }) => {
    if (hanging.now) return { text: 'half of it', until: new Promise(() => {}) }
    const results = messages.filter((each) => each.role === 'tool').length
    if (results < 2 && tools.length > 0) return { calls: [write(results === 0 ? 'one.txt' : 'two.txt')] }
    return { text: `Done by then: ${results}.` }
  })
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const profile = testProfile(server.url)
  const { message, conversation } = await newTestConversation(host, files.folder, profile)
  const run = await runToEnd(host, message('write two files'))
  const steps = eventsOf(host, run.id).flatMap((event) =>
    event.type === 'model-start' || event.type === 'tool-start' ? [event.path] : [],
  )
  const fork = async (at: number, more: Partial<ForkRequest> = {}) => {
    const path = steps[at] ?? ''
    const usual = { runId: run.id, path, strategy: null, roles: {}, approval: null, message: null, answer: null }
    const made = await ask(host, 'run-fork', { ...usual, ...more })
    return host.runs.untilEnded(made.id)
  }
  return { files, server, hanging, dataFolder, host, conversation, message, run, steps, fork }
}

test('a fork is a sibling that does again only what comes after, says where it is from, and replays', async () => {
  const { files, server, host, conversation, run, steps, fork } = await world()
  const requestCount = server.requests.length
  const made = await fork(2)
  expect(made).toMatchObject({
    status: 'completed',
    text: 'Done by then: 2.',
    forkedFrom: { runId: run.id, path: steps[2], edited: false },
    totals: { modelCalls: 2, toolCalls: 1 },
  })
  expect(server.requests.length - requestCount).toBe(2)
  const { turns } = await ask(host, 'conversation-open', { conversationId: conversation.id })
  expect(turns.map((turn) => [turn.parentId, turn.message])).toEqual([
    [null, 'write two files'],
    [null, 'write two files'],
  ])
  const events = eventsOf(host, made.id)
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index))
  expect(events.filter(ofType('run-resume'))).toEqual([])
  expect(events.filter(ofType('files'))).toHaveLength(2)
  expect(events.findLast(ofType('run-end'))?.messages).toEqual(
    eventsOf(host, run.id)
      .findLast(ofType('run-end'))
      ?.messages.map(() => expect.any(String)),
  )
  expect(await ask(host, 'run-replay', { runId: made.id, verify: true })).toMatchObject({
    divergence: null,
    damage: null,
  })
  expect(await files.read('two.txt')).toBe('x\n')
})

test('with another model the strategy stays; with an edited result the tool does not run', async () => {
  const { server, host, fork } = await world()
  const other = testProfile(server.url, { id: 'prof_other', model: 'other' })
  await ask(host, 'profile-save', { profile: other, key: null })
  const requestCount = server.requests.length
  const made = await fork(1, { roles: { default: 'prof_other' }, answer: { text: 'The disk is full.', calls: [] } })
  expect(server.requests.slice(requestCount).map((each) => each.model)).toEqual(['other', 'other'])
  expect(server.sent[requestCount]).toContain('The disk is full.')
  expect(made).toMatchObject({ status: 'completed', forkedFrom: { edited: true }, totals: { toolCalls: 1 } })
})

test('with a message, or another strategy, it starts from the messages as they stood, and the next turn knows all', async () => {
  const { server, host, message, fork } = await world()
  const requestCount = server.requests.length
  const made = await fork(1, { strategy: { name: 'chat', options: {} }, message: 'What have you done?' })
  expect(made).toMatchObject({ status: 'completed', strategy: { name: 'chat' }, totals: { modelCalls: 1 } })
  const roles = ['system', 'user', 'assistant', 'tool', 'user']
  expect(server.requests[requestCount]?.messages.map((each) => each.role)).toEqual(roles)
  expect(server.requests[requestCount]?.messages.at(-1)?.content).toBe('What have you done?')
  const next = await ask(host, 'run-start', message('And now?', { parentId: made.turnId }))
  await host.runs.untilEnded(next.id)
  expect(
    server.requests
      .at(-1)
      ?.messages.map((each) => each.role)
      .slice(0, 7),
  ).toEqual([...roles, 'assistant', 'user'])
  const silent = await fork(1, { strategy: { name: 'chat', options: {} } })
  const end = eventsOf(host, silent.id).findLast(ofType('run-end'))
  expect(end?.messages).toHaveLength(4)
  expect(await ask(host, 'run-replay', { runId: made.id, verify: true })).toMatchObject({ divergence: null })
  expect(await ask(host, 'run-replay', { runId: silent.id, verify: true })).toMatchObject({ divergence: null })
})

test('a fork of what began with messages of another run brings these to the conversation, too', async () => {
  const { host, fork, run } = await world()
  const chatty = await fork(2, { strategy: { name: 'chat', options: {} }, message: 'What have you done?' })
  const call = eventsOf(host, chatty.id).find(ofType('model-start'))?.path ?? ''
  const usual = { strategy: null, roles: {}, approval: null, message: null, answer: null }
  const again = await ask(host, 'run-fork', { ...usual, runId: chatty.id, path: call })
  await host.runs.untilEnded(again.id)
  const added = (runId: string) => eventsOf(host, runId).findLast(ofType('run-end'))?.messages
  expect(added(again.id)).toHaveLength(added(chatty.id)?.length ?? -1)
  expect(added(again.id)?.[0]).toBe(added(run.id)?.[0])
  expect(await ask(host, 'run-replay', { runId: again.id, verify: true })).toMatchObject({ divergence: null })
})

test('a fork whose host is closed is resumed by the next one, with what was copied and no more', async () => {
  const { server, hanging, dataFolder, host, run, steps } = await world()
  const requestCount = server.requests.length
  hanging.now = true
  const usual = { strategy: null, roles: {}, approval: null, message: null, answer: null }
  const made = await ask(host, 'run-fork', { ...usual, runId: run.id, path: steps[4] ?? '' })
  await expect.poll(() => server.requests.length, { timeout: 10_000 }).toBe(requestCount + 1)
  await host.close()
  hanging.now = false
  const next = await openTestHost({ dataFolder })
  await ask(next, 'run-resume', { runId: made.id })
  expect(await next.runs.untilEnded(made.id)).toMatchObject({
    status: 'completed',
    text: 'Done by then: 2.',
    forkedFrom: { runId: run.id },
    totals: { toolCalls: 0 },
  })
  expect(server.requests).toHaveLength(requestCount + 2)
  expect(await ask(next, 'run-replay', { runId: made.id, verify: true })).toMatchObject({ divergence: null })
})

test('a step that is not there is named, and nothing is written', async () => {
  const { host, run, conversation } = await world()
  const usual = { runId: run.id, strategy: null, roles: {}, approval: null, message: null, answer: null }
  expect(await host.handle('run-fork', { ...usual, path: '77' })).toMatchObject({
    ok: false,
    failure: { kind: 'not-found', message: expect.stringContaining('77') },
  })
  expect((await ask(host, 'conversation-open', { conversationId: conversation.id })).turns).toHaveLength(1)
})
