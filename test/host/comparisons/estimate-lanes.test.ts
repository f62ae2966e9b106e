import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { newTestConversation, openTestHost, runToEnd, testProfile } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { laneOf } from '../../kit/window/compare-lanes.ts'

test('lanes are estimated by earlier runs of the project with the same strategy and model; others have no estimate', async () => {
  const files = await temporaryProject({})
  const server = await hostModelServer(() => ({ text: 'done' }))
  const host = await openTestHost()
  const price = { input: 1_000_000, cachedInput: 0, output: 0 }
  const talk = await newTestConversation(host, files.folder, testProfile(server.url, { price }))
  const chat = { name: 'chat', options: {} }
  const estimate = (...lanes: ReturnType<typeof laneOf>[]) =>
    ask(host, 'comparison-estimate', { projectId: talk.project.id, lanes, message: 'Hi.' })
  const one = laneOf('prof_test', { strategy: chat })
  const other = laneOf('prof_test', { strategy: { name: 'tool-loop', options: {} } })
  expect(await estimate(one, other)).toEqual([null, null])

  const run = await runToEnd(host, talk.message('Hi.', { strategy: chat }))
  const unable = laneOf('prof_test', { strategy: { name: 'no-such-strategy', options: {} } })
  const elsewhere = laneOf('demo', { strategy: chat })
  const [known, ...unknown] = await estimate(one, other, unable, elsewhere)
  expect(known).toEqual({ runs: 1, workMs: run.durationMs - run.totals.waitingMs, cost: run.totals.cost })
  expect(run.totals.cost).toBeGreaterThan(0)
  expect(unknown).toEqual([null, null, null])
  // An estimate starts nothing.
  expect(host.runs.list(talk.project.id, 10)).toHaveLength(1)
})
