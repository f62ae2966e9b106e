import { expect, it, test, vi } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { createLaneTurns } from '../../../src-main/host/comparisons/lane-turns.ts'
import type { Host } from '../../../src-main/host/host.ts'
import { batchAtRest, batchOf } from '../../kit/agent/batch-trials.ts'
import { copiesIn, isFirst, writeDone } from '../../kit/fake-host/lane-scripts.ts'
import { hostModelServer, type ScriptedAnswer } from '../../kit/host/host-model-server.ts'
import { gate, ofType, openTestHost, temporaryFolder, untilEvent } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { compareTalk } from '../../kit/window/compare-lanes.ts'

/** Trials that wait for their user: others work in their place. */

// Every run has a copy made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

const question: ScriptedAnswer = {
  calls: [{ tool: 'ask_user', arguments: { question: 'Go on?', options: ['Yes', 'No'] } }],
}
const asking = async (host: Host, batchId: string) => (await ask(host, 'batch-open', { batchId })).batch.counts.asking

/** Lets the trial's run do what it asks for. */
async function allow(host: Host, runId: string | null): Promise<void> {
  const { path } = await untilEvent(host, runId ?? '', ofType('approval-ask'))
  await ask(host, 'run-approve', { runId: runId ?? '', path, decision: 'allow', note: '' })
}

it('gives so many turns at a time, and the next to whoever had begun', async () => {
  const turns = createLaneTurns(2)
  const { signal } = new AbortController()
  const had: number[] = []
  const take = (trial: number) =>
    turns
      .of(trial)
      .take(signal)
      .then(() => void had.push(trial))
  await Promise.all([take(0), take(1)])
  const [third, fourth] = [take(2), take(3)]
  turns.of(0).giveBack()
  await third
  const again = take(0)
  turns.of(1).giveBack()
  await again
  expect(had).toEqual([0, 1, 2, 0])
  turns.of(2).giveBack()
  await fourth
  expect(had).toEqual([0, 1, 2, 0, 3])
})

test('the rest of the plan is done while trials wait for their user; it is told how many do, and answered they end as pairs', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer((request) =>
    request.model === 'model-a' && isFirst(request) ? writeDone : { text: 'done' },
  )
  const host = await openTestHost()
  const { project: opened } = await compareTalk(host, project.folder, server.url)
  const { id } = await ask(host, 'batch-start', batchOf(opened.id, { repeats: 3, approval: 'ask' }))
  await expect
    .poll(async () => (await ask(host, 'batch-open', { batchId: id })).batch.counts, { timeout: 60_000 })
    .toEqual({ done: 3, void: 0, running: 3, planned: 6, asking: 3 })
  const { trials, results } = await ask(host, 'batch-open', { batchId: id })
  expect(trials.filter(({ state }) => state === 'done').map(({ lane }) => lane)).toEqual(['B', 'B', 'B'])
  expect(results.paired).toMatchObject([{ pairs: 0, success: 'not enough' }])
  const open = trials.filter(({ asks }) => asks === true)
  expect(open.map(({ lane, state }) => [lane, state])).toEqual(Array.from({ length: 3 }, () => ['A', 'running']))
  // Not in the order in which they began.
  for (const { runId } of open.toReversed()) await allow(host, runId)
  const end = await batchAtRest(host, id)
  expect(end.batch).toMatchObject({ state: 'done', counts: { done: 6, asking: 0, running: 0 } })
  expect(end.results.paired).toMatchObject([{ pairs: 3, wins: 0, losses: 3 }])
  for (const { number, taskId, repeat, lane } of trials)
    expect(end.trials[number]).toMatchObject({ number, taskId, repeat, lane, state: 'done' })
  // What it waited is none of its figures.
  for (const { number } of open) {
    const { result, runId } = end.trials[number] ?? {}
    const run = host.runs.get(runId ?? '')
    expect(run?.totals.waitingMs).toBeGreaterThan(0)
    expect(result?.workMs).toBe((run?.durationMs ?? 0) - (run?.totals.waitingMs ?? 0))
  }
})

