import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSnapshots } from '../../src-main/workspace/snapshots/snapshots.ts'
import { snapshotProject, stateOf, userGit } from './snapshot-project.ts'

const fifoMaker = 'mkfifo'
const makeFifo = (file: string) => execFileSync(fifoMaker, [file])

test('restoring brings files, links and executables back; undoing it is exact', async () => {
  const project = snapshotProject({ 'a.txt': 'one\n', 'src/b.js': 'two', 'src/deep/c': '', run: '#!/bin/sh\n' })
  chmodSync(join(project.folder, 'run'), 0o755)
  symlinkSync('src/b.js', join(project.folder, 'link'))
  const first = await project.snapshots.snapshot()
  const before = project.state()

  project.write('a.txt', 'changed')
  project.write('new/file', 'new')
  project.remove('src')
  project.write('src', 'now a file')
  project.remove('link')
  project.write('link/inside', 'now a folder')
  chmodSync(join(project.folder, 'run'), 0o644)
  const between = project.state()

  const { undo, leftAlone } = await project.snapshots.restore(first.id)
  expect(project.state()).toEqual(before)
  expect(leftAlone).toEqual([])
  expect(readdirSync(project.folder).sort()).toEqual(['a.txt', 'link', 'run', 'src'])
  const again = await project.snapshots.restore(undo)
  expect(project.state()).toEqual(between)
  expect(again.undo).toBe(first.id)
})

test('the same files give the same snapshot, and a change within the same tick is seen', async () => {
  const project = snapshotProject({ 'a.txt': 'aaaa' })
  const first = await project.snapshots.snapshot()
  expect(await project.snapshots.snapshot()).toEqual(first)
  const found = lstatSync(join(project.folder, 'a.txt'))
  project.write('a.txt', 'bbbb')
  utimesSync(join(project.folder, 'a.txt'), found.atime, found.mtime)
  const second = await project.snapshots.snapshot()
  expect(second.id).not.toBe(first.id)
  project.write('a.txt', 'aaaa')
  expect((await project.snapshots.snapshot()).id).toBe(first.id)
})

test('only what differs is touched: other files keep their time and mode (T12)', async () => {
  const project = snapshotProject({ kept: 'kept', secret: 'one' })
  chmodSync(join(project.folder, 'secret'), 0o600)
  const first = await project.snapshots.snapshot()
  utimesSync(join(project.folder, 'kept'), 1_000_000, 1_000_000)
  project.write('secret', 'two')
  await project.snapshots.restore(first.id)
  expect(lstatSync(join(project.folder, 'kept')).mtimeMs).toBe(1_000_000_000)
  expect(project.read('secret')).toBe('one')
  expect(lstatSync(join(project.folder, 'secret')).mode & 0o777).toBe(0o600)
})

test('names with spaces, quotes, newlines, tabs, stars, other scripts and leading dashes survive', async () => {
  const names = [
    ' a b ',
    '"q"',
    "it's",
    'line\nbreak',
    'tab\there',
    '*',
    '-rf',
    '@{-1}',
    ':(top)x',
    'größe/日本語 🚂.txt',
    'a\\b',
    'Case',
    'case',
    'x'.repeat(250),
  ]
  const project = snapshotProject(Object.fromEntries(names.map((name, at) => [name, `text ${at}`])))
  const first = await project.snapshots.snapshot()
  const before = project.state()
  expect(Object.keys(before)).toHaveLength(names.length)
  for (const name of names) project.write(name, 'other\n')
  const second = await project.snapshots.snapshot()
  const { files } = await project.snapshots.changes(first.id, second.id)
  expect(files.map((each) => each.path).sort()).toEqual([...names].sort())
  expect(files.every((each) => each.kind === 'changed' && each.patch.includes('+other'))).toBe(true)
  await project.snapshots.restore(first.id)
  expect(project.state()).toEqual(before)
})

test('.gitignore is honoured, and what is ignored is never overwritten or removed (T12)', async () => {
  const project = snapshotProject({ '.gitignore': 'build/\n.env\n', '.env': 'SECRET', 'build/out': 'o', 'a.txt': 'a' })
  const first = await project.snapshots.snapshot()
  project.write('.gitignore', '')
  const open = await project.snapshots.snapshot()
  const { files } = await project.snapshots.changes(first.id, open.id)
  expect(files.map((each) => each.path)).toEqual(['.env', '.gitignore', 'build/out'])
  project.write('.env', 'SECRET 2')
  const { leftAlone } = await project.snapshots.restore(first.id)
  expect(leftAlone).toEqual(['.env', 'build/out'])
  expect(project.read('.env')).toBe('SECRET 2')
  expect(project.read('build/out')).toBe('o')
  expect(project.read('.gitignore')).toBe('build/\n.env\n')
})

