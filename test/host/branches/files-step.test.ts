import { expect, test } from 'vitest'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { eventsOf, newTestConversation, ofType, openTestHost, runToEnd, testProfile } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

test('after each step that wrote comes the state that it left, in one answer too, and none where nothing changed', async () => {
  const files = await temporaryProject({ 'a.txt': '0\n' })
  const write = (path: string, content: string) => ({ tool: 'write_file', arguments: { path, content } })
  const shell = (command: string) => ({ tool: 'shell', arguments: { command } })
  const read = { tool: 'read_file', arguments: { path: 'a.txt' } }
  const script = [
    { calls: [read] },
    { calls: [write('a.txt', '1\n'), shell('echo 2 >> a.txt'), write('c.txt', '3\n')] },
    { calls: [shell('cat a.txt'), read] },
    { calls: [shell('echo 4 > b.txt')] },
    { text: 'Done.' },
  ]
  const server = await hostModelServer((_, turn) => script[turn] ?? { text: 'Too late.' })
  const host = await openTestHost()
  const { message } = await newTestConversation(host, files.folder, testProfile(server.url))
  const run = await runToEnd(host, message('go'))
  expect(run.status).toBe('completed')
  const events = eventsOf(host, run.id)
  const begun = events.filter(ofType('tool-begin')).map((each) => each.path)
  const steps = events.filter(ofType('files-step'))
  expect(begun).toHaveLength(5)
  // The fourth one only looked.
  expect(steps.map((each) => each.path)).toEqual([begun[0], begun[1], begun[2], begun[4]])
  expect(new Set(steps.map((each) => each.snapshot)).size).toBe(4)
  expect(steps.at(-1)?.snapshot).toBe(run.after)
  expect(events.at(-1)?.type).toBe('run-end')
})
