import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../../src-main/host/host.ts'
import type { KeptTask } from '../../../../src-shared/comparison/comparison-batch.ts'
import { isSound, proofText } from '../../../../src-shared/comparison/task-parts.ts'
import { batchOf, batchToEnd } from '../../../kit/agent/batch-trials.ts'
import { isFirst, writeDone } from '../../../kit/fake-host/lane-scripts.ts'
import { hostModelServer } from '../../../kit/host/host-model-server.ts'
import { openTestHost, temporaryFolder } from '../../../kit/host/host-open.ts'
import { folderHash } from '../../../kit/project/folder-hash.ts'
import { temporaryProject } from '../../../kit/project/temporary-project.ts'
import { compareTalk } from '../../../kit/window/compare-lanes.ts'
import { snapshotProject, userGit } from '../../../workspace/snapshot-project.ts'

// Every try and every run has a copy made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

const nodeCheck = (code: string) => `node -e ${JSON.stringify(code)}`
/** Passes once `done.txt` says yes, by a test that is hidden. */
const checkDone = 'node tests/check.cjs'
const hidden = {
  'tests/check.cjs': "process.exit(require('fs').readFileSync('done.txt', 'utf8') === 'yes' ? 0 : 1)",
}

async function taskSet(rows: readonly object[], files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await temporaryFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const file = join(folder, 'small.jsonl')
  writeFileSync(file, rows.map((each) => `${JSON.stringify(each)}\n`).join(''))
  return file
}

async function importInto(host: Host, projectId: string, path: string) {
  const request = { projectId, path, set: null, testCommand: null, repositories: null }
  return ask(host, 'tasks-import', request)
}

const named = (tasks: readonly KeptTask[], name: string): KeptTask => {
  const task = tasks.find((each) => each.name === name)
  if (task === undefined) throw new Error(`There is no task ${name}.`)
  return task
}

test('tasks bring their own files, and one that can’t be imported is reported without the others being lost', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const host = await openTestHost()
  const { id } = await ask(host, 'project-open', { folder: project.folder })
  const before = folderHash(project.folder)
  const path = await taskSet(
    [
      { name: 'texts', message: 'Do it.', files: { 'start.txt': 'x' }, tags: ['small'] },
      { name: 'folder', message: 'Do it.', files: 'start' },
      { name: 'outside', message: 'Do it.', files: '../' },
      { name: 'missing', message: 'Do it.', repository: 'ada/calc', commit: 'abcdef1' },
      { name: 'bad path', message: 'Do it.', files: { '../x': '' } },
    ],
    { 'start/b/c.txt': 'c' },
  )
  const { set, tasks, refused } = await importInto(host, id, path)
  expect(set).toBe('small')
  expect(tasks.map(({ name }) => name)).toEqual(['texts', 'folder'])
  expect(refused.map(({ name }) => name)).toEqual(['outside', 'missing', 'bad path'])
  expect(refused.map(({ why }) => why).join(' ')).toMatch(/is not next to.*no clone of ada\/calc.*not a plain path/)
  expect(await ask(host, 'tasks-list', { projectId: id })).toEqual(tasks)
  expect(named(tasks, 'texts')).toMatchObject({ set: 'small', tags: ['small'], source: { format: 'json-lines' } })
  const again = await importInto(host, id, path)
  expect(again.tasks.map(({ id }) => id)).toEqual(tasks.map(({ id }) => id))
  expect(folderHash(project.folder)).toBe(before)
})

