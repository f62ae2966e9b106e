import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import {
  collectChanges,
  gate,
  newTestConversation,
  openTestHost,
  temporaryFolder,
  testProfile,
} from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

async function openTalk(until: Promise<void> | undefined = undefined) {
  const files = await temporaryProject({})
  const server = await hostModelServer((_asked, turn) =>
    turn === 0 && until !== undefined ? { text: 'one', until } : { text: 'more' },
  )
  const host = await openTestHost()
  const talk = await newTestConversation(host, files.folder, testProfile(server.url))
  const chain = async () => {
    const { turns } = await ask(host, 'conversation-open', { conversationId: talk.conversation.id })
    return turns.map(({ id, message, parentId, runs }) => ({
      id,
      message,
      parentId,
      ended: runs.every((r) => r.endedAt),
    }))
  }
  return { host, talk, chain, server }
}
const atEnd = { atEnd: true as const }

test('messages sent at once to the same turn follow each other and make no branch', async () => {
  const { host, talk, chain, server } = await openTalk()
  const first = await ask(host, 'run-start', talk.message('first', atEnd))
  await host.runs.untilEnded(first.id)
  const parentId = first.turnId
  // The window knows of the first turn alone; the second and third are sent before it is told of any.
  const sent = ['second', 'third'].map((text) => ask(host, 'run-start', talk.message(text, { parentId, ...atEnd })))
  await Promise.all(sent)
  // It is a turn of its own, or the run that answered the second took it up.
  await expect.poll(() => server.sent.at(-1)).toContain('third')
  await expect.poll(async () => (await chain()).every((each) => each.ended)).toBe(true)
  const turns = await chain()
  expect(turns.map((each) => each.parentId)).toEqual([null, ...turns.slice(0, -1).map((each) => each.id)])
  expect(turns.map((each) => each.message)).toEqual(expect.arrayContaining(['first', 'second']))
})

test('a branch that was asked for is made, and a message to a run that works is queued for it', async () => {
  const door = gate()
  const { host, talk, chain } = await openTalk(door.passed)
  const changes = collectChanges(host)
  const run = await ask(host, 'run-start', talk.message('go'))
  expect(await ask(host, 'run-start', talk.message('and this', { parentId: null, ...atEnd }))).toMatchObject({
    id: run.id,
  })
  expect(changes.filter((each) => each.kind === 'queue')).toMatchObject([{ waiting: ['and this'] }])
  await ask(host, 'run-start', talk.message('beside', { parentId: null }))
  door.open()
  await expect.poll(async () => (await chain()).length).toBe(3)
  const parents = Object.fromEntries((await chain()).map((each) => [each.message, each.parentId]))
  expect(parents).toEqual({ go: null, beside: null, 'and this': run.turnId })
})

test('a queued message that is sent now stops the run and is the next turn; the others go to its run', async () => {
  const door = gate()
  const { host, talk, chain, server } = await openTalk(door.passed)
  const { id: runId, turnId } = await ask(host, 'run-start', talk.message('go'))
  for (const message of ['later', 'now']) await ask(host, 'run-queue', { runId, message })
  const gone = { runId, message: 'no longer queued', queued: true }
  await expect(ask(host, 'run-send-now', gone)).rejects.toThrow('changed in the meantime')
  await ask(host, 'run-send-now', { runId, message: 'now', queued: true })
  expect(await host.runs.untilEnded(runId)).toMatchObject({ status: 'aborted' })
  door.open()
  await expect.poll(() => server.sent.at(-1)).toContain('later')
  await expect.poll(async () => (await chain()).every((each) => each.ended)).toBe(true)
  expect((await chain())[1]).toMatchObject({ message: 'now', parentId: turnId })
  expect(await ask(host, 'run-queue-read', { runId })).toEqual([])
})

test('a message that is typed and sent now goes before those that wait', async () => {
  const door = gate()
  const { host, talk, chain } = await openTalk(door.passed)
  const { id: runId } = await ask(host, 'run-start', talk.message('go'))
  await ask(host, 'run-queue', { runId, message: 'later' })
  await ask(host, 'run-send-now', { runId, message: 'typed', queued: false })
  door.open()
  await expect.poll(async () => (await chain()).map((each) => each.message)).toContain('typed')
  await expect.poll(async () => (await chain()).every((each) => each.ended)).toBe(true)
  expect((await chain())[1]?.message).toBe('typed')
})

test('a queued message comes back to its conversation if the run is stopped', async () => {
  const door = gate()
  const { host, talk } = await openTalk(door.passed)
  const changes = collectChanges(host)
  const run = await ask(host, 'run-start', talk.message('go'))
  await ask(host, 'run-queue', { runId: run.id, message: 'keep me', images: [] })
  await ask(host, 'run-stop', { runId: run.id })
  await host.runs.untilEnded(run.id)
  await expect
    .poll(() => changes.filter((each) => each.kind === 'unsent'))
    .toEqual([{ kind: 'unsent', conversationId: talk.conversation.id, message: 'keep me', images: [] }])
  door.open()
})

test('queued messages can be changed, and wait for their run when the app was closed', async () => {
  const dataFolder = await temporaryFolder()
  const files = await temporaryProject({})
  const door = gate()
  const server = await hostModelServer((_asked, turn) =>
    turn === 0 ? { text: 'one', until: door.passed } : { text: 'more' },
  )
  const first = await openTestHost({ dataFolder })
  const talk = await newTestConversation(first, files.folder, testProfile(server.url))
  const { id: runId } = await ask(first, 'run-start', talk.message('go'))
  for (const message of ['a', 'b', 'c']) await ask(first, 'run-queue', { runId, message })
  await ask(first, 'run-queue-write', { runId, before: ['a', 'b', 'c'], messages: ['c', 'a'] })
  await expect(ask(first, 'run-queue-write', { runId, before: ['a', 'b', 'c'], messages: [] })).rejects.toThrow(
    'changed',
  )
  await first.close()

  const second = await openTestHost({ dataFolder })
  expect(await ask(second, 'run-queue-read', { runId })).toEqual(['c', 'a'])
  await ask(second, 'run-queue-write', { runId, before: ['c', 'a'], messages: ['a'] })
  door.open()
  await ask(second, 'run-resume', { runId })
  await expect.poll(() => server.sent.at(-1)).toContain('"a"')
  await expect.poll(async () => await ask(second, 'run-queue-read', { runId })).toEqual([])
})
