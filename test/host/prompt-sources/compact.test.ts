import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { newTestConversation, openTestHost, runToEnd, testProfile } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

test('a summary that the user asked for is what later turns send, and replays from its log', async () => {
  const project = await temporaryProject({ 'a.txt': '' })
  const server = await hostModelServer((request) => ({
    text: JSON.stringify(request.messages[0]).includes('You summarise') ? 'They greeted.' : 'Hello.',
  }))
  const host = await openTestHost()
  const { message } = await newTestConversation(host, project.folder, testProfile(server.url))
  const first = await runToEnd(host, message('A greeting.'))
  const compact = { focus: 'names' }
  const second = await runToEnd(host, message('/compact names', { parentId: first.turnId, compact }))
  expect(second).toMatchObject({ status: 'completed', text: expect.stringContaining('They greeted.') })
  await runToEnd(host, message('And now?', { parentId: second.turnId }))
  const sent = server.requests.at(-1)?.messages.map(({ content }) => String(content)) ?? []
  expect(sent.some((text) => text.includes('They greeted.'))).toBe(true)
  expect(sent.some((text) => text.includes('A greeting.'))).toBe(false)
  expect(await ask(host, 'run-replay', { runId: second.id, verify: true })).toMatchObject({
    reached: 'outcome',
    divergence: null,
  })
})
