import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CopyProgress } from '../../src-shared/workspace/workspace.ts'
import { fingerprint, type SnapshotProject, snapshotProject, stateOf } from './snapshot-project.ts'

function withDependencies(): SnapshotProject {
  const project = snapshotProject({ '.gitignore': '/dist\n', 'a.txt': 'a', 'packages/x/b.ts': 'b' })
  for (let at = 0; at < 600; at++) project.write(`node_modules/p${at % 30}/lib/f${at}.js`, `module.exports = ${at}\n`)
  project.write('packages/x/node_modules/deep/index.js', 'deep')
  mkdirSync(join(project.folder, 'node_modules', '.bin'))
  symlinkSync('../p1/lib/f1.js', join(project.folder, 'node_modules', '.bin', 'run'))
  return project
}

test('several copies are made side by side, each whole, each telling how far it is', async () => {
  const project = withDependencies()
  const { id } = await project.snapshots.snapshot()
  const before = fingerprint(project.folder)
  const copies = ['one', 'two', 'three'].map((name) => join(project.folder, '..', name))
  const reports: CopyProgress[] = []
  await Promise.all(
    copies.map((copy) =>
      project.snapshots.checkoutCopy(id, copy, { dependencies: 'clone', onProgress: (each) => reports.push(each) }),
    ),
  )
  for (const copy of copies) expect(stateOf(copy)).toEqual(stateOf(project.folder))
  expect(reports).toContainEqual({ stage: 'files', done: 3, total: 3 })
  expect(reports.filter((each) => each.stage === 'dependencies').at(-1)?.done).toBe(602)
  writeFileSync(join(copies[0] ?? '', 'node_modules', 'p1', 'lib', 'f1.js'), 'changed in the copy')
  expect(fingerprint(project.folder)).toBe(before)
})

test('while the files are written it is told how far that is', async () => {
  const project = snapshotProject({})
  for (let at = 0; at < 400; at++) project.write(`part-${at % 7}/file-${at}.txt`, `${at}\n`)
  const { id } = await project.snapshots.snapshot()
  const [copy, index] = [join(project.folder, '..', 'copy'), join(project.folder, '..', 'copy-index')]
  const reports: CopyProgress[] = []
  const onProgress = (each: CopyProgress) => reports.push(each)
  await project.snapshots.checkoutCopy(id, copy, { dependencies: 'none', index, onProgress })
  const known = reports.filter(({ total }) => total !== null)
  expect(reports[0]).toEqual({ stage: 'files', done: 0, total: null })
  expect(new Set(known.map(({ total }) => total))).toEqual(new Set([400]))
  expect(known.map(({ done }) => done)).toEqual(known.map(({ done }) => done).sort((one, other) => one - other))
  expect(known.at(-1)?.done).toBe(400)
  expect(stateOf(copy)).toEqual(stateOf(project.folder))
  // Git knows each file by its stamp: none is read again.
  const stamps = execFileSync('git', ['ls-files', '--debug'], {
    env: { ...process.env, GIT_DIR: project.store, GIT_WORK_TREE: copy, GIT_INDEX_FILE: index },
  }).toString()
  expect(stamps).not.toMatch(/mtime: 0:0/)
})

test('of linked folders only packages are links: what is built is copied, caches stay, scopes take new packages', async () => {
  const project = snapshotProject()
  const files = {
    '.gitignore': 'node_modules/\ntarget/\n',
    'node_modules/one/index.js': '1',
    'node_modules/@scope/two/index.js': '2',
    'node_modules/.bin/tool': '3',
    'node_modules/.vite/results.json': '{}',
    'target/debug/app': '4',
  }
  for (const [path, text] of Object.entries(files)) project.write(path, text)
  const { id } = await project.snapshots.snapshot()
  const copy = join(project.folder, '..', 'copy')
  await project.snapshots.checkoutCopy(id, copy, { dependencies: 'link' })
  const kinds = (path: string) => (lstatSync(join(copy, path)).isSymbolicLink() ? 'link' : 'own')
  const paths = [
    'node_modules',
    'node_modules/one',
    'node_modules/@scope',
    'node_modules/@scope/two',
    'node_modules/.bin',
  ]
  expect(paths.map(kinds)).toEqual(['own', 'link', 'own', 'link', 'link'])
  expect(['target', 'target/debug', 'target/debug/app'].map(kinds)).toEqual(['own', 'own', 'own'])
  expect(readdirSync(join(copy, 'node_modules')).sort()).toEqual(['.bin', '@scope', 'one'])
  expect(readFileSync(join(copy, 'node_modules/@scope/two/index.js'), 'utf8')).toBe('2')
})

test("a copy's own index lets its first snapshot be the one that it was made from", async () => {
  const project = withDependencies()
  const { id } = await project.snapshots.snapshot()
  const [copy, index] = [join(project.folder, '..', 'copy'), join(project.folder, '..', 'copy-index')]
  await project.snapshots.checkoutCopy(id, copy, { dependencies: 'link', index })
  const inCopy = project.snapshots.ofCopy(copy, index)
  expect((await inCopy.snapshot()).id).toBe(id)
  writeFileSync(join(copy, 'a.txt'), 'b')
  const second = await inCopy.snapshot()
  expect(await project.snapshots.paths(id, second.id)).toEqual(['a.txt'])
  expect(readdirSync(project.store).filter((name) => /^index-/.test(name))).toEqual([])
})

test('a copy that is given up ends soon, and says that it was', async () => {
  const project = withDependencies()
  const { id } = await project.snapshots.snapshot()
  const giveUp = new AbortController()
  const copy = join(project.folder, '..', 'copy')
  const made = project.snapshots.checkoutCopy(id, copy, {
    dependencies: 'clone',
    signal: giveUp.signal,
    onProgress: ({ stage }) => stage === 'dependencies' && giveUp.abort(new Error('given up')),
  })
  await expect(made).rejects.toThrow('given up')
})

test('a link in the snapshot leads no dependency folder out of the copy (T16)', async () => {
  const project = snapshotProject({ 'a.txt': 'a' })
  mkdirSync(join(project.folder, '..', 'outside'))
  symlinkSync('../outside', join(project.folder, 'packages'))
  const { id } = await project.snapshots.snapshot()
  project.remove('packages')
  project.write('packages/node_modules/p/index.js', 'p')
  const copy = join(project.folder, '..', 'copy')
  await project.snapshots.checkoutCopy(id, copy, { dependencies: 'clone' })
  expect(readdirSync(join(project.folder, '..', 'outside'))).toEqual([])
  expect(readFileSync(join(copy, 'a.txt'), 'utf8')).toBe('a')
})
