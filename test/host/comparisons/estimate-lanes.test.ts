import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { newTestConversation, openTestHost, runToEnd, testProfile } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { laneOf } from '../../kit/window/compare-lanes.ts'

test('lanes are estimated by earlier runs of the project with the same set-up, or by their tokens at another price; others have no estimate', async () => {
  const files = await temporaryProject({})
  const server = await hostModelServer(() => ({ text: 'done' }))
  const host = await openTestHost()
  const price = { input: 1_000_000, cachedInput: 0, output: 0 }
  const talk = await newTestConversation(host, files.folder, testProfile(server.url, { price }))
  const chat = { name: 'chat', options: {} }
  const estimate = (...lanes: ReturnType<typeof laneOf>[]) =>
    ask(host, 'comparison-estimate', { projectId: talk.project.id, lanes, message: 'Hi.', tasks: [] })
  const one = laneOf('prof_test', { strategy: chat })
  const other = laneOf('prof_test', { strategy: { name: 'tool-loop', options: {} } })
  expect(await estimate(one, other)).toEqual({ lanes: [null, null], rates: [], disagreement: null })

  const run = await runToEnd(host, talk.message('Hi.', { strategy: chat }))
  const unable = laneOf('prof_test', { strategy: { name: 'no-such-strategy', options: {} } })
  const elsewhere = laneOf('demo', { strategy: chat })
  const found = await estimate(one, other, unable, elsewhere)
  const [known, ...others] = found.lanes
  const { input, output, cost, waitingMs } = run.totals
  expect(known).toEqual({
    basis: 'set-up',
    runs: 1,
    workMs: run.durationMs - waitingMs,
    cost,
    tokens: input + output,
    modelCalls: 1,
  })
  expect(run.totals.cost).toBeGreaterThan(0)
  // The demo costs nothing: its price is known, and how long it takes is not.
  expect(others).toEqual([null, null, expect.objectContaining({ basis: 'tokens', cost: 0, workMs: null })])
  // An estimate starts nothing.
  expect(host.runs.list(talk.project.id, 10)).toHaveLength(1)
})

test('the limits a minute of the lanes’ models are named, with the lanes that ask no other model', async () => {
  const files = await temporaryProject({})
  const server = await hostModelServer(() => ({ text: 'done' }))
  const host = await openTestHost()
  const limited = testProfile(server.url, { name: 'Slow', requestsPerMinute: 6, tokensPerMinute: 9000 })
  const { project } = await newTestConversation(host, files.folder, limited)
  const lanes = [laneOf('demo'), laneOf('prof_test', { reasoningEffort: 'low' })]
  const { rates } = await ask(host, 'comparison-estimate', { projectId: project.id, lanes, message: '', tasks: [] })
  expect(rates).toEqual([{ model: 'Slow', requests: 6, tokens: 9000, lanes: [1] }])
})
