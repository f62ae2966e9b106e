import { expect, test, vi } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { batchAtRest, batchOf, batchToEnd, taskOf } from '../../kit/agent/batch-trials.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { openTestHost } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { compareTalk, laneOf } from '../../kit/window/compare-lanes.ts'

// Every run has a copy made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

const rule = (name: string) => ({ name: 'Greetings', words: ['hello'], pattern: '', pick: { name, options: {} } })
const routing = (name: string) => ({ rules: [rule(name)], otherwise: { name: 'tool-loop', options: {} } })

test('an auto lane over several tasks picks for each by its message, and says what it picked', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer(() => ({ text: 'done' }))
  const host = await openTestHost()
  const { project: opened } = await compareTalk(host, project.folder, server.url)
  await ask(host, 'settings-write', { routing: routing('chat') })
  const tasks = ['Say hello.', 'Do it.', 'Mend it.'].map((message, at) =>
    taskOf(`task ${at}`, { message, check: null }),
  )
  const lanes = [laneOf('prof_a', { strategy: { auto: true } }), laneOf('prof_b')]
  const { batch, trials, results } = await batchToEnd(host, batchOf(opened.id, { lanes, tasks, repeats: 1 }))
  expect(batch).toMatchObject({ state: 'done', counts: { done: 6 } })
  const own = trials.filter(({ lane }) => lane === 'A').toSorted((a, b) => a.taskId.localeCompare(b.taskId))
  expect(own.map(({ routed }) => [routed?.label, routed?.rule?.matched])).toEqual([
    ['Chat', 'hello'],
    ['Tool loop', undefined],
    ['Tool loop', undefined],
  ])
  expect(own.map(({ runId }) => host.runs.get(runId ?? '')?.strategy.name)).toEqual(['chat', 'tool-loop', 'tool-loop'])
  expect(trials.filter(({ lane, routed }) => lane === 'B' && routed !== undefined)).toEqual([])
  expect(results.lanes.map(({ name }) => name)).toEqual(['Auto: Tool loop 2, Chat 1', 'Tool loop'])
  expect(results.words[0]).toContain('A (Auto: Tool loop 2, Chat 1): 3 of 3 succeed')
  const { text } = await ask(host, 'batch-report', { batchId: batch.id, format: 'html', lane: null })
  expect(text).toContain('A Auto: Tool loop 2, Chat 1')
  expect(text).toContain('<td>A Chat</td>')

  // Rules that change later change no trial that is still to come.
  await ask(host, 'settings-write', { routing: routing('react') })
  await ask(host, 'batch-extend', { batchId: batch.id, repeats: 1 })
  const more = await batchAtRest(host, batch.id)
  expect(more.results.lanes[0]?.name).toBe('Auto: Tool loop 4, Chat 2')
  const added = more.trials.filter(({ lane, repeat }) => lane === 'A' && repeat === 1)
  expect(added.map(({ runId }) => host.runs.get(runId ?? '')?.strategy.name).toSorted()).toEqual([
    'chat',
    'tool-loop',
    'tool-loop',
  ])
})
