import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../src-main/host/host.ts'
import type { Comparison } from '../../../src-shared/comparison/comparison.ts'
import type { EventOf, StoredEvent } from '../../../src-shared/run/event.ts'
import { isLimitPath } from '../../../src-shared/run/limit-question.ts'
import { askingBudget, type Budget } from '../../../src-shared/strategy/task.ts'
import { batchAtRest, batchOf } from '../../kit/agent/batch-trials.ts'
import { turnOf } from '../../kit/fake-host/lane-scripts.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { openTestHost, temporaryFolder, untilEvent } from '../../kit/host/host-open.ts'
import { spawnKept } from '../../kit/host/host-spawn.ts'
import { lastSeq } from '../../kit/host/pauses.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { compareTalk, isOver, laneAt, laneOf, untilComparison } from '../../kit/window/compare-lanes.ts'

/** Lanes that come to a limit, and whose own limits say that their user is asked. */

// Every run has a copy made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

const asking: Budget = { ...askingBudget, modelCalls: 3 }
/** Reads in six rounds, as long as it is offered tools. */
const server = () =>
  hostModelServer((request) =>
    turnOf(request) < 6 && (request.tools ?? []).length > 0
      ? { calls: [{ tool: 'read_file', arguments: { path: 'a.txt' } }] }
      : { text: turnOf(request) < 6 ? 'So far.' : 'All read.' },
  )

type Asked = EventOf<'step-start'>
const isLimitAsked = (event: StoredEvent): event is Asked => event.type === 'step-start' && isLimitPath(event.path)

/** Answers the question of a limit with the option that begins so. @param after the question before it */
async function answer(host: Host, runId: string, words: string, after = -1): Promise<Asked> {
  const asked = await untilEvent(host, runId, (event): event is Asked => isLimitAsked(event) && event.seq > after)
  const options = JSON.stringify(asked)
  const [option = words] = new RegExp(`"(${words}|[^"]* ${words})"`).exec(options)?.slice(1) ?? []
  await ask(host, 'run-answer', { runId, path: asked.path, answer: option })
  return asked
}

const runOf = (comparison: Comparison, label: 'A' | 'B' | 'C' | 'D') => laneAt(comparison, label).runId ?? ''
const laneStates = (host: Host, { lanes }: Comparison) =>
  lanes.map(({ state, runId }) => (host.runs.get(runId ?? '')?.status === 'waiting' ? 'asks' : state))

test('the others finish while lanes wait at a limit; each continues, wraps up or stops by its own answer', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const { url } = await server()
  const host = await openTestHost()
  const { wish } = await compareTalk(host, project.folder, url)
  const own = laneOf('prof_a', { budget: asking })
  // Limits of the settings ask nobody: in lane D they are the same but for that.
  const usual = { ...asking, atLimit: 'ask' as const, modelCalls: 10 }
  await ask(host, 'settings-write', { budget: usual })
  const lanes = [own, own, own, laneOf('prof_a')]
  const { id } = await ask(host, 'comparison-start', wish('Read it.', { lanes }))
  const now = async () => await ask(host, 'comparison-open', { comparisonId: id })
  await expect
    .poll(async () => laneStates(host, await now()), { timeout: 60_000 })
    .toEqual(['asks', 'asks', 'asks', 'done'])
  expect((await now()).state).toBe('running')
  const begun = await now()
  await answer(host, runOf(begun, 'C'), 'Stop')
  await answer(host, runOf(begun, 'B'), 'Wrap up')
  let last = -1
  while (host.runs.get(runOf(begun, 'A'))?.endedAt === null) {
    const asked = await Promise.race([
      answer(host, runOf(begun, 'A'), 'more', last),
      host.runs.untilEnded(runOf(begun, 'A')).then(() => null),
    ])
    last = asked?.seq ?? last
  }
  const done = await untilComparison(host, id, isOver)
  expect(done).toMatchObject({ state: 'done', lanes: [{ state: 'done' }, { state: 'done' }, {}, { state: 'done' }] })
  const ended = (label: 'A' | 'B' | 'C' | 'D') => host.runs.get(runOf(done, label))
  expect(ended('A')).toMatchObject({ status: 'completed', text: 'All read.' })
  expect(ended('B')).toMatchObject({ status: 'completed', text: 'So far.' })
  expect(ended('C')).toMatchObject({ failure: { kind: 'budget-spent' } })
  expect(ended('D')).toMatchObject({ status: 'completed', text: 'All read.' })
  for (const label of ['A', 'B', 'C', 'D'] as const)
    expect(await ask(host, 'run-replay', { runId: runOf(done, label), verify: false })).toMatchObject({
      divergence: null,
    })
})

/** A change that says that a run waits for its user, and one that lane B has ended. */
const asksLine = z.object({ kind: z.literal('run'), run: z.object({ status: z.literal('waiting') }) })
const doneLine = z.object({
  kind: z.literal('comparison'),
  comparison: z.object({ lanes: z.tuple([z.unknown(), z.object({ state: z.literal('done') })]) }),
})

test('killed while a lane waits at its limit, it asks again; what another lane did is not repeated', async () => {
  const dataFolder = await temporaryFolder()
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const { url, requests } = await server()
  const first = await openTestHost({ dataFolder })
  const { wish, project: opened } = await compareTalk(first, project.folder, url)
  await first.close()
  const lanes = [laneOf('prof_a', { budget: asking }), laneOf('prof_b')]
  const killed = spawnKept(dataFolder, 'comparison-start', wish('Read it.', { lanes }))
  await killed.until((lines) => lines.some((line) => asksLine.safeParse(JSON.parse(line)).success))
  await killed.until((lines) => lines.some((line) => doneLine.safeParse(JSON.parse(line)).success))
  await killed.kill()
  const before = requests.filter(({ model }) => model === 'model-b').length

  const host = await openTestHost({ dataFolder })
  const [left] = await ask(host, 'comparisons-list', { projectId: opened.id, conversationId: null })
  if (left === undefined) throw new Error('no comparison')
  expect(left.lanes.map(({ state }) => state)).toEqual(['interrupted', 'done'])
  const seq = lastSeq(host, runOf(left, 'A'))
  await ask(host, 'comparison-resume', { comparisonId: left.id })
  await expect.poll(() => host.runs.get(runOf(left, 'A'))?.status, { timeout: 60_000 }).toBe('waiting')
  expect(seq).toBeGreaterThan(0)
  await answer(host, runOf(left, 'A'), 'Wrap up')
  expect(await untilComparison(host, left.id, isOver)).toMatchObject({ lanes: [{ state: 'done' }, { state: 'done' }] })
  expect(requests.filter(({ model }) => model === 'model-b')).toHaveLength(before)
})

test('a trial that waits at its limit gives its place to others, and its answer ends it', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const { url } = await server()
  const host = await openTestHost()
  const { project: opened } = await compareTalk(host, project.folder, url)
  const lanes = [laneOf('prof_a', { budget: asking }), laneOf('prof_b')]
  const { id } = await ask(host, 'batch-start', batchOf(opened.id, { repeats: 2, lanes }))
  await expect
    .poll(async () => (await ask(host, 'batch-open', { batchId: id })).batch.counts, { timeout: 60_000 })
    .toEqual({ done: 2, void: 0, running: 2, planned: 4, asking: 2 })
  const { trials } = await ask(host, 'batch-open', { batchId: id })
  for (const { runId, lane } of trials) if (lane === 'A') await answer(host, runId ?? '', 'Wrap up')
  const end = await batchAtRest(host, id)
  expect(end.batch).toMatchObject({ state: 'done', counts: { done: 4, asking: 0 } })
})