test('a task is tried with its solution and with nothing done, and what was found is kept', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const { id } = await ask(host, 'project-open', { folder: project.folder })
  const before = folderHash(project.folder)
  const path = await taskSet([
    { name: 'sound', message: 'x', check: checkDone, hidden, solution: { files: { 'done.txt': 'yes' } } },
    {
      name: 'by command',
      message: 'x',
      check: checkDone,
      hidden,
      solution: { command: nodeCheck("require('fs').writeFileSync('done.txt','yes')") },
    },
    { name: 'vacuous', message: 'x', check: nodeCheck('0') },
    {
      name: 'impossible',
      message: 'x',
      check: nodeCheck("console.log('never'); process.exit(1)"),
      solution: { files: { x: '' } },
    },
    { name: 'unproved', message: 'x', check: checkDone, hidden },
    { name: 'broken', message: 'x', setUp: nodeCheck('process.exit(3)'), check: checkDone },
    { name: 'unchecked', message: 'x' },
  ])
  const { tasks } = await importInto(host, id, path)
  const proved = async (name: string) => {
    const { proof } = await ask(host, 'task-prove', { taskId: named(tasks, name).id })
    if (proof === undefined) throw new Error('nothing was found')
    return { sound: isSound(proof), says: proofText(proof) }
  }
  expect(await proved('sound')).toEqual({ sound: true, says: expect.stringMatching(/passes with .* fails without/) })
  expect(await proved('by command')).toMatchObject({ sound: true })
  expect(await proved('vacuous')).toEqual({ sound: false, says: expect.stringMatching(/although nothing was done/) })
  expect(await proved('impossible')).toEqual({
    sound: false,
    says: expect.stringMatching(/fails with the solution.*never/),
  })
  expect(await proved('unproved')).toEqual({ sound: true, says: expect.stringMatching(/no solution/) })
  await expect(proved('broken')).rejects.toThrow(/set-up command failed/)
  await expect(proved('unchecked')).rejects.toThrow(/has no check/)
  expect(folderHash(project.folder)).toBe(before)
  expect(readdirSync(join(dataFolder, 'copies'))).toEqual([])
  const kept = await ask(host, 'tasks-list', { projectId: id })
  expect(named(kept, 'sound').proof).toMatchObject({ solved: true, untouched: false, trouble: null })
})

test('trials start with the task’s own files, set-up and limit, and hidden files come after the run', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const seen: string[] = []
  const server = await hostModelServer((request) => {
    seen.push(JSON.stringify(request.messages))
    if (isFirst(request)) return { calls: [{ tool: 'list_directory', arguments: { path: '.' } }] }
    return request.messages.filter(({ role }) => role === 'tool').length === 1 ? writeDone : { text: 'done' }
  })
  const host = await openTestHost()
  const { project: opened } = await compareTalk(host, project.folder, server.url)
  const path = await taskSet([
    {
      name: 'own',
      message: 'Do it.',
      files: { 'start.txt': 'x' },
      setUp: nodeCheck("require('fs').writeFileSync('set-up.txt','')"),
      hidden,
      check: checkDone,
      timeLimitSeconds: 77,
    },
  ])
  const { tasks } = await importInto(host, opened.id, path)
  const started = batchOf(opened.id, { tasks: tasks.map(({ id }) => ({ keptTask: id })), repeats: 1 })
  const { trials, batch } = await batchToEnd(host, started)
  expect(trials.map(({ result }) => result?.success)).toEqual([true, true])
  const talk = seen.join('\n')
  expect(talk).toContain('start.txt')
  expect(talk).toContain('set-up.txt')
  expect(talk).not.toContain('a.txt')
  expect(talk).not.toContain('check.cjs')
  expect(batch.tasks[0]).toMatchObject({ name: 'own', timeLimitMs: 77_000 })
  const run = host.runs.get(trials[0]?.runId ?? '')
  expect(run?.changes).toMatchObject({ files: 1 })
})

