import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../src-main/host/host.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { unattended } from '../../../src-shared/strategy/task.ts'
import { turnOf } from '../../kit/fake-host/lane-scripts.ts'
import { hostModelServer, type ScriptedAnswer } from '../../kit/host/host-model-server.ts'
import { gate, ofType, openTestHost, runToEnd, temporaryFolder, untilEvent } from '../../kit/host/host-open.ts'
import { folderHash } from '../../kit/project/folder-hash.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { checkOf, compareTalk, compareToEnd, laneAt, laneOf, untilComparison } from '../../kit/window/compare-lanes.ts'

// Every run has a copy made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

const tool = (name: string, args: object): ScriptedAnswer => ({ calls: [{ tool: name, arguments: args }] })
const runOf = (host: Host, id: string | null): Run => {
  const run = host.runs.get(id ?? '')
  if (run === undefined) throw new Error('there is no such run')
  return run
}
const copiesIn = (dataFolder: string) =>
  existsSync(join(dataFolder, 'copies')) ? readdirSync(join(dataFolder, 'copies')) : []

test('both lanes run wild in their copies, and the project is as it was', async () => {
  const files = {
    'src/a.txt': 'one\n',
    'src/b.txt': 'two\n',
    '.gitignore': 'node_modules\n',
    'node_modules/x/i.js': '1',
  }
  const project = await temporaryProject(files)
  const wild: readonly ScriptedAnswer[] = [
    tool('write_file', { path: 'src/c.txt', content: 'made\n' }),
    tool('write_file', { path: project.at('src/b.txt'), content: 'escaped\n' }),
    tool('write_file', { path: '../../../escaped.txt', content: 'escaped\n' }),
    tool('shell', { command: 'rm -rf src/b.txt node_modules/x && echo new > made.txt' }),
  ]
  const server = await hostModelServer((request) => wild[turnOf(request)] ?? { text: `done by ${request.model}` })
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const { wish, conversation } = await compareTalk(host, project.folder, server.url)
  const before = folderHash(project.folder)
  const comparison = await compareToEnd(host, wish('Go wild.'))
  expect(folderHash(project.folder)).toBe(before)
  expect(comparison).toMatchObject({ state: 'done', lanes: [{ state: 'done' }, { state: 'done' }] })
  for (const lane of comparison.lanes) {
    const run = runOf(host, lane.runId)
    expect(run).toMatchObject({ status: 'completed', turnId: lane.turnId, changes: { files: 3 } })
    const { files: changed } = await ask(host, 'run-changes', { runId: run.id })
    expect(changed.map(({ path }) => path).toSorted()).toEqual(['made.txt', 'src/b.txt', 'src/c.txt'])
    expect(run.totals.toolFailures).toBe(2)
  }
  const tree = await ask(host, 'conversation-open', { conversationId: conversation.id })
  expect(tree.turns.map(({ parentId, message }) => [parentId, message])).toEqual([
    [null, 'Go wild.'],
    [null, 'Go wild.'],
  ])
  expect(copiesIn(dataFolder)).toEqual([])
})

test('a lane that fails or is stopped leaves the other alone', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const held = gate()
  const server = await hostModelServer(({ model }) => {
    if (model === 'model-a') return { text: 'never said', until: held.passed }
    return model === 'model-b' ? { status: 400, body: '{"error":{"message":"no"}}' } : { text: 'well' }
  })
  const host = await openTestHost()
  const { wish } = await compareTalk(host, project.folder, server.url)
  const lanes = [laneOf('prof_a'), laneOf('prof_b'), laneOf('prof_c')]
  const { id } = await ask(host, 'comparison-start', wish('Try.', { lanes }))
  await untilComparison(host, id, ({ lanes: now }) => now[1]?.state === 'done' && now[2]?.state === 'done')
  await ask(host, 'comparison-stop', { comparisonId: id, lane: 'A' })
  const ended = await untilComparison(host, id, ({ state }) => state !== 'running')
  held.open()
  expect(ended).toMatchObject({ state: 'done', lanes: [{ state: 'stopped' }, { state: 'done' }, { state: 'done' }] })
  expect(ended.lanes.map(({ runId }) => runOf(host, runId).status)).toEqual(['aborted', 'failed', 'completed'])
})

test('one that waits for an approval does not hold the other', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer((request) =>
    request.model === 'model-a' && turnOf(request) === 0
      ? tool('write_file', { path: 'new.txt', content: 'two\n' })
      : { text: 'done' },
  )
  const host = await openTestHost()
  const { wish } = await compareTalk(host, project.folder, server.url)
  const { id } = await ask(host, 'comparison-start', wish('Try.', { approval: 'ask' }))
  const half = await untilComparison(host, id, ({ lanes }) => lanes[1]?.state === 'done')
  expect(half.state).toBe('running')
  expect(laneAt(half, 'A').state).toBe('running')
  await ask(host, 'comparison-stop', { comparisonId: id, lane: null })
  await untilComparison(host, id, ({ state }) => state === 'done')
})

