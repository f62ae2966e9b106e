import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { StoredEvent } from '../../../src-shared/run/event.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { eventsOf, newTestConversation, openTestHost, runToEnd, testProfile } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

test('the pages of a log, one after the other, are the log', async () => {
  const files = await temporaryProject({})
  const reads = { tool: 'list_directory', arguments: { path: '.' } }
  const server = await hostModelServer(({ messages }) =>
    messages.length < 6 ? { calls: [reads, reads] } : { text: 'Seen.' },
  )
  const host = await openTestHost()
  const { message } = await newTestConversation(host, files.folder, testProfile(server.url))
  const run = await runToEnd(host, message('look'))
  const events: StoredEvent[] = []
  for (let more = true; more; ) {
    const page = await ask(host, 'run-events', { runId: run.id, afterSeq: events.at(-1)?.seq ?? -1 })
    events.push(...page.events)
    more = page.more
  }
  expect(events).toEqual(eventsOf(host, run.id))
  const last = await ask(host, 'run-events', { runId: run.id, afterSeq: events.length - 2 })
  expect(last).toEqual({ events: events.slice(-1), more: false })
})
