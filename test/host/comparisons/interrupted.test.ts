import { expect, test, vi } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { HostChange } from '../../../src-shared/api/host-api.ts'
import { copiesIn, turnOf, writeDone } from '../../kit/fake-host/lane-scripts.ts'
import { command, startCommand } from '../../kit/host/host-command.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { collectChanges, gate, openTestHost, temporaryFolder } from '../../kit/host/host-open.ts'
import { folderHash } from '../../kit/project/folder-hash.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { checkOf, compareTalk, isOver, laneAt, untilComparison } from '../../kit/window/compare-lanes.ts'

// Every run has a copy made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

test('closed in the middle: the lane that had ended is not run again, the other goes on in its copy', async () => {
  const dataFolder = await temporaryFolder()
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const never = gate()
  let open = false
  const server = await hostModelServer((request) => {
    if (turnOf(request) === 0) return writeDone
    return request.model === 'model-a' && !open ? { text: 'half of it', until: never.passed } : { text: 'whole' }
  })
  const host = await openTestHost({ dataFolder })
  const { wish } = await compareTalk(host, project.folder, server.url)
  const { id } = await ask(host, 'comparison-start', wish('Do it.', { check: checkOf('cat done.txt') }))
  await untilComparison(host, id, ({ lanes }) => lanes[1]?.state === 'done')
  await expect.poll(() => server.requests.length).toBe(4)
  await host.close()
  expect(copiesIn(dataFolder)).toHaveLength(1)

  open = true
  const again = await openTestHost({ dataFolder })
  const left = await ask(again, 'comparison-open', { comparisonId: id })
  expect(left).toMatchObject({
    state: 'interrupted',
    lanes: [{ state: 'interrupted' }, { state: 'done' }],
    verdicts: [],
  })
  await ask(again, 'comparison-resume', { comparisonId: id })
  const done = await untilComparison(again, id, isOver)
  expect(done).toMatchObject({
    state: 'done',
    lanes: [
      { state: 'done', runId: left.lanes[0]?.runId, checkResult: { exitCode: 0 } },
      { state: 'done', runId: left.lanes[1]?.runId },
    ],
    verdicts: [{ by: 'check', choice: 'tie' }],
  })
  expect(server.requests).toHaveLength(5)
  expect(copiesIn(dataFolder)).toEqual([])
  await expect(ask(again, 'comparison-resume', { comparisonId: id })).rejects.toThrow(/not interrupted/)
})

test('killed in the middle and given up: the copies go, what was done can be found, the project is as it was', async () => {
  const home = await temporaryFolder()
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const never = gate()
  const server = await hostModelServer((request) =>
    turnOf(request) === 0 ? writeDone : { text: 'half', until: never.passed },
  )
  const before = folderHash(project.folder)
  const child = startCommand(home, [
    ...['compare', '--lane', 'tool-loop', '--lane', 'tool-loop', '--project', project.folder],
    ...['--base-url', server.url, '--model', 'm', '--approve', 'everything', 'Do it.'],
  ])
  await expect.poll(() => server.requests.length, { timeout: 30_000 }).toBe(4)
  child.kill()
  await child.done

  const host = await openTestHost({ dataFolder: home })
  const [opened] = await ask(host, 'projects-list', {})
  const projectId = opened?.id ?? ''
  const [left] = await ask(host, 'comparisons-list', { projectId, conversationId: null })
  expect(left).toMatchObject({ state: 'interrupted', lanes: [{ state: 'interrupted' }, { state: 'interrupted' }] })
  expect(copiesIn(home)).toHaveLength(2)
  const stopped = await ask(host, 'comparison-stop', { comparisonId: left?.id ?? '', lane: null })
  expect(stopped).toMatchObject({ state: 'stopped', lanes: [{ state: 'stopped' }, { state: 'stopped' }] })
  expect(copiesIn(home)).toEqual([])
  for (const { runId } of stopped.lanes) expect(host.runs.get(runId ?? '')?.status).toBe('aborted')
  expect(folderHash(project.folder)).toBe(before)
  // The last state of each copy was kept as it was removed.
  const { from: base, after } = { ...stopped, after: laneAt(stopped, 'A').after ?? '' }
  const found = await ask(host, 'files-between', { projectId, before: base, after })
  expect(found.files).toMatchObject([{ path: 'done.txt', kind: 'added' }])
})

test('how far a copy is made is told while it is made', async () => {
  const project = await temporaryProject({
    'a.txt': 'one\n',
    '.gitignore': 'node_modules\n',
    'node_modules/p/i.js': '1',
  })
  const server = await hostModelServer(() => ({ text: 'done' }))
  const host = await openTestHost()
  const { wish } = await compareTalk(host, project.folder, server.url)
  const changes = collectChanges(host)
  const { id } = await ask(host, 'comparison-start', wish('Do it.'))
  await untilComparison(host, id, isOver)
  const progress = changes.filter(
    (change): change is Extract<HostChange, { kind: 'lane-progress' }> => change.kind === 'lane-progress',
  )
  expect(new Set(progress.map(({ lane }) => lane))).toEqual(new Set(['A', 'B']))
})

test('trials killed in the middle: their copies go, and those that had ended are not done again', async () => {
  const home = await temporaryFolder()
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const [never, reached] = [gate(), gate()]
  let open = false
  const server = await hostModelServer((request) => {
    if (open || server.requests.length < 7) return turnOf(request) === 0 ? writeDone : { text: 'done' }
    reached.open()
    return { text: 'half', until: never.passed }
  })
  const child = startCommand(home, [
    ...['compare', '--lane', 'tool-loop', '--lane', 'tool-loop', '--project', project.folder, '--repeat', '3'],
    ...['--base-url', server.url, '--model', 'm', '--approve', 'everything', 'Do it.'],
  ])
  await reached.passed
  child.kill()
  await child.done
  open = true

  const host = await openTestHost({ dataFolder: home })
  const [opened] = await ask(host, 'projects-list', {})
  const [left] = await ask(host, 'batches-list', { projectId: opened?.id ?? '' })
  expect(left).toMatchObject({ state: 'interrupted', counts: { done: 3, planned: 6 } })
  await expect.poll(() => copiesIn(home), { timeout: 30_000 }).toEqual([])
  const batchId = left?.id ?? ''
  const before = await ask(host, 'batch-open', { batchId })
  // The command line alone knows the endpoint that it named.
  const went = await command(home, ['compare', '--resume', batchId])
  expect(went).toMatchObject({ code: 0, error: '' })
  const after = await ask(host, 'batch-open', { batchId })
  expect(after.batch).toMatchObject({ state: 'done', counts: { done: 6, void: 0 } })
  for (const trial of before.trials.filter(({ state }) => state === 'done'))
    expect(after.trials[trial.number]).toEqual(trial)
})
