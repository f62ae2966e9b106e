import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import type { StrategyChoice } from '../../../../src-shared/strategy/strategy-info.ts'
import type { AgentRules } from '../../../kit/acp/ruled-agent.ts'
import { batchAtRest, batchOf, batchToEnd, taskOf } from '../../../kit/agent/batch-trials.ts'
import { isFirst, type LaneModelRequest, writeDone } from '../../../kit/fake-host/lane-scripts.ts'
import { hostModelServer, type ScriptedAnswer } from '../../../kit/host/host-model-server.ts'
import { eventsOf, temporaryFolder } from '../../../kit/host/host-open.ts'
import { openLaboratory } from '../../../kit/nats/machines.ts'
import { hasNatsServer } from '../../../kit/nats/nats-server.ts'
import { laneOf } from '../../../kit/window/compare-lanes.ts'

// Machines make and remove copies, and agents are processes.
vi.setConfig({ testTimeout: 120_000 })

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const listing: ScriptedAnswer = { calls: [{ tool: 'list_directory', arguments: { path: '.' } }] }

test.skipIf(!hasNatsServer)(
  'a task’s own files, limit and hidden check come over the queue, and no model sees what is hidden',
  async () => {
    const seen: string[] = []
    const model = await hostModelServer((request: LaneModelRequest) => {
      seen.push(JSON.stringify(request.messages))
      if (isFirst(request)) return listing
      const isDone = request.messages.filter(({ role }) => role === 'tool').length > 1
      return request.model === 'model-b' && !isDone ? writeDone : { text: 'done' }
    })
    const lab = await openLaboratory(model.url)
    const machine = await lab.machineHere()
    const file = join(await temporaryFolder(), 'small.jsonl')
    const check = "process.exit(require('fs').existsSync('done.txt') && require('fs').existsSync('start.txt') ? 0 : 1)"
    const row = {
      name: 'own',
      message: 'Do it.',
      files: { 'start.txt': 'x' },
      hidden: { 'tests/secret-check.cjs': check },
      check: 'node tests/secret-check.cjs',
      timeLimitSeconds: 77,
    }
    writeFileSync(file, `${JSON.stringify(row)}\n`)
    const request = { projectId: lab.projectId, path: file, set: null, testCommand: null, repositories: null }
    const { tasks } = await ask(lab.home, 'tasks-import', request)
    const chosen = tasks.map(({ id }) => ({ keptTask: id }))
    const { trials } = await batchToEnd(
      lab.home,
      batchOf(lab.projectId, { tasks: chosen, repeats: 1, queue: lab.queue }),
    )
    const successes = trials.map(({ lane, result }) => [lane, result?.success]).sort()
    expect(successes, machine.said.join('\n')).toEqual([
      ['A', false],
      ['B', true],
    ])
    const { entries } = await ask(lab.home, 'leaderboard', { projectId: lab.projectId, set: tasks[0]?.set ?? null })
    const ranked = entries.map(({ models, standing, trials: count, successes: good }) => [
      models[0]?.model,
      standing.kind,
      count,
      good,
    ])
    expect(ranked).toEqual([
      ['model-b', 'ranked', 1, 1],
      ['model-a', 'ranked', 1, 0],
    ])
    const talk = seen.join('\n')
    expect(talk).toContain('start.txt')
    expect(talk).not.toMatch(/secret-check|a\.txt/)
    const start = eventsOf(lab.home, trials[0]?.runId ?? '').find(({ type }) => type === 'run-start')
    expect(JSON.stringify(start)).toContain('77000')
    await machine.end()
  },
)

test.skipIf(!hasNatsServer)(
  'an image of a task reaches the model on the machine, and the run at home has it',
  async () => {
    const model = await hostModelServer(() => ({ text: 'done' }))
    const lab = await openLaboratory(model.url)
    const machine = await lab.machineHere()
    const { ref } = await ask(lab.home, 'image-add', { name: 'a.png', data: pixel })
    const tasks = [taskOf('one', { images: [{ ref, name: 'a.png' }] })]
    const { trials } = await batchToEnd(lab.home, batchOf(lab.projectId, { tasks, repeats: 1, queue: lab.queue }))
    expect(
      trials.map(({ state }) => state),
      machine.said.join('\n'),
    ).toEqual(['done', 'done'])
    expect(model.sent).toHaveLength(2)
    for (const sent of model.sent) expect(sent).toContain(`data:image/png;base64,${pixel}`)
    const runId = trials[0]?.runId ?? ''
    const call = eventsOf(lab.home, runId).find((event) => event.type === 'model-start')
    const { sent } = await ask(lab.home, 'run-exchange', { runId, path: call?.path ?? '' })
    expect(sent).toContain(pixel)
    await machine.end()
  },
)

const program = resolve('test/kit/acp/fault-agent-process.ts')
const writes: AgentRules = [{ write: { 'done.txt': 'by the agent' } }]
const entry = {
  name: 'worker',
  command: process.execPath,
  args: [program, 'ruled', JSON.stringify(writes)],
  env: {},
  network: false,
  // The repository may lie among temporary files, which a copy hides.
  folders: [resolve('.')],
  icon: '',
  keys: {},
  servers: false,
}
const agent: StrategyChoice = { name: 'agent', options: { agent: 'worker' } }

test.skipIf(!hasNatsServer)('another agent works on a machine that has it, alone and inside a strategy', async () => {
  const model = await hostModelServer(() => ({ text: 'done' }))
  const lab = await openLaboratory(model.url)
  await ask(lab.home, 'settings-write', { agents: [entry] })
  const poor = await lab.machineHere()
  const check = 'node -e "process.exit(0)"'
  const lanes = [
    laneOf('prof_a', { strategy: agent }),
    laneOf('prof_b', { strategy: { name: 'retry', options: { check }, inner: agent } }),
  ]
  const queue = { ...lab.queue, silentMs: 60_000 }
  const { id } = await ask(lab.home, 'batch-start', batchOf(lab.projectId, { lanes, repeats: 1, queue }))
  await vi.waitFor(() => expect(poor.said.join('\n')).toContain('The agent worker is not installed'), 20_000)
  const rich = await lab.machineHere()
  await ask(rich.host, 'settings-write', { agents: [entry] })
  const { trials } = await batchAtRest(lab.home, id)
  expect(
    trials.map(({ result }) => result?.success),
    rich.said.join('\n'),
  ).toEqual([true, true])
  expect(poor.said.filter((line) => line.startsWith('Trial '))).toEqual([])
  await Promise.all([poor.end(), rich.end()])
})
