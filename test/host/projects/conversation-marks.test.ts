import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import {
  collectChanges,
  newTestConversation,
  openTestHost,
  temporaryFolder,
  testProfile,
} from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

test('a conversation is pinned or archived, until it is neither, and stays so when the app is opened again', async () => {
  const dataFolder = await temporaryFolder()
  const files = await temporaryProject({})
  const server = await hostModelServer(() => ({ text: 'done' }))
  const first = await openTestHost({ dataFolder })
  const changes = collectChanges(first)
  const { conversation, project } = await newTestConversation(first, files.folder, testProfile(server.url))
  const mark = (next: 'pinned' | 'archived' | null) => ({ conversationId: conversation.id, mark: next })
  expect(await ask(first, 'conversation-mark', mark('pinned'))).toMatchObject({ mark: 'pinned' })
  expect(changes.at(-1)).toMatchObject({ kind: 'conversation', conversation: { mark: 'pinned' } })
  expect(await ask(first, 'conversation-mark', mark('archived'))).toMatchObject({ mark: 'archived' })
  await first.close()

  const second = await openTestHost({ dataFolder })
  expect(await ask(second, 'conversations-list', { projectId: project.id })).toMatchObject([{ mark: 'archived' }])
  expect(await ask(second, 'conversation-mark', mark(null))).not.toHaveProperty('mark')
})
