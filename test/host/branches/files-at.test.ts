import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { collectChanges, eventsOf, gate, ofType } from '../../kit/host/host-open.ts'
import { branchesWorld } from './branches-world.ts'

const pathsOf = (changes: { readonly files: readonly { readonly path: string }[] }) =>
  changes.files.map((each) => each.path)

test('the files of a run before, after and at each step are known, and brought back with an undo', async () => {
  const { host, files, project, say } = await branchesWorld({ 'a.txt': '0\n', 'mine.txt': 'm\n' })
  const run = await say(['echo 1 > a.txt', 'echo 2 > b.txt', 'rm a.txt'])
  const steps = eventsOf(host, run.id).filter(ofType('tool-start'))
  const at = (path: string | null, when: 'before' | 'after' = 'before') =>
    ask(host, 'files-at', { runId: run.id, path, when, workspaceId: null })
  expect(await at(null, 'after')).toMatchObject({
    snapshot: run.after,
    now: run.after,
    changes: { files: [] },
    foreign: [],
  })
  expect((await at(steps[0]?.path ?? '')).snapshot).toBe(run.before)
  const third = await at(steps[2]?.path ?? '')
  expect(pathsOf(third.changes)).toEqual(['a.txt'])
  expect(third.changes.files[0]).toMatchObject({ kind: 'added' })
  expect(pathsOf((await at(steps[0]?.path ?? '', 'after')).changes)).toEqual(['a.txt', 'b.txt'])
  expect((await at(steps[1]?.path ?? '', 'after')).snapshot).toBe(third.snapshot)
  expect((await at(steps[2]?.path ?? '', 'after')).snapshot).toBe(run.after)
  const before = await at(null)
  expect(pathsOf(before.changes)).toEqual(['a.txt', 'b.txt'])
  const changes = collectChanges(host)
  const workspace = { projectId: project.id, workspaceId: null }
  const done = await ask(host, 'files-restore', { ...workspace, snapshot: before.snapshot ?? '', expect: before.now })
  expect(done).toEqual({
    undo: run.after,
    after: expect.stringMatching(/./),
    written: ['a.txt'],
    removed: ['b.txt'],
    kept: [],
  })
  expect(await files.read('a.txt')).toBe('0\n')
  expect(changes).toContainEqual({ kind: 'files', ...workspace })
  // What the user brought back through the app is nobody else's.
  expect((await at(null, 'after')).foreign).toEqual([])
  await ask(host, 'files-restore', { ...workspace, snapshot: done.undo, expect: null })
  expect(await files.read('b.txt')).toBe('2\n')
  expect(await files.read('mine.txt')).toBe('m\n')
  const between = await ask(host, 'files-between', {
    projectId: project.id,
    before: run.before ?? '',
    after: run.after ?? '',
  })
  expect(pathsOf(between)).toEqual(['a.txt', 'b.txt'])
})

test('a foreign edit is named, and nothing is touched where the files moved since they were shown (T32)', async () => {
  const { host, files, project, say } = await branchesWorld({ 'a.txt': '0\n', 'c.txt': 'c\n' })
  const run = await say(['echo 1 > a.txt'])
  await files.write('a.txt', 'mine\n')
  await files.write('c.txt', 'mine too\n')
  const ask0 = { runId: run.id, path: null, when: 'before' as const, workspaceId: null }
  const shown = await ask(host, 'files-at', ask0)
  expect([...shown.foreign].sort()).toEqual(['a.txt', 'c.txt'])
  await files.write('a.txt', 'mine, and more\n')
  const restore = { projectId: project.id, workspaceId: null, snapshot: shown.snapshot ?? '', expect: shown.now }
  await expect(ask(host, 'files-restore', restore)).rejects.toThrow('The files have changed since this was shown')
  expect(await files.read('a.txt')).toBe('mine, and more\n')
  const again = await ask(host, 'files-at', ask0)
  const done = await ask(host, 'files-restore', { ...restore, expect: again.now })
  expect(await files.read('a.txt')).toBe('0\n')
  await ask(host, 'files-restore', { ...restore, snapshot: done.undo, expect: null })
  expect(await files.read('a.txt')).toBe('mine, and more\n')
})

