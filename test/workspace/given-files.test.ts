import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { snapshotProject, stateOf } from './snapshot-project.ts'

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

test.each(['../out', '/etc/passwd', 'a/../../b', '.git/config', 'x/.GIT/hooks/run', 'a\\b', 'a//b', ''])(
  'the path %j is refused',
  async (path) => {
    const { snapshots } = snapshotProject({})
    await expect(snapshots.ofFiles([file(path, 'x')])).rejects.toThrow(/not a plain path/)
  },
)

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
