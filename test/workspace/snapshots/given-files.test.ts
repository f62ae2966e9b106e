import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { snapshotProject, stateOf, userGit } from '../snapshot-project.ts'

const file = (path: string, text: string, mode: '100644' | '100755' | '120000' = '100644') => ({
  path,
  mode,
  bytes: Buffer.from(text),
})

test('other files than the project’s become a snapshot, byte for byte, ignored or not', async () => {
  const { snapshots, folder } = snapshotProject({ '.gitignore': 'dist/\n', 'a.txt': 'a' })
  const files = [file('dist/built.js', '1\r\n'), file('bin/run', '#!', '100755'), file('link', 'bin/run', '120000')]
  const { id } = await snapshots.ofFiles(files)
  const copy = join(folder, '..', 'copy')
  await snapshots.checkoutCopy(id, copy, { dependencies: 'none' })
  const state = stateOf(copy)
  expect(Object.keys(state).sort()).toEqual(['bin/run', 'dist/built.js', 'link'])
  expect(state['bin/run']).toMatch(/ executable$/)
  expect(state['link']).toBe('link bin/run')
  expect((await snapshots.fileAt(id, 'dist/built.js'))?.toString()).toBe('1\r\n')
  expect((await snapshots.ofFiles([...files].reverse())).id).toBe(id)
  expect(await snapshots.kept()).toContain(id)
})

test.each([
  '../out',
  '/etc/passwd',
  'a/../../b',
  '.git/config',
  'x/.GIT/hooks/run',
  'git~1/config',
  'x/GIT~2/config',
  '.g\u200cit/config',
  '.git. /config',
  '.git:x/config',
  'a\\b',
  'a//b',
  '',
])('the path %j is refused', async (path) => {
  const { snapshots } = snapshotProject({})
  await expect(snapshots.ofFiles([file(path, 'x')])).rejects.toThrow(/not a plain path/)
})

test('a patch makes a snapshot with the paths it changes; one that does not fit is refused', async () => {
  const { snapshots } = snapshotProject({ 'test/a.test': 'one\ntwo\n', 'test/old.test': 'old\n' })
  const { id } = await snapshots.snapshot()
  const patch = [
    'diff --git a/test/a.test b/test/a.test\n--- a/test/a.test\n+++ b/test/a.test\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n',
    'diff --git a/test/old.test b/test/old.test\ndeleted file mode 100644\n--- a/test/old.test\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\n',
  ].join('')
  const overlay = await snapshots.patched(id, patch)
  expect([...overlay.paths].sort()).toEqual(['test/a.test', 'test/old.test'])
  expect((await snapshots.fileAt(overlay.snapshot, 'test/a.test'))?.toString()).toBe('one\nthree\n')
  await expect(snapshots.patched(overlay.snapshot, patch)).rejects.toThrow(/does not apply/)
})

test('files are laid over a copy, through no link and over whatever an agent put in their way', async () => {
  const project = snapshotProject({ 'src/a.ts': 'a' })
  const { id } = await project.snapshots.snapshot()
  const hidden = await project.snapshots.ofFiles([
    file('test/deep/a.test', 'hidden'),
    file('test/run.sh', 'run', '100755'),
    file('src/a.ts', 'not asked for'),
  ])
  const [copy, outside] = [join(project.folder, '..', 'copy'), join(project.folder, '..', 'outside')]
  await project.snapshots.checkoutCopy(id, copy, { dependencies: 'none' })
  mkdirSync(join(outside, 'deep'), { recursive: true })
  symlinkSync(outside, join(copy, 'test'))
  writeFileSync(join(copy, 'gone.test'), 'by the agent')
  const ofCopy = project.snapshots.ofCopy(copy, join(project.folder, '..', 'copy-index'))
  await ofCopy.layOver({ snapshot: hidden.id, paths: ['test/deep/a.test', 'test/run.sh', 'gone.test'] })
  const state = stateOf(copy)
  expect(Object.keys(state).sort()).toEqual(['src/a.ts', 'test/deep/a.test', 'test/run.sh'])
  expect(state['test/run.sh']).toMatch(/ executable$/)
  expect(state['src/a.ts']).toBe(stateOf(project.folder)['src/a.ts'])
  expect(existsSync(join(outside, 'deep', 'a.test'))).toBe(false)
  mkdirSync(join(copy, 'again'))
  mkdirSync(join(copy, 'again', 'a.test'))
  const second = await project.snapshots.ofFiles([file('again/a.test', 'file')])
  await ofCopy.layOver({ snapshot: second.id, paths: ['again/a.test'] })
  expect(Object.keys(stateOf(copy))).toContain('again/a.test')
})

test('a commit of another repository becomes a snapshot without its history, and stays when that is gone', async () => {
  const other = snapshotProject({ 'a.txt': 'one', 'dist/b.js': 'b', '.gitignore': 'dist/\n' })
  userGit(other.folder, 'init', '-q')
  userGit(other.folder, 'add', '-A', '-f')
  userGit(other.folder, 'commit', '-qm', 'first')
  const first = userGit(other.folder, 'rev-parse', 'HEAD').trim()
  other.write('a.txt', 'the answer, of a later commit')
  userGit(other.folder, 'commit', '-qam', 'second')
  const { snapshots, folder, store } = snapshotProject({})
  const { id } = await snapshots.ofCommit(other.folder, first.slice(0, 12))
  rmSync(other.folder, { recursive: true })
  const copy = join(folder, '..', 'copy')
  await snapshots.checkoutCopy(id, copy, { dependencies: 'none' })
  expect(Object.keys(stateOf(copy)).sort()).toEqual(['.gitignore', 'a.txt', 'dist/b.js'])
  expect((await snapshots.fileAt(id, 'a.txt'))?.toString()).toBe('one')
  const objects = execFileSync('git', ['--git-dir', store, 'cat-file', '--batch-all-objects', '--batch-check'])
  expect(objects.toString().match(/ blob /g)).toHaveLength(3)
})

test.each(['HEAD', '0123456', 'main', '--output=x'])('a commit named %j is refused', async (commit) => {
  const other = snapshotProject({ 'a.txt': 'one' })
  userGit(other.folder, 'init', '-q')
  const { snapshots } = snapshotProject({})
  await expect(snapshots.ofCommit(other.folder, commit)).rejects.toThrow(/has no commit/)
})
