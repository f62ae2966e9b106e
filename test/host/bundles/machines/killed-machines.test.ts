import { setTimeout as delay } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../../src-main/host/host.ts'
import type { BatchView } from '../../../../src-shared/api/comparison-requests.ts'
import { seededChance } from '../../../../src-shared/statistics/chance.ts'
import { batchAtRest, batchOf, taskOf } from '../../../kit/agent/batch-trials.ts'
import { isFirst, type LaneModelRequest, writeDone } from '../../../kit/fake-host/lane-scripts.ts'
import { hostModelServer, type ScriptedAnswer } from '../../../kit/host/host-model-server.ts'
import { collectChanges } from '../../../kit/host/host-open.ts'
import { openLaboratory } from '../../../kit/nats/machines.ts'
import { hasNatsServer } from '../../../kit/nats/nats-server.ts'

/** How often something is killed, at random times; more of them with LAB_KILLS, other times with LAB_SEED. */
const kills = Number(process.env['LAB_KILLS'] ?? 6)
const seed = Number(process.env['LAB_SEED'] ?? 15)

vi.setConfig({ testTimeout: 120_000 + kills * 20_000 })

/** The model `b` always does it, `a` never; both take their time, so that a kill comes in the middle. */
const onlyB = (request: LaneModelRequest): ScriptedAnswer => ({
  ...(request.model === 'model-b' && isFirst(request) ? writeDone : { text: 'done' }),
  until: delay(150),
})

test.skipIf(!hasNatsServer)(
  `three machines and the server are killed ${kills} times, trials are withdrawn in between, and every one counts once`,
  async () => {
    const chance = seededChance(seed)
    const model = await hostModelServer(onlyB)
    const lab = await openLaboratory(model.url)
    const machines = await Promise.all([1, 2, 3].map(() => lab.machineProcess(2)))
    const killed = { machines: 0, server: 0 }
    const changes = collectChanges(lab.home)
    let withdrawn = 0
    let voided = 0
    let trials = 0
    while (killed.machines + killed.server < kills) {
      const tasks = [taskOf('one'), taskOf('two')]
      const { id } = await ask(lab.home, 'batch-start', batchOf(lab.projectId, { tasks, repeats: 5, queue: lab.queue }))
      let over = false
      const ended = batchAtRest(lab.home, id).finally(() => {
        over = true
      })
      while (!over && killed.machines + killed.server < kills) {
        await Promise.race([ended, delay(400 + chance() * 1600)])
        if (over) break
        const what = chance()
        if (what > 0.85) {
          withdrawn += 1
          // What waits for a machine is withdrawn; what runs ends, or is killed.
          await ask(lab.home, 'batch-pause', { batchId: id }).catch(() => undefined)
        } else if (what < 0.25) {
          killed.server += 1
          await lab.nats.killAndRestart()
        } else {
          killed.machines += 1
          const at = Math.floor(chance() * machines.length)
          machines[at]?.kill()
          machines[at] = await lab.machineProcess(2)
        }
      }
      await ended
      const view = await untilAllCount(lab.home, id, (count) => {
        voided += count
      })
      trials += view.trials.length
      await expectCountedOnce(lab.home, view)
    }
    const reports = changes.filter(({ kind }) => kind === 'trial-progress').length
    console.log(
      `killed: ${killed.machines} machines, ${killed.server} servers; ${trials} trials, ${voided} repeated; withdrawn ${withdrawn} times; ${reports} reports of progress`,
    )
    expect(reports).toBeGreaterThan(0)
  },
)

/** A trial whose machines were lost again and again is repeated, as its user would. */
async function untilAllCount(host: Host, batchId: string, repeated: (count: number) => void): Promise<BatchView> {
  for (;;) {
    const view = await ask(host, 'batch-open', { batchId })
    if (view.batch.state === 'done' && view.batch.counts.void === 0) return view
    repeated(view.batch.counts.void)
    await ask(host, 'batch-resume', { batchId })
    await batchAtRest(host, batchId)
  }
}

async function expectCountedOnce(host: Host, { batch, trials }: BatchView): Promise<void> {
  expect(batch.counts).toMatchObject({ done: trials.length, void: 0, running: 0 })
  const { turns } = await ask(host, 'conversation-open', { conversationId: batch.conversationId })
  const runs = turns.flatMap((turn) => turn.runs.map((run) => ({ message: turn.message, run })))
  expect(runs.map(({ run }) => run.id).sort()).toEqual(trials.map(({ runId }) => runId).sort())
  for (const { runId, lane, taskId, result } of trials) {
    const one = runs.find(({ run }) => run.id === runId)
    expect(one?.message).toBe(`Do ${taskId}.`)
    expect(one?.run.totals).toEqual(result?.totals)
    expect(result?.success).toBe(lane === 'B')
  }
}