test('an ignored file that stands where a snapshot has one is left alone', async () => {
  const project = snapshotProject({ 'a/b': 'one', 'c.txt': 'c' })
  const first = await project.snapshots.snapshot()
  project.remove('a')
  project.remove('c.txt')
  await project.snapshots.snapshot()
  project.write('.gitignore', 'a\nc.txt\n')
  project.write('a', 'a file of the user')
  project.write('c.txt/precious', 'p')
  const { leftAlone } = await project.snapshots.restore(first.id)
  expect(leftAlone).toEqual(['a/b', 'c.txt'])
  expect(project.read('a')).toBe('a file of the user')
  expect(project.read('c.txt/precious')).toBe('p')
})

test('files of nested repositories are files like others; those that are too large are named and left alone (T15)', async () => {
  const project = snapshotProject({ 'a.txt': 'a', 'sub/x': 'x', 'empty/y': 'y', 'grows.bin': 'small' })
  userGit(project.folder, 'init', '-q', 'sub')
  userGit(join(project.folder, 'sub'), 'add', 'x')
  userGit(join(project.folder, 'sub'), 'commit', '-qm', 'x')
  userGit(project.folder, 'init', '-q', 'empty')
  writeFileSync(join(project.folder, 'big.bin'), '')
  truncateSync(join(project.folder, 'big.bin'), 1024 ** 3)
  const first = await project.snapshots.snapshot()
  expect(first.notCovered).toEqual(['big.bin'])

  truncateSync(join(project.folder, 'grows.bin'), 60 * 1024 ** 2)
  project.write('sub/x', 'changed')
  const second = await project.snapshots.snapshot()
  expect(second.notCovered).toEqual(['big.bin', 'grows.bin'])
  const changes = await project.snapshots.changes(first.id, second.id)
  expect(changes).toMatchObject({ files: [{ path: 'sub/x', kind: 'changed' }], notCovered: second.notCovered })
  const { leftAlone } = await project.snapshots.restore(first.id)
  expect(leftAlone).toEqual(['grows.bin'])
  expect(lstatSync(join(project.folder, 'grows.bin')).size).toBe(60 * 1024 ** 2)
  expect(project.read('sub/x')).toBe('x')
  expect(existsSync(join(project.folder, 'sub/.git/HEAD'))).toBe(true)
})

test('FIFOs, unreadable files and folders, and names git or JavaScript cannot hold harm nothing (T15)', async () => {
  const project = snapshotProject({
    'a.txt': 'a',
    'git~1': 'g',
    'b/.git ': 'g',
    closed: 'c',
    'locked/y': 'y',
    turns: 't',
  })
  writeFileSync(Buffer.concat([Buffer.from(join(project.folder, 'bad ')), Buffer.from([0xff])]), 'x')
  makeFifo(join(project.folder, 'fifo'))
  const first = await project.snapshots.snapshot()
  chmodSync(join(project.folder, 'closed'), 0)
  chmodSync(join(project.folder, 'locked'), 0)
  project.remove('turns')
  makeFifo(join(project.folder, 'turns'))
  project.write('a.txt', 'b')
  // The superuser is refused nothing.
  const unreadable = process.getuid?.() === 0 ? [] : ['closed']
  expect(first.notCovered).toEqual(['b/.git ', 'bad \ufffd', 'git~1'])
  const second = await project.snapshots.snapshot()
  expect(second.notCovered.filter((each) => each !== 'locked/')).toEqual(
    ['b/.git ', 'bad \ufffd', 'git~1', ...unreadable].sort(),
  )
  chmodSync(join(project.folder, 'locked'), 0o755)
  const { leftAlone } = await project.snapshots.restore(first.id)
  expect(leftAlone).toContain('turns')
  expect(project.read('a.txt')).toBe('a')
  expect(lstatSync(join(project.folder, 'turns')).isFIFO()).toBe(true)
})

test('a link is kept as a link: what it points to is neither read nor written', async () => {
  const project = snapshotProject({ 'dir/file': 'inside' })
  mkdirSync(join(project.folder, '..', 'outside'))
  writeFileSync(join(project.folder, '..', 'outside', 'file'), 'outside')
  symlinkSync('self', join(project.folder, 'self'))
  const first = await project.snapshots.snapshot()
  project.remove('dir')
  symlinkSync('../outside', join(project.folder, 'dir'))
  const second = await project.snapshots.snapshot()
  const { files } = await project.snapshots.changes(first.id, second.id)
  expect(files.map((each) => [each.path, each.kind])).toEqual([
    ['dir', 'added'],
    ['dir/file', 'removed'],
  ])
  await project.snapshots.restore(first.id)
  expect(lstatSync(join(project.folder, 'dir')).isDirectory()).toBe(true)
  await project.snapshots.restore(second.id)
  expect(stateOf(join(project.folder, '..', 'outside'))).toHaveProperty('file')
  expect(lstatSync(join(project.folder, 'dir')).isSymbolicLink()).toBe(true)
})