test('a row of SWE-bench starts from its commit, without what came later', async () => {
  const other = snapshotProject({ 'sum.py': 'wrong\n', 'test_sum.py': 'old\n' })
  userGit(other.folder, 'init', '-q')
  userGit(other.folder, 'add', '-A')
  userGit(other.folder, 'commit', '-qm', 'first')
  const base = userGit(other.folder, 'rev-parse', 'HEAD').trim()
  other.write('sum.py', 'right\n')
  const patch = userGit(other.folder, 'diff')
  userGit(other.folder, 'commit', '-qam', 'the answer')
  other.write('test_sum.py', 'new\n')
  const testPatch = userGit(other.folder, 'diff')
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const host = await openTestHost()
  const { id: projectId } = await ask(host, 'project-open', { folder: project.folder })
  const path = await taskSet([
    {
      instance_id: 'ada__calc-7',
      repo: 'ada/project',
      base_commit: base,
      problem_statement: 'sum is wrong',
      patch,
      test_patch: testPatch,
      FAIL_TO_PASS: '["any"]',
      PASS_TO_PASS: '[]',
    },
  ])
  const testCommand = nodeCheck(
    "const read=(f)=>require('fs').readFileSync(f,'utf8').trim(); process.exit(read('sum.py')==='right'&&read('test_sum.py')==='new'?0:1)",
  )
  const request = { projectId, path, set: 'mine', testCommand, repositories: dirname(other.folder) }
  const { tasks, refused } = await ask(host, 'tasks-import', request)
  expect(refused).toEqual([])
  const { proof } = await ask(host, 'task-prove', { taskId: tasks[0]?.id ?? '' })
  expect(proof).toMatchObject({ solved: true, untouched: false })
  expect(tasks[0]?.hidden?.paths).toEqual(['test_sum.py'])
  // What was found of a task stays when it is imported again as it is, and goes when it asks something else.
  const again = await ask(host, 'tasks-import', request)
  expect(again.tasks[0]?.proof).toEqual(proof)
  const changed = await ask(host, 'tasks-import', { ...request, testCommand: 'false' })
  expect(changed.tasks[0]).toMatchObject({ id: tasks[0]?.id })
  expect(changed.tasks[0]?.proof).toBeUndefined()
})

test.each(['../private', '/PLACE/private', '..', './../private', 'x/../../private'])(
  'the repository %s is none of the clones that the user named (T57)',
  async (repository) => {
    const host = await openTestHost()
    const project = await temporaryProject({ 'a.txt': 'one\n' })
    const { id: projectId } = await ask(host, 'project-open', { folder: project.folder })
    const place = await temporaryFolder()
    for (const name of ['clones', 'private']) mkdirSync(join(place, name))
    writeFileSync(join(place, 'private', 'key.txt'), 'secret')
    for (const words of [
      ['init', '-q'],
      ['add', '-A'],
      ['commit', '-qm', 'x'],
    ])
      userGit(join(place, 'private'), ...words)
    const commit = userGit(join(place, 'private'), 'rev-parse', 'HEAD').trim()
    const named = repository.replace('/PLACE', place)
    const base = { problem_statement: 'p', FAIL_TO_PASS: ['t'], test_patch: '' }
    const path = await taskSet([{ instance_id: 'a__b-1', repo: named, base_commit: commit, ...base }])
    const request = { projectId, path, set: 'mine', testCommand: 'true', repositories: join(place, 'clones') }
    const { tasks, refused } = await ask(host, 'tasks-import', request)
    expect(tasks).toEqual([])
    expect(refused).toMatchObject([{ why: expect.stringContaining('owner/name') }])
  },
)

test('a task that needs a container is kept and marked, and no trial of it starts', async () => {
  const other = snapshotProject({ 'sum.py': 'wrong\n' })
  userGit(other.folder, 'init', '-q')
  userGit(other.folder, 'add', '-A')
  userGit(other.folder, 'commit', '-qm', 'first')
  const row = {
    instance_id: 'ada__calc-8',
    repo: 'ada/project',
    base_commit: userGit(other.folder, 'rev-parse', 'HEAD').trim(),
    problem_statement: 'sum is wrong',
    FAIL_TO_PASS: ['test_sum.py::test_last'],
    image: 'calc:1',
  }
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const host = await openTestHost()
  const { project: opened } = await compareTalk(host, project.folder, 'http://127.0.0.1:9')
  const path = await taskSet([row])
  const request = { projectId: opened.id, path, set: null, testCommand: null, repositories: dirname(other.folder) }
  const { tasks } = await ask(host, 'tasks-import', request)
  expect(tasks[0]?.needs).toEqual(['container'])
  const started = batchOf(opened.id, { tasks: tasks.map(({ id }) => ({ keptTask: id })) })
  await expect(ask(host, 'batch-start', started)).rejects.toThrow(/needs a container/)
  await expect(ask(host, 'task-prove', { taskId: tasks[0]?.id ?? '' })).rejects.toThrow(/needs a container/)
})
