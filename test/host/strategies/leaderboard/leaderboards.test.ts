import { expect, test, vi } from 'vitest'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import type { Leaderboard } from '../../../../src-shared/comparison/leaderboard/leaderboard.ts'
import { rankText } from '../../../../src-shared/comparison/leaderboard/leaderboard-text.ts'
import { batchOf, batchToEnd, taskOf } from '../../../kit/agent/batch-trials.ts'
import { isFirst, type LaneModelRequest, writeDone } from '../../../kit/fake-host/lane-scripts.ts'
import { hostModelServer, type ScriptedAnswer } from '../../../kit/host/host-model-server.ts'
import { openTestHost, temporaryFolder } from '../../../kit/host/host-open.ts'
import { temporaryProject } from '../../../kit/project/temporary-project.ts'
import { compareTalk, laneOf } from '../../../kit/window/compare-lanes.ts'

// Every run has a copy made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

/** The model `b` always does it, `a` never. */
const onlyB = (request: LaneModelRequest): ScriptedAnswer =>
  request.model === 'model-b' && isFirst(request) ? writeDone : { text: 'done' }

async function begin(answer: (request: LaneModelRequest) => ScriptedAnswer = onlyB) {
  const { folder } = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer(answer)
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const { project } = await compareTalk(host, folder, server.url)
  const save = (id: string, message: string) =>
    ask(host, 'task-save', { projectId: project.id, task: { ...taskOf(id, { message }), set: 'core' } })
  const board = (set: string | null = 'core') => ask(host, 'leaderboard', { projectId: project.id, set })
  return { host, dataFolder, projectId: project.id, save, board }
}

const shortly = ({ entries }: Leaderboard) =>
  entries.map((each) => [each.models[0]?.model, rankText(each) || each.standing.kind, each.trials, each.successes])

test('all trials on a task set count, from any batch, and the one that is better than all is best here', async () => {
  const { host, dataFolder, projectId, save, board } = await begin()
  expect(await board()).toEqual({ set: 'core', sets: [], tasks: 0, entries: [], lines: [], alpha: 0.05 })
  await save('t1', 'Do one.')
  await save('t2', 'Do two.')
  const tasks = [{ keptTask: 't1' }, { keptTask: 't2' }]
  await batchToEnd(host, batchOf(projectId, { tasks, repeats: 2, parallel: 2 }))
  expect(shortly(await board())).toEqual([
    ['model-b', '1–2', 4, 4],
    ['model-a', '1–2', 4, 0],
  ])
  await batchToEnd(host, batchOf(projectId, { tasks, repeats: 1, parallel: 2 }))
  const ranked = await board()
  expect(shortly(ranked)).toEqual([
    ['model-b', '1', 6, 6],
    ['model-a', '2', 6, 0],
  ])
  expect(ranked).toMatchObject({
    sets: ['core'],
    tasks: 2,
    entries: [{ best: true, version: expect.stringMatching(/^tool-loop@\d+$/) }, { best: false }],
  })
  expect(await board(null)).toMatchObject({ sets: ['core'], entries: [] })
  await host.close()
  // A process that did not run them finds the same.
  const again = await openTestHost({ dataFolder })
  expect(await ask(again, 'leaderboard', { projectId, set: 'core' })).toEqual(ranked)
})

test('what was done before a task changed is shown, and not ranked', async () => {
  const { host, projectId, save, board } = await begin()
  await save('t1', 'Do one.')
  await batchToEnd(host, batchOf(projectId, { tasks: [{ keptTask: 't1' }], repeats: 2, parallel: 2 }))
  await save('t1', 'Do one, otherwise.')
  expect((await board()).entries.map(({ standing, trials }) => [standing, trials])).toEqual([
    [{ kind: 'unranked', reason: 'older-tasks' }, 2],
    [{ kind: 'unranked', reason: 'older-tasks' }, 2],
  ])
  const lanes = [laneOf('prof_b'), laneOf('prof_c')]
  await batchToEnd(host, batchOf(projectId, { lanes, tasks: [{ keptTask: 't1' }], repeats: 1 }))
  const { entries } = await board()
  expect(
    entries.map(({ models, standing, trials, olderTrials }) => [models[0]?.model, standing.kind, trials, olderTrials]),
  ).toEqual([
    ['model-b', 'ranked', 1, 2],
    ['model-c', 'ranked', 1, 0],
    ['model-a', 'unranked', 2, 2],
  ])
})

test('a check that was changed alone makes another version of a task, and its name and tags do not', async () => {
  const { host, projectId, board } = await begin()
  const saved = (more: object) =>
    ask(host, 'task-save', { projectId, task: { ...taskOf('t1', { message: 'Do one.' }), set: 'core', ...more } })
  await saved({})
  await batchToEnd(host, batchOf(projectId, { tasks: [{ keptTask: 't1' }], repeats: 1 }))
  const kinds = async () => (await board()).entries.map(({ standing }) => standing.kind)
  await saved({ name: 'Renamed', tags: ['easy'] })
  expect(await kinds()).toEqual(['ranked', 'ranked'])
  const { check } = taskOf('t1')
  if (check === null) throw new Error('the task has a check')
  await saved({ check: { ...check, command: `${check.command} && node -e ""` } })
  expect(await kinds()).toEqual(['unranked', 'unranked'])
})

test('other options, settings and limits are other entries, and lanes of the same are one', async () => {
  const { host, projectId, save, board } = await begin()
  await save('t1', 'Do one.')
  const lanes = [
    laneOf('prof_b'),
    laneOf('prof_b', { name: 'Called otherwise' }),
    laneOf('prof_b', { reasoningEffort: 'high' }),
    laneOf('prof_b', { strategy: { name: 'tool-loop', options: { maxTurns: 7 } } }),
  ]
  await batchToEnd(host, batchOf(projectId, { lanes, tasks: [{ keptTask: 't1' }], repeats: 1, parallel: 2 }))
  const { entries } = await board()
  expect(entries.map(({ options, models, trials }) => [options, models[0]?.setting, trials]).toSorted()).toEqual([
    ['', '', 2],
    ['', 'effort high', 1],
    ['maxTurns=7', '', 1],
  ])
})

test('a trial that does not count is never counted', async () => {
  const { host, projectId, save, board } = await begin(() => ({ status: 401, body: '{}' }))
  await save('t1', 'Do one.')
  await batchToEnd(host, batchOf(projectId, { tasks: [{ keptTask: 't1' }], repeats: 2 }))
  expect((await board()).entries).toEqual([])
})