test('content is kept byte for byte whatever .gitattributes and line endings say', async () => {
  const project = snapshotProject({
    '.gitattributes': '* text=auto eol=crlf working-tree-encoding=UTF-16 ident filter=evil diff=evil\n*.lock -diff\n',
    'dos.txt': 'a\r\nb\r\n',
    'mixed.txt': 'a\r\nb\n$Id$\n',
    'a.lock': 'locked\n',
  })
  const before = project.state()
  const first = await project.snapshots.snapshot()
  for (const name of ['dos.txt', 'mixed.txt', 'a.lock']) project.write(name, 'x\n')
  const second = await project.snapshots.snapshot()
  const { files } = await project.snapshots.changes(first.id, second.id)
  expect(files.find((each) => each.path === 'a.lock')).toEqual({
    path: 'a.lock',
    kind: 'changed',
    added: 1,
    removed: 1,
    binary: false,
    patch: '--- a/a.lock\n+++ b/a.lock\n@@ -1 +1 @@\n-locked\n+x\n',
  })
  await project.snapshots.restore(first.id)
  expect(project.state()).toEqual(before)
})

test('changes tell added, removed, binary, mode-only and what became a link', async () => {
  const project = snapshotProject({ gone: 'a\nb\n', kind: 'text\n', mode: 'm', zero: '' })
  const first = await project.snapshots.snapshot()
  project.remove('gone')
  project.write('moved', 'a\nb\n')
  project.write('picture', Buffer.from([0, 1, 2, 3, 255]))
  project.write('diff.txt', 'diff --git a/x b/x\n--- a\n+++ b\n')
  project.remove('kind')
  symlinkSync('mode', join(project.folder, 'kind'))
  chmodSync(join(project.folder, 'mode'), 0o755)
  project.write('long', 'long line\n'.repeat(60_000))
  const second = await project.snapshots.snapshot()
  const { files } = await project.snapshots.changes(first.id, second.id)
  const brief = files.map(({ path, kind, added, removed, binary, patch }) => [
    path,
    kind,
    added,
    removed,
    binary,
    patch.length > 0,
  ])
  expect(brief).toEqual([
    ['diff.txt', 'added', 3, 0, false, true],
    ['gone', 'removed', 0, 2, false, true],
    ['kind', 'changed', 1, 1, false, true],
    ['long', 'added', 60_000, 0, false, false],
    ['mode', 'changed', 0, 0, false, false],
    ['moved', 'added', 2, 0, false, true],
    ['picture', 'added', 0, 0, true, false],
  ])
  expect(files[0]?.patch).toBe('--- /dev/null\n+++ b/diff.txt\n@@ -0,0 +1,3 @@\n+diff --git a/x b/x\n+--- a\n++++ b\n')
  expect(await project.snapshots.changes(first.id, first.id)).toEqual({ files: [], notCovered: [] })
})

test('an empty folder, and 5,000 files, are snapshots like any other', async () => {
  const project = snapshotProject()
  const empty = await project.snapshots.snapshot()
  for (let at = 0; at < 5000; at++) project.write(`d${at % 50}/f${at}`, String(at))
  const full = await project.snapshots.snapshot()
  expect((await project.snapshots.changes(empty.id, full.id)).files).toHaveLength(5000)
  const { undo } = await project.snapshots.restore(empty.id)
  expect(readdirSync(project.folder)).toEqual([])
  expect(undo).toBe(full.id)
}, 60_000)

test('many calls at once, from two openings of the same store, all come right', async () => {
  const project = snapshotProject({ a: 'a' })
  const other = openSnapshots({ store: project.store, project: project.folder })
  const ids = await Promise.all([project.snapshots, other, project.snapshots, other].map((each) => each.snapshot()))
  expect(new Set(ids.map((each) => each.id)).size).toBe(1)
})

test('a store made from many openings at once is whole for each of them', async () => {
  for (let round = 0; round < 10; round++) {
    const project = snapshotProject({ a: `${round}` })
    const openings = Array.from({ length: 4 }, () => openSnapshots({ store: project.store, project: project.folder }))
    const ids = await Promise.all(openings.map((each) => each.snapshot()))
    expect(new Set(ids.map((each) => each.id)).size).toBe(1)
  }
})

test('a copy holds the snapshot, not what is there now, and brings dependency folders and small ignored files along', async () => {
  const project = snapshotProject({
    '.gitignore': 'node_modules/\nsecret/\n',
    a: 'one',
    'node_modules/p/i.js': 'p',
    'secret/x': 'x',
  })
  const { id } = await project.snapshots.snapshot()
  project.write('a', 'two')
  const copy = join(project.folder, '..', 'copy')
  await project.snapshots.checkoutCopy(id, copy, { dependencies: 'clone' })
  expect(Object.keys(stateOf(copy)).sort()).toEqual(['.gitignore', 'a', 'node_modules/p/i.js', 'secret/x'])
  expect(stateOf(copy)['a']).not.toBe(project.state()['a'])
  await expect(project.snapshots.checkoutCopy(id, copy, { dependencies: 'none' })).rejects.toThrow('not empty')
  const linked = join(project.folder, '..', 'linked')
  await project.snapshots.checkoutCopy(id, linked, { dependencies: 'link' })
  expect(lstatSync(join(linked, 'node_modules', 'p')).isSymbolicLink()).toBe(true)
})