test('in turn, the second begins when the first has ended', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const host = await openTestHost()
  const server = await hostModelServer(() => ({ text: 'done' }))
  const { wish } = await compareTalk(host, project.folder, server.url)
  const comparison = await compareToEnd(host, wish('Try.', { order: 'in-turn' }))
  const [first, second] = comparison.lanes.map(({ runId }) => runOf(host, runId))
  expect(second?.startedAt).toBeGreaterThanOrEqual(first?.endedAt ?? Number.NaN)
})

test('in turn, the next lane works while one only waits for the user, and no two ask a model at once', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const held = gate()
  const host = await openTestHost()
  const server = await hostModelServer((request) => {
    if (request.model === 'model-b') return { text: 'done by b', until: held.passed }
    return turnOf(request) === 0 ? tool('write_file', { path: 'b.txt', content: 'two\n' }) : { text: 'done' }
  })
  const requestCount = (model: string) => server.requests.filter((each) => each.model === model).length
  const { wish } = await compareTalk(host, project.folder, server.url)
  const lanes = [laneOf('prof_a'), laneOf('prof_b'), laneOf('prof_c')]
  const { id } = await ask(host, 'comparison-start', wish('Try.', { order: 'in-turn', approval: 'ask', lanes }))
  // The first waits for its approval, so the second is at work; the third is not.
  await expect.poll(() => requestCount('model-b')).toBe(1)
  const { lanes: begun } = await ask(host, 'comparison-open', { comparisonId: id })
  expect(begun.map(({ state }) => state)).toEqual(['running', 'running', 'waiting'])
  const first = runOf(host, begun[0]?.runId ?? null)
  expect(first.status).toBe('waiting')
  const { path } = await untilEvent(host, first.id, ofType('approval-ask'))
  await ask(host, 'run-approve', { runId: first.id, path, decision: 'allow', note: '' })
  // It may go on, and waits until the second is done.
  const answered = await untilComparison(host, id, (now) => now.lanes[0]?.state === 'waiting')
  expect(answered.lanes.map(({ state }) => state)).toEqual(['waiting', 'running', 'waiting'])
  expect(requestCount('model-a')).toBe(1)
  held.open()
  const again = await untilComparison(host, id, (now) => now.lanes[0]?.state === 'running')
  expect(again.lanes[1]?.state).toBe('done')
  const third = await untilComparison(host, id, (now) => now.lanes[2]?.state === 'running')
  expect(third.lanes[0]?.state).toBe('done')
  await ask(host, 'comparison-stop', { comparisonId: id, lane: 'C' })
  const end = await untilComparison(host, id, ({ state }) => state === 'done')
  expect(end.lanes.map(({ state }) => state)).toEqual(['done', 'done', 'stopped'])
})

test('a set-up command runs in each copy, and its work is not the lane’s; one that fails runs no lane', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer((request) =>
    turnOf(request) === 0 ? tool('write_file', { path: 'b.txt', content: 'two\n' }) : { text: 'done' },
  )
  const host = await openTestHost()
  const { wish } = await compareTalk(host, project.folder, server.url)
  const comparison = await compareToEnd(
    host,
    wish('Try.', {
      setUpCommand: 'echo made > made.txt',
      check: checkOf("node -e \"require('fs').readFileSync('made.txt')\""),
    }),
  )
  for (const lane of comparison.lanes) {
    expect(lane).toMatchObject({ state: 'done', setUpResult: { exitCode: 0 }, checkResult: { exitCode: 0 } })
    expect(runOf(host, lane.runId).changes).toMatchObject({ files: 1 })
    expect(lane.before).not.toBe(comparison.from)
  }
  expect(existsSync(project.at('made.txt'))).toBe(false)
  const failing = await compareToEnd(host, wish('Try.', { setUpCommand: 'exit 3' }))
  expect(failing.lanes.map(({ state, runId }) => [state, runId])).toEqual([
    ['failed', null],
    ['failed', null],
  ])
  expect(failing.lanes[0]?.failure?.message).toContain('exited with 3')
})

test('a lane has its own limits, temperature and effort', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer(() => tool('read_file', { path: 'a.txt' }))
  const host = await openTestHost()
  const { wish } = await compareTalk(host, project.folder, server.url)
  const budget = unattended((await ask(host, 'settings-read', {})).budget)
  const lanes = [
    laneOf('prof_a', { budget: { ...budget, modelCalls: 2 } }),
    laneOf('prof_b', { budget: { ...budget, modelCalls: 3 }, temperature: 0.3, reasoningEffort: 'low' }),
  ]
  const comparison = await compareToEnd(host, wish('Read.', { lanes }))
  expect(comparison.lanes.map(({ runId }) => runOf(host, runId).totals.modelCalls)).toEqual([2, 3])
  const sent = server.sent.map((text): Record<string, unknown> => JSON.parse(text))
  expect(sent.filter(({ model }) => model === 'model-a').every((each) => each['temperature'] === undefined)).toBe(true)
  for (const each of sent.filter(({ model }) => model === 'model-b'))
    expect(each).toMatchObject({ temperature: 0.3, reasoning_effort: 'low' })
})

