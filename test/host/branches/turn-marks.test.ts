import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { collectChanges, newTestConversation, openTestHost, runToEnd, testProfile } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

async function world() {
  const files = await temporaryProject({})
  const server = await hostModelServer(({ messages }) => ({ text: `Pumpkin ${messages.length}` }))
  const host = await openTestHost()
  const { message, conversation, project } = await newTestConversation(host, files.folder, testProfile(server.url))
  const first = await runToEnd(host, message('one'))
  const second = await runToEnd(host, message('two', { parentId: first.turnId }))
  const third = await runToEnd(host, message('three', { parentId: second.turnId }))
  const open = async () => {
    const tree = await ask(host, 'conversation-open', { conversationId: conversation.id })
    return { ...tree, messages: tree.turns.map((each) => each.message) }
  }
  return { host, message, project, conversation, first, second, third, open }
}

test('a mark stands on a turn, and windows are told', async () => {
  const { host, conversation, second, open } = await world()
  const changes = collectChanges(host)
  await ask(host, 'turn-mark', { turnId: second.turnId, name: 'the quick way', starred: true })
  const { turns } = await open()
  expect(turns.map((each) => each.mark)).toEqual([
    undefined,
    { name: 'the quick way', starred: true, archived: false },
    undefined,
  ])
  expect(changes).toContainEqual({ kind: 'turns', conversationId: conversation.id })
  await expect(ask(host, 'turn-mark', { turnId: 'turn_none', starred: true })).rejects.toThrow('no longer exists')
})

test('a branch is deleted with what answers it: gone from tree, figures and history, until it is brought back', async () => {
  const { host, conversation, project, message, first, second, third, open } = await world()
  await ask(host, 'turn-delete', { turnId: second.turnId })
  expect(await open()).toMatchObject({ messages: ['one'], conversation: { turns: 1 } })
  await expect(ask(host, 'run-start', message('four', { parentId: third.turnId }))).rejects.toThrow(
    'not in this conversation',
  )
  const beside = await runToEnd(host, message('beside', { parentId: first.turnId }))
  expect(beside.text).toBe('Pumpkin 4')
  await ask(host, 'turn-undelete', { turnId: second.turnId })
  expect(await open()).toMatchObject({ messages: ['one', 'two', 'three', 'beside'], conversation: { turns: 4 } })
  await expect(ask(host, 'turn-undelete', { turnId: second.turnId })).rejects.toThrow('can’t be restored')
  expect(host.runs.list(project.id, 9)).toHaveLength(4)
  expect(conversation.turns).toBe(0)
})
