import { expect, test, vi } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { openTestHost } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { checkOf, compareTalk, compareToEnd, laneAt, laneOf } from '../../kit/window/compare-lanes.ts'

// Every run has a copy made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

test('after a comparison the conversation opens at the lane that passes, and is listed with it', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer(({ model, messages }) => {
    const begins = !messages.some(({ role }) => role === 'tool')
    if (model === 'model-a' && begins)
      return { calls: [{ tool: 'write_file', arguments: { path: 'made.txt', content: 'made\n' } }] }
    return { text: `said by ${model}` }
  })
  const host = await openTestHost()
  const { wish, conversation } = await compareTalk(host, project.folder, server.url)
  const lanes = [laneOf('prof_a'), laneOf('prof_b', { strategy: { name: 'chat', options: {} } })]
  // In turn, so that the lane that fails is the newest.
  const check = checkOf("node -e \"process.exit(require('fs').existsSync('made.txt') ? 0 : 1)\"")
  const comparison = await compareToEnd(host, wish('Make it.', { lanes, order: 'in-turn', check }))
  const tree = await ask(host, 'conversation-open', { conversationId: conversation.id })
  expect(tree.turns.at(-1)?.id).toBe(laneAt(comparison, 'B').turnId)
  expect(tree.opened).toBe(laneAt(comparison, 'A').turnId)
  expect(tree.conversation).toMatchObject({ strategy: 'tool-loop' })
})