test('an earlier turn is compared with its message and the files as they were before it', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer((request) =>
    turnOf(request) === 0 ? tool('shell', { command: 'cat a.txt && echo two > a.txt' }) : { text: 'done' },
  )
  const host = await openTestHost()
  const { wish, message } = await compareTalk(host, project.folder, server.url)
  const first = await runToEnd(host, message('Change it.', { roles: { default: 'prof_a' } }))
  await project.write('a.txt', 'three\n')
  const comparison = await compareToEnd(host, wish('', { origin: { kind: 'turn', turnId: first.turnId } }))
  expect(comparison).toMatchObject({ message: 'Change it.', parentId: null, from: first.before })
  const shown = server.requests
    .filter((request) => turnOf(request) === 1)
    .map(({ messages }) => JSON.stringify(messages.at(-1)))
  expect(shown).toHaveLength(3)
  for (const each of shown) expect(each).toContain('one')
})

test('a lane that can’t be had is named, and nothing is begun', async () => {
  const project = await temporaryProject({})
  const host = await openTestHost()
  const {
    wish,
    project: { id: projectId },
  } = await compareTalk(host, project.folder, 'http://127.0.0.1:1/v1')
  const lanes = [laneOf('prof_a'), laneOf('prof_b', { strategy: { name: 'tool-lop', options: {} } })]
  await expect(ask(host, 'comparison-start', wish('Try.', { lanes }))).rejects.toThrow(/Lane B: .*tool-lop/)
  const check = checkOf('true', '(')
  await expect(ask(host, 'comparison-start', wish('Try.', { check }))).rejects.toThrow(/not a regular expression/)
  expect(await ask(host, 'comparisons-list', { projectId, conversationId: null })).toEqual([])
})

test('a dirty repository without a remote: every lane sees what is there, and nothing of it is touched', async () => {
  const project = await temporaryProject({ 'kept.txt': 'one\n', 'staged.txt': 'one\n', 'gone.txt': 'one\n' })
  const git = (...args: string[]) => execFileSync('git', args, { cwd: project.folder, stdio: 'pipe' })
  git('init', '--quiet')
  git('add', '.')
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '--quiet', '-m', 'one')
  await project.write('staged.txt', 'staged\n')
  git('add', 'staged.txt')
  await project.write('kept.txt', 'dirty\n')
  await project.write('new.txt', 'untracked\n')
  git('rm', '--quiet', 'gone.txt')
  const server = await hostModelServer((request) =>
    turnOf(request) === 0
      ? tool('shell', { command: 'cat *.txt; ls; rm -rf *; git commit -am gone; git checkout -b lane' })
      : { text: 'done' },
  )
  const host = await openTestHost()
  const { wish } = await compareTalk(host, project.folder, server.url)
  const before = folderHash(project.folder)
  const comparison = await compareToEnd(host, wish('Look.'))
  expect(folderHash(project.folder)).toBe(before)
  const seen = server.requests
    .filter((request) => turnOf(request) === 1)
    .map(({ messages }) => String(messages.at(-1)?.content))
  expect(seen).toHaveLength(2)
  for (const text of seen) {
    for (const part of ['dirty', 'staged', 'untracked', 'new.txt']) expect(text).toContain(part)
    expect(text).not.toContain('gone.txt')
  }
  for (const { runId } of comparison.lanes) expect(runOf(host, runId).changes).toMatchObject({ files: 3, removed: 3 })
})

test('who is at work in another process is left alone there', async () => {
  const dataFolder = await temporaryFolder()
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const held = gate()
  const server = await hostModelServer(() => ({ text: 'half and half', until: held.passed }))
  const host = await openTestHost({ dataFolder })
  const { wish } = await compareTalk(host, project.folder, server.url)
  const { id } = await ask(host, 'comparison-start', wish('Try.'))
  await untilComparison(host, id, ({ lanes }) => lanes.every(({ state }) => state === 'running'))
  const other = await openTestHost({ dataFolder })
  const stop = ask(other, 'comparison-stop', { comparisonId: id, lane: null })
  await expect(stop).rejects.toThrow(/Another Stratagem process/)
  const judge = { comparisonId: id, choice: 'A', reasons: '', blind: false } as const
  await expect(ask(other, 'comparison-verdict', judge)).rejects.toThrow(/Another Stratagem process/)
  held.open()
  const done = await untilComparison(host, id, ({ state }) => state !== 'running')
  expect(done.lanes.map(({ state }) => state)).toEqual(['done', 'done'])
})

test('a pattern that would never come to an end gives the lane no score, and a sentence; the app goes on', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer(() => ({ text: 'done' }))
  const host = await openTestHost()
  const { wish } = await compareTalk(host, project.folder, server.url)
  const check = checkOf(`node -e "console.log('a'.repeat(60))"`, '(a+)+b')
  const { lanes } = await compareToEnd(host, wish('Go.', { check }))
  const result = { exitCode: 0, score: null, scoreProblem: expect.stringMatching(/took too long on the output/) }
  expect(lanes).toMatchObject([{ checkResult: result }, { checkResult: result }])
})
