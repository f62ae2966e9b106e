import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import {
  eventsOf,
  newTestConversation,
  ofType,
  openTestHost,
  runToEnd,
  testProfile,
  untilEvent,
} from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

const write = (path: string) => ({ tool: 'write_file', arguments: { path, content: 'x\n' } })

test('a stopped run goes on beside itself: the cut answer is asked for anew, and nothing finished is done again', async () => {
  const files = await temporaryProject({})
  const hang = { on: true }
  const server = await hostModelServer(({ messages }) => {
    const results = messages.filter((each) => each.role === 'tool').length
    if (results === 0) return { calls: [write('one.txt')] }
    return hang.on ? { text: 'half of it', until: new Promise(() => {}) } : { text: 'All of it.' }
  })
  const host = await openTestHost()
  const { message, conversation } = await newTestConversation(host, files.folder, testProfile(server.url))
  const run = await ask(host, 'run-start', message('write a file'))
  await untilEvent(host, run.id, ofType('tool-end'))
  await expect.poll(() => server.requests.length).toBe(2)
  await ask(host, 'run-stop', { runId: run.id })
  expect(await host.runs.untilEnded(run.id)).toMatchObject({ status: 'aborted' })
  const before = eventsOf(host, run.id)

  hang.on = false
  const resumed = await ask(host, 'run-resume', { runId: run.id })
  const end = await host.runs.untilEnded(resumed.id)
  expect(end).toMatchObject({ status: 'completed', text: 'All of it.', forkedFrom: { runId: run.id } })
  expect(end.totals).toMatchObject({ modelCalls: 1, toolCalls: 0 })
  expect(server.requests).toHaveLength(3)
  expect(eventsOf(host, run.id)).toEqual(before)
  const { turns } = await ask(host, 'conversation-open', { conversationId: conversation.id })
  expect(turns.map((turn) => [turn.parentId, turn.runs[0]?.status])).toEqual([
    [null, 'aborted'],
    [null, 'completed'],
  ])
  const events = eventsOf(host, resumed.id)
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index))
  expect(events.filter(ofType('tool-end'))).toHaveLength(1)
  expect(await ask(host, 'run-replay', { runId: resumed.id, verify: true })).toMatchObject({
    divergence: null,
    damage: null,
    reached: 'outcome',
  })
})

test('a command that had begun when Stop came is not run again: the model is told that it was stopped', async () => {
  const files = await temporaryProject({})
  const command = `node -e "require('fs').appendFileSync('count.txt', 'ran'); setInterval(() => {}, 1000)"`
  const server = await hostModelServer(({ messages }) => {
    const results = messages.filter((each) => each.role === 'tool')
    return results.length === 0 ? { calls: [{ tool: 'shell', arguments: { command } }] } : { text: 'I looked.' }
  })
  const host = await openTestHost()
  const { message } = await newTestConversation(host, files.folder, testProfile(server.url))
  const run = await ask(host, 'run-start', message('run it'))
  await expect.poll(() => files.read('count.txt').catch(() => '')).toBe('ran')
  await ask(host, 'run-stop', { runId: run.id })
  await host.runs.untilEnded(run.id)

  const resumed = await ask(host, 'run-resume', { runId: run.id })
  expect(await host.runs.untilEnded(resumed.id)).toMatchObject({ status: 'completed', text: 'I looked.' })
  expect(await files.read('count.txt')).toBe('ran')
  const toolEnd = eventsOf(host, resumed.id).findLast(ofType('tool-end'))
  expect(toolEnd?.outcome).toMatchObject({
    ok: true,
    value: { ok: false, text: expect.stringMatching(/stopped by the user|the run was stopped/) },
  })
})

test('what came to its end has nothing to resume', async () => {
  const files = await temporaryProject({})
  const server = await hostModelServer(() => ({ text: 'Done.' }))
  const host = await openTestHost()
  const { message } = await newTestConversation(host, files.folder, testProfile(server.url))
  const run = await runToEnd(host, message('be quick'))
  expect(await host.handle('run-resume', { runId: run.id })).toMatchObject({
    ok: false,
    failure: { message: expect.stringMatching(/nothing to resume/) },
  })
})
