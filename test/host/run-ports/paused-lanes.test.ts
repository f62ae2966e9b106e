import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { batchAtRest, batchOf } from '../../kit/agent/batch-trials.ts'
import { isFirst, writeDone } from '../../kit/fake-host/lane-scripts.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { openTestHost, temporaryFolder } from '../../kit/host/host-open.ts'
import { spawnKept } from '../../kit/host/host-spawn.ts'
import {
  answerPause,
  byHand,
  lastSeq,
  otherArguments,
  savedBreakpoint,
  setBreakpoints,
  untilPaused,
} from '../../kit/host/pauses.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { compareTalk, isOver, untilComparison } from '../../kit/window/compare-lanes.ts'

// Every run has a copy made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 })

const server = () => hostModelServer((request) => (isFirst(request) ? writeDone : { text: 'Done.' }))

test('lanes that are paused survive kill -9: each resumes paused, and is edited and replayed by itself', async () => {
  const dataFolder = await temporaryFolder()
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const { url } = await server()
  const first = await openTestHost({ dataFolder })
  const { wish, project: opened } = await compareTalk(first, project.folder, url)
  await setBreakpoints(first, opened.id, 'tool:write_file')
  await first.close()
  const killed = spawnKept(dataFolder, 'comparison-start', wish('Do it.'))
  await killed.until((lines) => new Set(lines.flatMap(waitingRun)).size === 2)
  await killed.kill()

  const host = await openTestHost({ dataFolder })
  await setBreakpoints(host, opened.id)
  const [left] = await ask(host, 'comparisons-list', { projectId: opened.id, conversationId: null })
  const runIds = left?.lanes.map(({ runId }) => runId ?? '') ?? []
  const before = runIds.map((runId) => lastSeq(host, runId))
  await ask(host, 'comparison-resume', { comparisonId: left?.id ?? '' })
  const [a = '', b = ''] = runIds
  const pauseA = await untilPaused(host, a, before[0])
  const pauseB = await untilPaused(host, b, before[1])
  expect([pauseA.reason, pauseB.reason]).toEqual([savedReason, savedReason])
  await expect(answerPause(host, a, pauseA.path, otherArguments({ path: 1 }))).rejects.toThrow(/write_file.*path/s)
  await answerPause(host, a, pauseA.path, otherArguments({ path: 'other.txt', content: 'mine' }))
  await answerPause(host, b, pauseB.path, byHand('I wrote it myself.'))
  const done = await untilComparison(host, left?.id ?? '', isOver)
  expect(done).toMatchObject({ state: 'done', lanes: [{ state: 'done' }, { state: 'done' }] })
  const paths = async (runId: string) => (await ask(host, 'run-changes', { runId })).files.map(({ path }) => path)
  expect([await paths(a), await paths(b)]).toEqual([['other.txt'], []])
  for (const runId of runIds)
    expect(await ask(host, 'run-replay', { runId, verify: false })).toMatchObject({ divergence: null })
})

/** The id of a run that a line says waits for its user. */
function waitingRun(line: string): string[] {
  const change = z
    .object({ kind: z.literal('run'), run: z.object({ id: z.string(), status: z.literal('waiting') }) })
    .safeParse(JSON.parse(line))
  return change.success ? [change.data.run.id] : []
}

const savedReason = { kind: 'breakpoint', at: savedBreakpoint('tool:write_file').at }

test('trials ignore breakpoints unless one is meant for them; a paused one holds no other', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const { url } = await server()
  const host = await openTestHost()
  const { project: opened } = await compareTalk(host, project.folder, url)
  await setBreakpoints(host, opened.id, 'tool:write_file', 'step:call-model')
  const { id: plain } = await ask(host, 'batch-start', batchOf(opened.id, { repeats: 1 }))
  expect((await batchAtRest(host, plain)).batch).toMatchObject({ state: 'done', counts: { done: 2 } })

  const breakpoints = [savedBreakpoint('tool:write_file', true)]
  await ask(host, 'breakpoints-save', { projectId: opened.id, breakpoints })
  const { id } = await ask(host, 'batch-start', batchOf(opened.id, { repeats: 1 }))
  await expect
    .poll(async () => (await ask(host, 'batch-open', { batchId: id })).batch.counts.asking, { timeout: 60_000 })
    .toBe(2)
  const { trials } = await ask(host, 'batch-open', { batchId: id })
  for (const { runId } of trials) {
    const { path } = await untilPaused(host, runId ?? '')
    await answerPause(host, runId ?? '', path)
  }
  const end = await batchAtRest(host, id)
  expect(end.batch).toMatchObject({ state: 'done', counts: { done: 2, asking: 0 } })
  for (const { result, runId } of end.trials) {
    const run = host.runs.get(runId ?? '')
    expect(result?.workMs).toBe((run?.durationMs ?? 0) - (run?.totals.waitingMs ?? 0))
  }
})
