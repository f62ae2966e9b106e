import { existsSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { findSandbox } from '../../../src-main/sandbox/find-sandbox.ts'
import { batchOf, batchToEnd, taskOf } from '../../kit/agent/batch-trials.ts'
import { isFirst, writeDone } from '../../kit/fake-host/lane-scripts.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { gate, openTestHost, temporaryFolder } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { compareTalk, compareToEnd, untilComparison } from '../../kit/window/compare-lanes.ts'

// Every run has a copy made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

const closes = { status: 'rejected', reason: { message: expect.stringMatching(/^Stratagem is closing\./) } }

test('while the app closes nothing of a comparison begins', async () => {
  const dataFolder = await temporaryFolder()
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer(() => ({ text: 'done' }))
  const held = gate()
  let found = Promise.resolve()
  const host = await openTestHost({ dataFolder, findSandbox: () => found.then(findSandbox) })
  const { wish, project: opened } = await compareTalk(host, project.folder, server.url)
  const done = await compareToEnd(host, wish('Try.'))
  const tasks = [taskOf('one', { check: null })]
  const { batch } = await batchToEnd(host, batchOf(opened.id, { tasks, repeats: 1 }))
  const before = server.requests.length

  // One whose set-up command is about to run holds the closing.
  found = held.passed
  const { id } = await ask(host, 'comparison-start', wish('Hold.', { setUpCommand: 'exit 0' }))
  await untilComparison(host, id, ({ lanes }) => lanes.every(({ state }) => state === 'setting-up'))
  // These look at files first, and come to where they would begin while it closes.
  const requests: Promise<unknown>[] = [
    ask(host, 'comparison-start', wish('Again.')),
    ask(host, 'batch-start', batchOf(opened.id, { tasks })),
  ]
  const closed = host.close()
  const rubric = { text: 'Which is shorter?', profileId: null }
  requests.push(ask(host, 'comparison-start', wish('Too late.')))
  requests.push(ask(host, 'comparison-judge', { comparisonId: done.id, rubric }))
  requests.push(ask(host, 'batch-extend', { batchId: batch.id, repeats: 1 }))
  for (const one of await Promise.allSettled(requests)) expect(one).toMatchObject(closes)
  held.open()
  await closed
  expect(server.requests).toHaveLength(before)

  const again = await openTestHost({ dataFolder })
  const comparisons = await ask(again, 'comparisons-list', { projectId: opened.id, conversationId: null })
  expect(comparisons.find((one) => one.id === done.id)).toEqual(done)
  expect(comparisons.filter((one) => one.id !== done.id)).toMatchObject([{ id, state: 'interrupted' }])
  expect(await ask(again, 'batches-list', { projectId: opened.id })).toEqual([batch])
})

test('what was on its way when the app had closed is told that it did, and not that something broke', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const host = await openTestHost()
  const { wish } = await compareTalk(host, project.folder, 'http://127.0.0.1:9/v1')
  const pending = ask(host, 'comparison-start', wish('Try.'))
  await host.close()
  const [one] = await Promise.allSettled([pending])
  expect(one).toMatchObject(closes)
  const [late] = await Promise.allSettled([ask(host, 'projects-list', {})])
  expect(late).toMatchObject(closes)
})

test('what another process carries out is neither applied, taken back nor gone on from here', async () => {
  const dataFolder = await temporaryFolder()
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const held = gate()
  const server = await hostModelServer((request) => {
    if (isFirst(request)) return writeDone
    return request.model === 'model-a' ? { text: 'half and half', until: held.passed } : { text: 'done' }
  })
  const there = await openTestHost({ dataFolder })
  const { wish } = await compareTalk(there, project.folder, server.url)
  const { id: comparisonId } = await ask(there, 'comparison-start', wish('Do it.'))
  await untilComparison(there, comparisonId, ({ lanes }) => lanes[1]?.state === 'done')

  const here = await openTestHost({ dataFolder })
  const apply = { comparisonId, lane: 'B', ours: null, choices: null } as const
  await expect(ask(here, 'comparison-apply', apply)).rejects.toThrow('Another Stratagem process')
  await expect(ask(here, 'comparison-take-back', { comparisonId })).rejects.toThrow('Another Stratagem process')
  const goOn = { comparisonId, lane: 'B', copy: false } as const
  await expect(ask(here, 'comparison-continue', goOn)).rejects.toThrow('Another Stratagem process')
  await expect(ask(here, 'comparison-resume', { comparisonId })).rejects.toThrow('Another Stratagem process')
  expect(existsSync(project.at('done.txt'))).toBe(false)
  expect(await ask(here, 'comparison-open', { comparisonId })).toMatchObject({ applied: null, chosen: null })

  // Where it is carried out it can be applied, and here once it is over.
  held.open()
  await untilComparison(there, comparisonId, ({ state }) => state === 'done')
  await ask(here, 'comparison-apply', apply)
  expect(await project.read('done.txt')).toBe('yes')
})
