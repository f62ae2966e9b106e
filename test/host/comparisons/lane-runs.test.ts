import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { batchOf } from '../../kit/agent/batch-trials.ts'
import { copiesIn, turnOf, writeDone } from '../../kit/fake-host/lane-scripts.ts'
import { command, startCommand } from '../../kit/host/host-command.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { gate, openTestHost, temporaryFolder } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { checkOf, compareTalk, isOver, laneAt, untilComparison } from '../../kit/window/compare-lanes.ts'

// Every run has a copy made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

/** Two lanes whose process is killed when each has written a file and is asked for more. */
async function killed() {
  const home = await temporaryFolder()
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const never = gate()
  const said = { open: false }
  const server = await hostModelServer((request) =>
    turnOf(request) === 0 ? writeDone : said.open ? { text: 'whole' } : { text: 'half', until: never.passed },
  )
  const child = startCommand(home, [
    ...['compare', '--lane', 'tool-loop', '--lane', 'tool-loop,name=other', '--project', project.folder],
    ...['--base-url', server.url, '--model', 'm', '--approve', 'everything', '--check', 'cat done.txt', 'Do it.'],
  ])
  await expect.poll(() => server.requests.length, { timeout: 30_000 }).toBe(4)
  child.kill()
  await child.done
  said.open = true
  return { home, project, server }
}

/** The only comparison that is kept, in a window that has the endpoint of the command line. */
async function windowOn(home: string, url: string) {
  const host = await openTestHost({ dataFolder: home })
  const profile = {
    id: 'prof_w',
    name: 'W',
    preset: 'custom',
    api: 'chat-completions',
    baseUrl: url,
    model: 'm',
  } as const
  const rest = { temperature: null, maxOutputTokens: null, reasoningEffort: null, contextWindow: 128_000 } as const
  await ask(host, 'profile-save', { profile: { ...profile, ...rest, price: null, idleLimitMs: 20_000 }, key: 'k' })
  const [opened] = await ask(host, 'projects-list', {})
  const [left] = await ask(host, 'comparisons-list', { projectId: opened?.id ?? '', conversationId: null })
  if (left === undefined) throw new Error('no comparison was kept')
  return { host, left }
}

test('killed in the middle: a run that is resumed where it is found goes on as its lane, in its copy, and is checked; the other waits', async () => {
  const { home, project, server } = await killed()
  const { host, left } = await windowOn(home, server.url)
  const [a, b] = [laneAt(left, 'A'), laneAt(left, 'B')]
  const run = await ask(host, 'run-resume', { runId: a.runId ?? '' })
  expect(run).toMatchObject({ id: a.runId, workspaceId: a.workspaceId })
  const half = await untilComparison(host, left.id, ({ state }) => state === 'interrupted')
  expect(half).toMatchObject({
    lanes: [
      { state: 'done', runId: a.runId, checkResult: { exitCode: 0 }, workspaceId: null },
      { state: 'interrupted', runId: b.runId, workspaceId: b.workspaceId },
    ],
    verdicts: [],
  })
  expect(server.requests).toHaveLength(5)
  expect(copiesIn(home)).toEqual([b.workspaceId])

  await ask(host, 'run-resume', { runId: b.runId ?? '' })
  expect(await untilComparison(host, left.id, isOver)).toMatchObject({
    state: 'done',
    lanes: [{ state: 'done' }, { state: 'done', checkResult: { exitCode: 0 } }],
    verdicts: [{ by: 'check', choice: 'tie' }],
  })
  expect(server.requests).toHaveLength(6)
  expect(copiesIn(home)).toEqual([])
  expect(existsSync(project.at('done.txt'))).toBe(false)
})

test('both runs resumed one right after the other go on beside each other, in one comparison', async () => {
  const { home, server } = await killed()
  const { host, left } = await windowOn(home, server.url)
  const runs = left.lanes.map(({ runId }) => ask(host, 'run-resume', { runId: runId ?? '' }))
  expect((await Promise.all(runs)).map(({ id }) => id)).toEqual(left.lanes.map(({ runId }) => runId))
  const done = await untilComparison(host, left.id, isOver)
  expect(done).toMatchObject({ state: 'done', verdicts: [{ by: 'check', choice: 'tie' }] })
  expect(copiesIn(home)).toEqual([])
})

test('the command line resumes a lane’s run as its lane, waits for its check, and names the lane that is left', async () => {
  const { home, server } = await killed()
  const looking = await openTestHost({ dataFolder: home })
  const [opened] = await ask(looking, 'projects-list', {})
  const [left] = await ask(looking, 'comparisons-list', { projectId: opened?.id ?? '', conversationId: null })
  if (left === undefined) throw new Error('no comparison was kept')
  const [a, b] = [laneAt(left, 'A').runId ?? '', laneAt(left, 'B').runId ?? '']
  await looking.close()

  const first = await command(home, ['resume', a])
  expect(first).toMatchObject({ code: 0, out: 'whole\n', error: expect.stringContaining(`agent resume ${b}`) })
  const second = await command(home, ['resume', b])
  expect(second.code).toBe(0)
  expect(second.error).not.toContain('agent resume')
  const { host } = await windowOn(home, server.url)
  expect(await ask(host, 'comparison-open', { comparisonId: left.id })).toMatchObject({
    state: 'done',
    lanes: [{ checkResult: { exitCode: 0 } }, { checkResult: { exitCode: 0 } }],
    verdicts: [{ by: 'check' }],
  })
  expect(copiesIn(home)).toEqual([])
})

