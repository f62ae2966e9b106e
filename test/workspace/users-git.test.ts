import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { openSnapshots } from '../../src-main/workspace/snapshots/snapshots.ts'
import { fingerprint, type SnapshotProject, snapshotProject, userGit } from './snapshot-project.ts'

afterEach(() => vi.unstubAllEnvs())

function repository(): SnapshotProject {
  const project = snapshotProject({ 'a.txt': 'one\n', '.gitignore': 'out/\n' })
  userGit(project.folder, 'init', '-q')
  userGit(project.folder, 'add', '.')
  userGit(project.folder, 'commit', '-qm', 'first')
  project.write('a.txt', 'stashed\n')
  userGit(project.folder, 'stash')
  project.write('staged.txt', 'staged\n')
  userGit(project.folder, 'add', 'staged.txt')
  return project
}

test("the user's .git is not touched by snapshots, restores and diffs, hostile GIT_ variables or not (T14)", async () => {
  const project = repository()
  const marker = join(project.folder, '..', 'hook-ran')
  for (const hook of ['post-checkout', 'pre-commit', 'post-index-change', 'reference-transaction']) {
    writeFileSync(join(project.folder, '.git', 'hooks', hook), `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 })
  }
  userGit(project.folder, 'config', 'core.fsmonitor', `touch '${marker}'`)
  userGit(project.folder, 'config', 'filter.evil.clean', `touch '${marker}'; cat`)
  project.write('.gitattributes', '*.txt filter=evil\n')
  vi.stubEnv('GIT_DIR', join(project.folder, '.git'))
  vi.stubEnv('GIT_INDEX_FILE', join(project.folder, '.git', 'index'))
  vi.stubEnv('GIT_OBJECT_DIRECTORY', join(project.folder, '.git', 'objects'))
  const before = fingerprint(join(project.folder, '.git'))
  const ids: string[] = []
  for (let step = 0; step < 8; step++) {
    project.write('a.txt', `step ${step}\n`)
    project.write(`new ${step}`, 'new')
    ids.push((await project.snapshots.snapshot()).id)
  }
  await project.snapshots.changes(ids[0] ?? '', ids[7] ?? '')
  for (const id of ids) await project.snapshots.restore(id)
  await project.snapshots.tidy()
  expect(fingerprint(join(project.folder, '.git'))).toBe(before)
  expect(existsSync(marker)).toBe(false)
})

test("snapshots outlive the user's gc, a rewritten history and a deleted .git (T13)", async () => {
  const project = repository()
  const first = await project.snapshots.snapshot()
  const before = project.state()
  userGit(project.folder, 'commit', '-qm', 'second', '--amend')
  userGit(project.folder, 'stash', 'drop')
  userGit(project.folder, 'reflog', 'expire', '--expire=now', '--all')
  userGit(project.folder, 'gc', '-q', '--prune=now')
  rmSync(join(project.folder, '.git'), { recursive: true })
  project.write('a.txt', 'later')
  await project.snapshots.tidy()
  await project.snapshots.restore(first.id)
  expect(project.state()).toEqual(before)
})

test('a forgotten snapshot is told as gone once it is pruned; a kept one stays', async () => {
  const project = snapshotProject({ a: 'one' })
  const first = await project.snapshots.snapshot()
  project.write('a', 'two')
  const second = await project.snapshots.snapshot()
  expect([...(await project.snapshots.kept())].sort()).toEqual([first.id, second.id].sort())
  await project.snapshots.forget([first.id, first.id.replaceAll(/./g, '0'), '../../HEAD'])
  expect(await project.snapshots.kept()).toEqual([second.id])
  execFileSync('git', ['--git-dir', project.store, 'prune', '--expire=now'])
  await expect(project.snapshots.restore(first.id)).rejects.toMatchObject({ failure: { kind: 'not-found' } })
  await expect(project.snapshots.changes('--help', second.id)).rejects.toMatchObject({ failure: { kind: 'not-found' } })
  project.write('a', 'one')
  expect((await project.snapshots.snapshot()).id).toBe(first.id)
  await project.snapshots.restore(second.id)
  expect(project.read('a')).toBe('two')
})

test('stale locks, leftovers of dead processes and a damaged index do not stand in the way (T13)', async () => {
  const project = snapshotProject({ a: 'one' })
  const first = await project.snapshots.snapshot()
  const dead = execFileSync(process.execPath, ['-e', 'console.log(process.pid)'], { encoding: 'utf8' }).trim()
  for (const name of ['index.lock', `index-${dead}-1`, `index-${dead}-1.lock`])
    writeFileSync(join(project.store, name), 'x')
  writeFileSync(join(project.store, 'index'), 'no index at all')
  project.write('b', 'two')
  const second = await project.snapshots.snapshot()
  const { files } = await project.snapshots.changes(first.id, second.id)
  expect(files.map((each) => each.path)).toEqual(['b'])
  expect(readdirSync(project.store).filter((name) => name.includes(dead))).toEqual([])
})

test('git that is missing is a failure in words, and the project stays as it is', async () => {
  const project = snapshotProject({ a: 'one' })
  vi.stubEnv('PATH', project.store)
  await expect(project.snapshots.snapshot()).rejects.toMatchObject({
    failure: { kind: 'workspace-failed', advice: expect.stringContaining('Install git') },
  })
  vi.unstubAllEnvs()
  expect((await project.snapshots.snapshot()).notCovered).toEqual([])
})

test('a project folder that is gone is named as that (T15)', async () => {
  const project = snapshotProject({ a: 'one' })
  await project.snapshots.snapshot()
  rmSync(project.folder, { recursive: true })
  await expect(project.snapshots.snapshot()).rejects.toMatchObject({ failure: { kind: 'workspace-missing' } })
})

test('a data folder inside the project is no part of a snapshot', async () => {
  const project = snapshotProject({ a: 'one' })
  const inside = openSnapshots({ store: join(project.folder, 'data', 'snap'), project: project.folder })
  const first = await inside.snapshot()
  expect(await inside.snapshot()).toEqual(first)
  expect((await inside.changes(first.id, first.id)).notCovered).toEqual([])
})

test("a project inside a larger repository follows that repository's ignore rules", async () => {
  const outer = repository()
  outer.write('.gitignore', 'out/\n/packages/app/gen\n/other\n# note\n!kept.log\n*.log\n')
  outer.write('packages/app/a', 'a')
  outer.write('packages/app/out/x', 'x')
  outer.write('packages/app/gen', 'g')
  outer.write('packages/app/other', 'o')
  outer.write('packages/app/deep/y.log', 'y')
  const inner = openSnapshots({ store: outer.store, project: join(outer.folder, 'packages', 'app') })
  const first = await inner.snapshot()
  for (const name of ['a', 'out/x', 'gen', 'other', 'deep/y.log']) outer.remove(`packages/app/${name}`)
  const second = await inner.snapshot()
  const { files } = await inner.changes(first.id, second.id)
  expect(files.map((each) => each.path)).toEqual(['a', 'other'])
})
