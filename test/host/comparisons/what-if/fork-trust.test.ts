import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import { startWhatIf } from '../../../../src-shared/api/what-if-requests.ts'
import { stepChange } from '../../../../src-shared/comparison/what-if/step-change.ts'
import { forkableSteps } from '../../../../src-shared/run/forkable-steps.ts'
import { batchAtRest } from '../../../kit/agent/batch-trials.ts'
import { isFirst, writeDone } from '../../../kit/fake-host/lane-scripts.ts'
import { hostModelServer } from '../../../kit/host/host-model-server.ts'
import { eventsOf, ofType, openTestHost, runToEnd, untilEvent } from '../../../kit/host/host-open.ts'
import { folderHash } from '../../../kit/project/folder-hash.ts'
import { temporaryProject } from '../../../kit/project/temporary-project.ts'
import { compareTalk } from '../../../kit/window/compare-lanes.ts'

/** What the forks of a run may do (T68). */

// Every run has a copy made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

async function begin() {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer((request) => (isFirst(request) ? writeDone : { text: 'done' }))
  const host = await openTestHost()
  const talk = await compareTalk(host, project.folder, server.url)
  const run = await runToEnd(host, talk.message('Do it.', { roles: { default: 'prof_a' } }))
  const [step] = forkableSteps(eventsOf(host, run.id))
  const ready = { runId: run.id, path: step?.path ?? '', repeats: 1, seed: 1 }
  return { host, project, ready }
}

test('an answer that names the project’s own folder changes nothing there', async () => {
  const { host, project, ready } = await begin()
  const before = folderHash(project.folder)
  const path = join(project.folder, 'stolen.txt')
  const calls = [{ tool: 'write_file', arguments: JSON.stringify({ path, content: 'x' }) }]
  const changes = [stepChange.parse({ answer: { text: '', calls } })]
  const { id } = await ask(host, 'what-if-start', startWhatIf.parse({ ...ready, changes }))
  const { trials } = await batchAtRest(host, id)
  const forks = trials.map(({ lane, runId }) => ({ lane, log: eventsOf(host, runId ?? '') }))
  const changed = forks.find(({ lane }) => lane === 'B')?.log ?? []
  expect(changed.filter(({ type }) => type === 'tool-end')).toMatchObject([{ outcome: { value: { ok: false } } }])
  expect(folderHash(project.folder)).toBe(before)
})

test('forks ask for what their approval does not cover, though the run was allowed everything', async () => {
  const { host, project, ready } = await begin()
  const before = folderHash(project.folder)
  const changes = [stepChange.parse({ roles: { default: 'prof_b' } })]
  const { id } = await ask(host, 'what-if-start', startWhatIf.parse({ ...ready, changes, approval: 'ask' }))
  const asking = async () => (await ask(host, 'batch-open', { batchId: id })).trials.filter(({ asks }) => asks === true)
  await expect.poll(async () => (await asking()).length, { timeout: 60_000 }).toBe(2)
  for (const { runId } of await asking()) {
    const { path } = await untilEvent(host, runId ?? '', ofType('approval-ask'))
    await ask(host, 'run-approve', { runId: runId ?? '', path, decision: 'deny', note: '' })
  }
  const { batch } = await batchAtRest(host, id)
  expect(batch.counts).toMatchObject({ done: 2, void: 0 })
  expect(folderHash(project.folder)).toBe(before)
})