test('so many may wait and no more; cut off they begin anew, and none of their copies stays', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const said = { asks: true }
  const server = await hostModelServer((request) => (said.asks && isFirst(request) ? question : { text: 'done' }))
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const { project: opened } = await compareTalk(host, project.folder, server.url)
  const { id } = await ask(host, 'batch-start', batchOf(opened.id, { repeats: 8, parallel: 2 }))
  await expect.poll(() => asking(host, id), { timeout: 60_000 }).toBe(10)
  expect(server.requests).toHaveLength(10)
  await host.close()

  said.asks = false
  const again = await openTestHost({ dataFolder })
  const left = await ask(again, 'batch-open', { batchId: id })
  expect(left.batch).toMatchObject({ state: 'interrupted', counts: { done: 0, running: 0, asking: 0, planned: 16 } })
  await ask(again, 'batch-resume', { batchId: id })
  const end = await batchAtRest(again, id)
  expect(end.batch).toMatchObject({ state: 'done', counts: { done: 16, asking: 0 } })
  expect(end.trials.map(({ number, repeat, lane }) => [number, repeat, lane])).toEqual(
    left.trials.map(({ number, repeat, lane }) => [number, repeat, lane]),
  )
  expect(copiesIn(dataFolder)).toEqual([])
})

test('once it is decided, nobody has to answer those that still wait', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const held = gate()
  const firsts = { 'model-a': 0, 'model-b': 0 }
  const server = await hostModelServer((request) => {
    if (!isFirst(request)) return { text: 'done' }
    const nth = request.model === 'model-a' ? ++firsts['model-a'] : ++firsts['model-b']
    if (request.model === 'model-b') return nth === 8 ? { ...writeDone, until: held.passed } : writeDone
    return nth > 8 ? question : { text: 'done' }
  })
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const { project: opened } = await compareTalk(host, project.folder, server.url)
  const certainty = { alpha: 0.05, margin: 0.1, stopEarly: true }
  const { id } = await ask(host, 'batch-start', batchOf(opened.id, { repeats: 40, parallel: 2, certainty }))
  await expect.poll(() => asking(host, id), { timeout: 60_000 }).toBeGreaterThan(0)
  held.open()
  const { batch, trials, results } = await batchAtRest(host, id)
  expect(batch).toMatchObject({ state: 'decided', counts: { asking: 0, running: 0 } })
  expect(results.paired).toMatchObject([{ success: 'better', decidedAfter: 8 }])
  expect(trials.some(({ asks }) => asks === true)).toBe(false)
  expect(copiesIn(dataFolder)).toEqual([])
})

test('a trial whose run is stopped by hand counts for nobody, is not begun again at once, and says why', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const said = { asks: true }
  const server = await hostModelServer((request) =>
    said.asks && request.model === 'model-a' && isFirst(request) ? question : { text: 'done' },
  )
  const host = await openTestHost()
  const { project: opened } = await compareTalk(host, project.folder, server.url)
  const { id } = await ask(host, 'batch-start', batchOf(opened.id, { repeats: 1 }))
  await expect.poll(() => asking(host, id), { timeout: 60_000 }).toBe(1)
  const { trials } = await ask(host, 'batch-open', { batchId: id })
  await ask(host, 'run-stop', { runId: trials.find(({ asks }) => asks === true)?.runId ?? '' })
  const end = await batchAtRest(host, id)
  expect(end.batch).toMatchObject({ state: 'done', counts: { done: 1, void: 1 } })
  expect(end.trials.find(({ lane }) => lane === 'A')).toMatchObject({ state: 'void', failure: { kind: 'aborted' } })
  expect(end.results.words.join(' ')).toContain('You stopped the run of this trial.')
  said.asks = false
  await ask(host, 'batch-resume', { batchId: id })
  expect((await batchAtRest(host, id)).batch.counts).toMatchObject({ done: 2, void: 0 })
})
