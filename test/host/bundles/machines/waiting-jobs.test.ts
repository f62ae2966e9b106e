import { expect, test, vi } from 'vitest'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import { openLab } from '../../../../src-main/host/bundles/machines/lab-server.ts'
import type { StartBatch } from '../../../../src-shared/api/comparison-requests.ts'
import { batchAtRest, batchOf } from '../../../kit/agent/batch-trials.ts'
import { isFirst, type LaneModelRequest, writeDone } from '../../../kit/fake-host/lane-scripts.ts'
import { hostModelServer, type ScriptedAnswer } from '../../../kit/host/host-model-server.ts'
import { collectChanges, gate } from '../../../kit/host/host-open.ts'
import { openLaboratory } from '../../../kit/nats/machines.ts'
import { hasNatsServer } from '../../../kit/nats/nats-server.ts'
import { laneOf } from '../../../kit/window/compare-lanes.ts'

vi.setConfig({ testTimeout: 60_000 })

/** The model `b` always does it, the others never. */
const onlyB = (request: LaneModelRequest): ScriptedAnswer =>
  request.model === 'model-b' && isFirst(request) ? writeDone : { text: 'done' }

const certain = { alpha: 0.05, margin: 0.1, stopEarly: false }

test.skipIf(!hasNatsServer).each<[string, Partial<StartBatch>]>([
  [
    'a race is won',
    { lanes: ['prof_a', 'prof_b', 'prof_c'].map((id) => laneOf(id)), certainty: { ...certain, racing: true } },
  ],
  ['it is decided', { certainty: { ...certain, stopEarly: true } }],
])('once %s, trials that only wait for a machine are withdrawn', async (_, wanted) => {
  const model = await hostModelServer(onlyB)
  const lab = await openLaboratory(model.url)
  const repeats = 128
  // As many as may be are in the queue before a machine takes one.
  const params = batchOf(lab.projectId, { repeats, queue: lab.queue, ...wanted })
  const { id } = await ask(lab.home, 'batch-start', params)
  const { lab: open } = await openLab({ dataFolder: lab.homeFolder }, lab.queue)
  const inQueue = async () => (await open.streams.streams.info(open.names.jobs)).state.messages
  await vi.waitFor(async () => expect(await inQueue()).toBe(256), 20_000)
  const machine = await lab.machineHere({ slots: 1 })
  const { batch, trials } = await batchAtRest(lab.home, id)
  await machine.end()
  expect(batch.state).toBe('decided')
  const began = machine.said.filter((line) => line.startsWith('Trial ')).length
  // One that was taken in the moment of the decision ends, and counts.
  expect(began).toBeLessThanOrEqual(batch.counts.done + 1)
  expect(batch.counts.done).toBeLessThan(50)
  expect(trials.filter(({ state }) => state === 'running')).toEqual([])
  const rest = trials.filter(({ state }) => state !== 'done')
  expect(new Set(rest.map(({ state }) => state))).toEqual(
    new Set([wanted.certainty?.racing === true ? 'saved' : 'waiting']),
  )
  await vi.waitFor(async () => expect(await inQueue()).toBe(0), 5000)
  await open.close()
})

test.skipIf(!hasNatsServer)('a pause withdraws what only waits for a machine, and lets the rest end', async () => {
  const held = gate()
  const model = await hostModelServer(() => ({ text: 'an answer', until: held.passed }))
  const lab = await openLaboratory(model.url)
  const machine = await lab.machineHere({ slots: 2 })
  const { id } = await ask(lab.home, 'batch-start', batchOf(lab.projectId, { repeats: 10, queue: lab.queue }))
  await vi.waitFor(() => expect(model.requests).toHaveLength(2), 10_000)
  await ask(lab.home, 'batch-pause', { batchId: id })
  held.open()
  const { batch } = await batchAtRest(lab.home, id)
  expect(batch).toMatchObject({ state: 'paused', counts: { done: 2, planned: 20, void: 0 } })
  await ask(lab.home, 'batch-resume', { batchId: id })
  expect((await batchAtRest(lab.home, id)).batch).toMatchObject({ state: 'done', counts: { done: 20, void: 0 } })
  await machine.end()
})

test.skipIf(!hasNatsServer)('a server that is away while trials wait is reported to the user', async () => {
  const model = await hostModelServer(() => ({ text: 'done' }))
  const lab = await openLaboratory(model.url)
  const changes = collectChanges(lab.home)
  const { id } = await ask(lab.home, 'batch-start', batchOf(lab.projectId, { repeats: 1, queue: lab.queue }))
  const { lab: open } = await openLab({ dataFolder: lab.homeFolder }, lab.queue)
  await vi.waitFor(
    async () => expect((await open.streams.streams.info(open.names.jobs)).state.messages).toBe(2),
    20_000,
  )
  await open.close()
  await lab.nats.stop()
  const text = expect.stringContaining(`The queue server ${lab.nats.url} can’t be reached.`)
  await vi.waitFor(() => expect(changes).toContainEqual({ kind: 'notice', level: 'warning', text }), 20_000)
  const { batch } = await ask(lab.home, 'batch-open', { batchId: id })
  expect(batch).toMatchObject({ state: 'running', counts: { void: 0 } })
})