test('where its copy is gone, the run ends, the lane fails, and it is said what to do', async () => {
  const { home, server } = await killed()
  const { host, left } = await windowOn(home, server.url)
  const { runId, workspaceId } = laneAt(left, 'A')
  rmSync(join(home, 'copies', workspaceId ?? ''), { recursive: true })
  await expect(ask(host, 'run-resume', { runId: runId ?? '' })).rejects.toMatchObject({
    failure: {
      message: expect.stringMatching(/copy of lane A is gone/),
      advice: expect.stringMatching(/Compare again/),
    },
  })
  const now = await untilComparison(host, left.id, ({ state }) => state === 'interrupted')
  expect(now).toMatchObject({ lanes: [{ state: 'failed', workspaceId: null }, { state: 'interrupted' }] })
  expect(host.runs.get(runId ?? '')?.status).toBe('aborted')
})

test('what is lacking to go on is said, and the lane can be gone on with once it is there', async () => {
  const { home, project, server } = await killed()
  const { host, left } = await windowOn(home, server.url)
  const runId = laneAt(left, 'A').runId ?? ''
  renameSync(project.folder, `${project.folder}-away`)
  await expect(ask(host, 'run-resume', { runId })).rejects.toMatchObject({ failure: { kind: 'workspace-missing' } })
  const now = await untilComparison(host, left.id, ({ state }) => state === 'interrupted')
  expect(now).toMatchObject({ lanes: [{ state: 'interrupted', failure: { kind: 'workspace-missing' } }, {}] })
  renameSync(`${project.folder}-away`, project.folder)
  await ask(host, 'comparison-resume', { comparisonId: left.id })
  expect(await untilComparison(host, left.id, isOver)).toMatchObject({
    state: 'done',
    lanes: [{ state: 'done', failure: null }, { state: 'done' }],
  })
})

test('a run that is given up where it is found gives its lane up, and no other', async () => {
  const { home, server } = await killed()
  const { host, left } = await windowOn(home, server.url)
  await ask(host, 'run-dismiss', { runId: laneAt(left, 'A').runId ?? '' })
  const now = await ask(host, 'comparison-open', { comparisonId: left.id })
  expect(now).toMatchObject({
    state: 'interrupted',
    lanes: [{ state: 'stopped', workspaceId: null, after: expect.any(String) }, { state: 'interrupted' }],
  })
  expect(copiesIn(home)).toEqual([laneAt(left, 'B').workspaceId])
  await ask(host, 'comparison-resume', { comparisonId: left.id })
  const done = await untilComparison(host, left.id, isOver)
  expect(done).toMatchObject({ state: 'done', lanes: [{ state: 'stopped' }, { state: 'done' }] })
  // Its copy went with it: the run goes on nowhere, and says where to go.
  await expect(ask(host, 'run-resume', { runId: laneAt(left, 'A').runId ?? '' })).rejects.toMatchObject({
    failure: {
      message: expect.stringMatching(/was lane A of a comparison/),
      advice: expect.stringMatching(/Continue from/),
    },
  })
})

test('stopping all also gives up the lane that nobody went on with', async () => {
  const { home, server } = await killed()
  const { host, left } = await windowOn(home, server.url)
  await ask(host, 'run-resume', { runId: laneAt(left, 'A').runId ?? '' })
  await ask(host, 'comparison-stop', { comparisonId: left.id, lane: null })
  const ended = await untilComparison(host, left.id, isOver)
  expect(ended.lanes.map(({ state }) => state)).not.toContain('interrupted')
  await expect.poll(() => copiesIn(home)).toEqual([])
})

test('nothing else works in a lane’s copy: neither a message that answers to it nor a step gone on from', async () => {
  const { home, server } = await killed()
  const { host, left } = await windowOn(home, server.url)
  const { turnId: parentId, runId } = laneAt(left, 'A')
  const wish = {
    conversationId: left.conversationId,
    parentId,
    message: 'And now?',
    strategy: { name: 'tool-loop', options: {} },
    roles: { default: 'prof_w' },
    mode: 'act',
    approval: 'everything',
  } as const
  const refused = { failure: { kind: 'busy', message: expect.stringMatching(/Lane A of a comparison/) } }
  await expect(ask(host, 'run-start', wish)).rejects.toMatchObject(refused)
  const fork = { runId: runId ?? '', path: '1', answer: null, message: null, strategy: null, roles: {} } as const
  await expect(ask(host, 'run-fork', { ...fork, approval: null })).rejects.toMatchObject(refused)
  // Nor does it become a branch: its run would go on in the project's own folder.
  const chosen = { comparisonId: left.id, lane: 'A', copy: false } as const
  await expect(ask(host, 'comparison-continue', chosen)).rejects.toThrow(/Lane A has not ended/)
  expect(host.runs.get(runId ?? '')?.workspaceId).toBe(laneAt(left, 'A').workspaceId)
  expect(server.requests).toHaveLength(4)
})

test('the run of a trial that was cut off is not resumed: it says that the trial begins anew, and where', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const [never, reached] = [gate(), gate()]
  const server = await hostModelServer(() => {
    reached.open()
    return { text: 'half', until: never.passed }
  })
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const { project: opened } = await compareTalk(host, project.folder, server.url)
  const { id } = await ask(
    host,
    'batch-start',
    batchOf(opened.id, {
      tasks: [{ id: 't', name: 'T', message: 'Do.', from: null, check: checkOf('true'), turnId: null }],
    }),
  )
  await reached.passed
  await host.close()
  const again = await openTestHost({ dataFolder })
  const [run] = again.runs.list(opened.id, 1)
  await expect(ask(again, 'run-resume', { runId: run?.id ?? '' })).rejects.toMatchObject({
    failure: {
      message: expect.stringMatching(/one of the trials “Trial”/),
      advice: expect.stringContaining(`agent compare --resume ${id}`),
    },
  })
})
