import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { snapshotProject } from '../snapshot-project.ts'

const paths = (changes: { readonly files: readonly { readonly path: string; readonly kind: string }[] }) =>
  changes.files.map(({ path, kind }) => `${kind} ${path}`)

test('an ignored file is held from before its first edit on: seen, compared and restored, also by earlier snapshots', async () => {
  const project = snapshotProject({ '.gitignore': '.env\nbuild/\n', 'a.txt': 'a', '.env': 'old', 'other.env': 'x' })
  const first = await project.snapshots.snapshot()
  expect(await project.snapshots.hold(['.env', 'build/made.txt', 'a.txt'])).toEqual([])
  project.write('.env', 'new')
  project.write('build/made.txt', 'made')
  const second = await project.snapshots.snapshot()
  expect(paths(await project.snapshots.changes(first.id, second.id))).toEqual(['changed .env', 'added build/made.txt'])
  expect(await project.snapshots.paths(first.id, second.id)).toEqual(['.env', 'build/made.txt'])
  expect((await project.snapshots.fileAt(first.id, '.env'))?.toString()).toBe('old')
  const { undo, written, removed } = await project.snapshots.restore(first.id)
  expect([written, removed]).toEqual([['.env'], ['build/made.txt']])
  expect(project.read('.env')).toBe('old')
  expect(existsSync(join(project.folder, 'build'))).toBe(false)
  await project.snapshots.restore(undo)
  expect([project.read('.env'), project.read('build/made.txt')]).toEqual(['new', 'made'])
})

test('what nothing refers to is dropped, the originals of held files are not', async () => {
  const project = snapshotProject({ '.gitignore': '.env\n', '.env': 'old' })
  const first = await project.snapshots.snapshot()
  await project.snapshots.hold(['.env'])
  project.write('.env', 'new')
  execFileSync('git', ['--git-dir', project.store, 'gc', '--quiet', '--prune=now'])
  await project.snapshots.restore(first.id)
  expect(project.read('.env')).toBe('old')
})

test('packages and files that are too large are not held, which is said; links are not followed', async () => {
  const project = snapshotProject({ '.gitignore': 'node_modules/\n*.bin\nlinked/\n', 'node_modules/x/i.js': '1' })
  const apart = snapshotProject({ 'secret.txt': 's' })
  symlinkSync(apart.folder, join(project.folder, 'linked'))
  project.write('big.bin', '')
  truncateSync(join(project.folder, 'big.bin'), 60 * 2 ** 20)
  expect(await project.snapshots.hold(['node_modules/x/i.js', 'big.bin', 'linked/secret.txt'])).toEqual([
    'node_modules/x/i.js',
    'big.bin',
  ])
  const { id } = await project.snapshots.snapshot()
  expect(await project.snapshots.fileAt(id, 'linked/secret.txt')).toBe(null)
})

test('a copy brings what its snapshot holds, and what is edited there reaches the project by a merge', async () => {
  const project = snapshotProject({ '.gitignore': '.env\n.cfg\n', 'a.txt': 'a', '.env': 'one\n', '.cfg': 'c' })
  await project.snapshots.hold(['.env'])
  const from = await project.snapshots.snapshot()
  const base = join(project.store, '..', 'copy')
  mkdirSync(base, { recursive: true })
  const [folder, index] = [join(base, 'files'), join(base, 'index')]
  await project.snapshots.checkoutCopy(from.id, folder, { dependencies: 'clone', index })
  expect(readFileSync(join(folder, '.env'), 'utf8')).toBe('one\n')
  const copy = project.snapshots.ofCopy(folder, index)
  expect(paths(await copy.changes(from.id, (await copy.snapshot()).id))).toEqual([])
  await copy.hold(['.env'])
  execFileSync('sh', ['-c', 'echo two > .env'], { cwd: folder })
  const theirs = await copy.snapshot()
  const plan = await project.snapshots.mergePlan(from.id, theirs.id)
  expect(plan.files.map(({ path, state }) => [path, state])).toEqual([['.env', 'whole']])
  await project.snapshots.merge({ ...plan, choices: [{ path: '.env', take: 'theirs' }] })
  expect(project.read('.env')).toBe('two\n')
})

test('while the files are watched, snapshots hold the same', async () => {
  const project = snapshotProject({ '.gitignore': '.env\n', 'a.txt': 'a', '.env': 'old' })
  const release = project.snapshots.watch()
  const first = await project.snapshots.snapshot()
  await project.snapshots.hold(['.env'])
  project.write('.env', 'new')
  project.write('a.txt', 'b')
  const second = await project.snapshots.snapshot()
  expect(await project.snapshots.verify()).toBe(true)
  expect(await project.snapshots.paths(first.id, second.id)).toEqual(['.env', 'a.txt'])
  release()
  project.snapshots.close()
})
