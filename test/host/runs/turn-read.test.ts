import path from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { openStore } from '../../../src-main/store/open-store.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import {
  collectChanges,
  newTestConversation,
  openTestHost,
  runToEnd,
  temporaryFolder,
  testProfile,
} from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

/**
 * What a window is sent for one more turn of a conversation with so many before: what it is told, and the turn that it
 * asks for.
 */
async function bytesOfTurn(before: number): Promise<number> {
  const dataFolder = await temporaryFolder()
  const store = openStore(path.join(dataFolder, 'stratagem.db'))
  const server = await hostModelServer(() => ({ text: 'Done.' }))
  const files = await temporaryProject({})
  store.close()
  const first = await openTestHost({ dataFolder })
  const { conversation } = await newTestConversation(first, files.folder, testProfile(server.url))
  await first.close()
  fill(path.join(dataFolder, 'stratagem.db'), conversation.id, before)
  const host = await openTestHost({ dataFolder })
  const { message } = await newTestConversation(host, files.folder, testProfile(server.url))
  const changes = collectChanges(host)
  const run = await runToEnd(host, {
    ...message('One more'),
    conversationId: conversation.id,
    parentId: `turn_${before - 1}`,
  })
  const turn = await ask(host, 'turn-read', { turnId: run.turnId })
  expect(turn).toMatchObject({
    id: run.turnId,
    parentId: `turn_${before - 1}`,
    message: 'One more',
    runs: [{ id: run.id }],
  })
  expect(changes).toContainEqual({ kind: 'turn-added', conversationId: conversation.id, turnId: run.turnId })
  return JSON.stringify([turn, ...changes.filter(({ kind }) => kind === 'turn-added')]).length
}

function fill(file: string, conversationId: string, turns: number): void {
  const store = openStore(file)
  store.transaction(() => {
    for (let at = 0; at < turns; at++) {
      const parentId = at === 0 ? null : `turn_${at - 1}`
      store.turns.create({ id: `turn_${at}`, conversationId, parentId, message: `Message ${at}`, createdAt: at })
    }
  })
  store.close()
}

test('one more turn is as small to a window after 10,000 turns as after 100', async () => {
  const few = await bytesOfTurn(100)
  const many = await bytesOfTurn(10_000)
  expect(Math.abs(many - few)).toBeLessThan(100)
})

test('a turn that is not there, or deleted, is none', async () => {
  const files = await temporaryProject({})
  const server = await hostModelServer(() => ({ text: 'Done.' }))
  const host = await openTestHost()
  const { message } = await newTestConversation(host, files.folder, testProfile(server.url))
  const run = await runToEnd(host, message('one'))
  expect(await ask(host, 'turn-read', { turnId: 'turn_none' })).toBeNull()
  await ask(host, 'turn-delete', { turnId: run.turnId })
  expect(await ask(host, 'turn-read', { turnId: run.turnId })).toBeNull()
})

test('the end of a long conversation is a few turns, with the newest; a short one has none', async () => {
  const dataFolder = await temporaryFolder()
  const server = await hostModelServer(() => ({ text: 'Done.' }))
  const files = await temporaryProject({})
  const first = await openTestHost({ dataFolder })
  const { conversation } = await newTestConversation(first, files.folder, testProfile(server.url))
  const short = await ask(first, 'conversation-end-read', { conversationId: conversation.id })
  expect(short).toBeNull()
  await first.close()
  fill(path.join(dataFolder, 'stratagem.db'), conversation.id, 1000)
  const host = await openTestHost({ dataFolder })
  const end = await ask(host, 'conversation-end-read', { conversationId: conversation.id })
  expect(end?.conversation).toMatchObject({ id: conversation.id, turns: 1000 })
  expect(end?.turns.map(({ id }) => id)).toEqual(Array.from({ length: 40 }, (_, at) => `turn_${960 + at}`))
})