test("two conversations in one folder: what the other's run did is named as foreign, one's own branches are not", async () => {
  const { host, files, say, other } = await branchesWorld({ 'a.txt': '0\n', 'b.txt': '0\n' })
  const one = await say(['echo 1 > a.txt'])
  const theirs = await other(['echo theirs > b.txt'])
  const branch = await say(['echo 2 > a.txt'])
  const at = (run: Run, when: 'before' | 'after') =>
    ask(host, 'files-at', { runId: run.id, path: null, when, workspaceId: null })
  expect(await at(one, 'after')).toMatchObject({
    foreign: ['b.txt'],
    changes: { files: [{ path: 'a.txt' }, { path: 'b.txt' }] },
  })
  expect((await at(branch, 'before')).foreign).toEqual([])
  expect((await at(theirs, 'after')).foreign).toEqual(['a.txt'])
  expect(await files.read('b.txt')).toBe('theirs\n')
})

test('nothing is brought back under a run, nor a state that is not kept', async () => {
  const { host, project, say, start } = await branchesWorld({ 'a.txt': '0\n' })
  const run = await say(['echo 1 > a.txt'])
  const open = gate()
  const going = await start([], open.passed)
  const restore = { projectId: project.id, workspaceId: null, snapshot: run.before ?? '', expect: null }
  await expect(ask(host, 'files-restore', restore)).rejects.toThrow('A run is still working on these files')
  const copy = await ask(host, 'workspace-open', {
    projectId: project.id,
    name: 'Apart',
    snapshot: run.after ?? '',
    dependencies: 'none',
  })
  const there = await ask(host, 'files-restore', { ...restore, workspaceId: copy.id })
  expect(there.written).toEqual(['a.txt'])
  open.open()
  await host.runs.untilEnded(going.id)
  await expect(ask(host, 'files-restore', { ...restore, snapshot: 'b'.repeat(40) })).rejects.toThrow('no longer exists')
})

test('a branch in a copy knows what the project did meanwhile', async () => {
  const { host, files, project, say } = await branchesWorld({ 'a.txt': '0\n', 'b.txt': '0\n' })
  const first = await say(['echo 1 > a.txt'])
  const copy = await ask(host, 'workspace-open', {
    projectId: project.id,
    name: 'Apart',
    snapshot: first.after ?? '',
    dependencies: 'none',
  })
  const apart = await say(['echo apart > b.txt'], { parentId: first.turnId, workspaceId: copy.id })
  const ask0 = { runId: apart.id, path: null, when: 'after' as const, workspaceId: null }
  expect(await ask(host, 'files-at', ask0)).toMatchObject({ changes: { files: [{ path: 'b.txt' }] }, foreign: [] })
  await files.write('b.txt', 'by hand\n')
  expect(await ask(host, 'files-at', ask0)).toMatchObject({ foreign: ['b.txt'] })
})

test('a fork says which files it has, and the steps it took over had the files of the other run', async () => {
  const { host, project, say, fork } = await branchesWorld({ 'a.txt': '0\n' })
  const run = await say(['echo 1 > a.txt', 'echo 2 > a.txt'])
  const steps = eventsOf(host, run.id)
    .filter(ofType('tool-start'))
    .map((each) => each.path)
  const said = (forked: Run) =>
    eventsOf(host, forked.id)
      .filter(ofType('notice'))
      .map((each) => each.text)
      .join(' ')
  const now = await fork(run, steps[1] ?? '')
  expect(said(now)).toContain('The files are the current ones: 1 file differs from that step.')
  const at = (forked: Run, path: string) =>
    ask(host, 'files-at', { runId: forked.id, path, when: 'before', workspaceId: null })
  expect((await at(now, steps[1] ?? '')).snapshot).toBe(now.before)
  expect((await at(now, steps[0] ?? '')).snapshot).toBe(run.before)
  const { snapshot, now: there } = await at(run, steps[1] ?? '')
  await ask(host, 'files-restore', {
    projectId: project.id,
    workspaceId: null,
    snapshot: snapshot ?? '',
    expect: there,
  })
  const exact = await fork(run, steps[1] ?? '')
  expect(said(exact)).toContain('The files are those of that step.')
})
