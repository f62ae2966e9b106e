import { expect, test } from 'vitest'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { eventsOf, newTestConversation, openTestHost, runToEnd, testProfile } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

/** A server whose model takes no tools; in text it makes a plan with one step, then does it. */
async function withoutTools() {
  const refused = { status: 400, body: JSON.stringify({ error: { message: 'x does not support tools' } }) }
  return hostModelServer(({ tools = [], messages }) => {
    if (tools.length > 0) return refused
    const plan = 'Action: submit_plan\nAction Input: {"steps":[{"goal":"Look","done":"Seen."}]}'
    return { text: JSON.stringify(messages[0]).includes('### submit_plan') ? plan : 'Done.' }
  })
}

async function talk(options: Parameters<typeof openTestHost>[0] = {}) {
  const server = await withoutTools()
  const project = await temporaryProject({ 'a.txt': 'one' })
  const host = await openTestHost(options)
  const { message } = await newTestConversation(host, project.folder, testProfile(server.url))
  const withTools = () => server.requests.filter(({ tools = [] }) => tools.length > 0).length
  const run = async (strategy: string) => runToEnd(host, message('Go.', { strategy: { name: strategy, options: {} } }))
  const failedCalls = (runId: string) =>
    eventsOf(host, runId).filter((event) => event.type === 'model-end' && !event.outcome.ok).length
  return { server, run, withTools, failedCalls }
}

test('an endpoint that refuses tools is asked with tools once, in all loops of a run and in later runs', async () => {
  const { run, withTools, failedCalls, server } = await talk()
  const first = await run('plan-and-execute')
  expect(first).toMatchObject({ status: 'completed' })
  expect(withTools()).toBe(1)
  expect(server.requests.length).toBeGreaterThan(2)
  const second = await run('tool-loop')
  expect(second).toMatchObject({ status: 'completed', text: 'Done.' })
  expect(withTools()).toBe(1)
  expect(failedCalls(second.id)).toBe(0)
})

test('a process whose models get tools in text never offers them otherwise', async () => {
  const { run, withTools, failedCalls } = await talk({ toolsInText: true })
  const { id, status } = await run('tool-loop')
  expect([status, withTools()]).toEqual(['completed', 0])
  expect(failedCalls(id)).toBe(0)
})
