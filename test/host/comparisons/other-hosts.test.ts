import { expect, test, vi } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { HostChange } from '../../../src-shared/api/host-api.ts'
import { batchOf, batchToEnd, taskOf } from '../../kit/agent/batch-trials.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { collectChanges, openTestHost, temporaryFolder } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { compareTalk, compareToEnd } from '../../kit/window/compare-lanes.ts'

// Every run has a copy made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

async function twoHosts() {
  const dataFolder = await temporaryFolder()
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer(() => ({ text: 'done' }))
  const there = await openTestHost({ dataFolder, shell: 'command' })
  const here = await openTestHost({ dataFolder })
  const changes = collectChanges(here)
  return { there, changes, ...(await compareTalk(there, project.folder, server.url)) }
}
const last = <K extends HostChange['kind']>(changes: readonly HostChange[], kind: K) =>
  changes.findLast((change): change is Extract<HostChange, { kind: K }> => change.kind === kind)
const soon = { timeout: 10_000 }

test('a comparison that another process carries out comes to the windows here, with its turns and its end', async () => {
  const { there, changes, wish } = await twoHosts()
  const done = await compareToEnd(there, wish('Try.'))
  await expect.poll(() => last(changes, 'comparison')?.comparison.state, soon).toBe('done')
  expect(last(changes, 'comparison')?.comparison).toEqual(done)
  const turns = changes.flatMap((change) => (change.kind === 'turn-added' ? [change.turnId] : []))
  expect(new Set(turns)).toEqual(new Set(done.lanes.map(({ turnId }) => turnId)))
  expect(last(changes, 'conversation')?.conversation.id).toBe(done.conversationId)

  // A word of the user's that is said there, later, comes too.
  await ask(there, 'comparison-verdict', { comparisonId: done.id, choice: 'A', reasons: 'shorter', blind: false })
  await expect.poll(() => last(changes, 'comparison')?.comparison.verdicts.length, soon).toBe(1)
})

test('trials that another process makes come to the windows here, and tasks that are kept there', async () => {
  const { there, changes, project } = await twoHosts()
  const tasks = [taskOf('one', { check: null })]
  const { batch } = await batchToEnd(there, batchOf(project.id, { tasks, repeats: 1 }))
  await expect.poll(() => last(changes, 'batch')?.batch.state, soon).toBe('done')
  expect(last(changes, 'batch')?.batch).toEqual(batch)
  expect(
    changes.some((change) => change.kind === 'conversation' && change.conversation.id === batch.conversationId),
  ).toBe(true)
  const stored = taskOf('two')
  await ask(there, 'task-save', { projectId: project.id, task: stored })
  await expect.poll(() => last(changes, 'tasks')?.projectId, soon).toBe(project.id)
})

test('what is carried out here is told once a change, while nobody else writes', async () => {
  const dataFolder = await temporaryFolder()
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer(() => ({ text: 'done' }))
  const host = await openTestHost({ dataFolder })
  const changes = collectChanges(host)
  const { wish } = await compareTalk(host, project.folder, server.url)
  await compareToEnd(host, wish('Try.'))
  const states = changes.flatMap((change) => (change.kind === 'comparison' ? [JSON.stringify(change.comparison)] : []))
  expect(new Set(states).size).toBe(states.length)
})
