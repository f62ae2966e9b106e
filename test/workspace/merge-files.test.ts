import { chmodSync, lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MergeChoice, MergePlan } from '../../src-shared/workspace/merge.ts'
import { type SnapshotProject, snapshotProject } from './snapshot-project.ts'

type Files = Readonly<Record<string, string | Buffer | null>>

/** Writes what is given, removes what is null, and snapshots it. */
async function put(project: SnapshotProject, files: Files): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    if (text === null) project.remove(path)
    else project.write(path, text)
  }
  return (await project.snapshots.snapshot()).id
}

/** Three states of one folder, which is left in the last one. */
async function states(base: Files, theirs: Files, ours: Files) {
  const project = snapshotProject()
  const first = await put(project, base)
  const second = await put(project, theirs)
  await project.snapshots.restore(first)
  await put(project, ours)
  const plan = await project.snapshots.mergePlan(first, second)
  const merge = (choices: readonly MergeChoice[]) => project.snapshots.merge({ ...plan, choices })
  const file = (path: string) => plan.files.find((each) => each.path === path)
  return { project, plan, merge, file }
}

const allHunks = (plan: MergePlan): MergeChoice[] =>
  plan.files.map(({ path, hunks }) => ({
    path,
    take: hunks.length === 0 ? 'theirs' : hunks.map((hunk) => hunk.index),
  }))
const lines = (...some: readonly string[]) => `${some.join('\n')}\n`
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`)

test('hunks go in beside what was changed meanwhile; what is there already and what conflicts is told', async () => {
  const text = numbered(40)
  const with1 = (changes: Readonly<Record<number, string>>) => lines(...text.map((line, at) => changes[at] ?? line))
  const { project, merge, file } = await states(
    { 'a.txt': with1({}) },
    { 'a.txt': with1({ 2: 'theirs 2', 15: 'both', 30: 'theirs 30' }) },
    { 'a.txt': with1({ 8: 'ours 8', 15: 'both', 30: 'ours 30' }) },
  )
  expect(file('a.txt')).toMatchObject({ state: 'moved', kind: 'changed', binary: false })
  expect(file('a.txt')?.hunks.map((hunk) => hunk.state)).toEqual(['clean', 'there', 'conflict'])
  expect(file('a.txt')?.hunks[0]?.patch).toMatch(/^@@ -1,6 \+1,6 @@\n line 0\n line 1\n-line 2\n\+theirs 2\n/)
  const done = await merge([{ path: 'a.txt', take: [0, 1, 2] }])
  expect(done.written).toEqual(['a.txt'])
  expect(done.kept).toEqual([{ path: 'a.txt', why: 'The same lines were changed here as well.' }])
  expect(project.read('a.txt')).toBe(with1({ 2: 'theirs 2', 8: 'ours 8', 15: 'both', 30: 'ours 30' }))
  await project.snapshots.restore(done.undo)
  expect(project.read('a.txt')).toBe(with1({ 8: 'ours 8', 15: 'both', 30: 'ours 30' }))
  const theirs = await merge([{ path: 'a.txt', take: 'theirs' }])
  expect(theirs.kept).toEqual([])
  expect(project.read('a.txt')).toBe(with1({ 2: 'theirs 2', 15: 'both', 30: 'theirs 30' }))
})

test('single files and hunks are chosen, and nothing else changes', async () => {
  const { project, merge } = await states(
    { 'a.txt': lines(...numbered(30)), 'b.txt': 'b\n', 'c.txt': 'c\n' },
    { 'a.txt': lines('first', ...numbered(30), 'last'), 'b.txt': 'B\n', 'c.txt': null, 'd.txt': 'd\n' },
    { 'mine.txt': 'mine\n' },
  )
  const times = () => ['b.txt', 'c.txt', 'mine.txt'].map((path) => lstatSync(join(project.folder, path)).mtimeMs)
  const before = times()
  const done = await merge([{ path: 'a.txt', take: [1] }])
  expect(done).toMatchObject({ written: ['a.txt'], removed: [], kept: [] })
  expect(project.read('a.txt')).toBe(lines(...numbered(30), 'last'))
  expect(Object.keys(project.state()).sort()).toEqual(['a.txt', 'b.txt', 'c.txt', 'mine.txt'])
  expect(times()).toEqual(before)
})

test.skipIf(process.platform === 'win32')(
  'what was only made executable keeps what was changed in it here',
  async () => {
    const project = snapshotProject()
    const base = await put(project, { 'run.sh': 'one\n' })
    chmodSync(join(project.folder, 'run.sh'), 0o755)
    const theirs = await put(project, {})
    await project.snapshots.restore(base)
    await put(project, { 'run.sh': 'mine\n' })
    const plan = await project.snapshots.mergePlan(base, theirs)
    expect(plan.files).toEqual([expect.objectContaining({ state: 'moved', hunks: [] })])
    const done = await project.snapshots.merge({ ...plan, choices: allHunks(plan) })
    expect(done).toMatchObject({ written: ['run.sh'], kept: [] })
    expect(project.read('run.sh')).toBe('mine\n')
    expect(lstatSync(join(project.folder, 'run.sh')).mode & 0o100).toBe(0o100)
  },
)

test('where the files are not those of the plan any more, nothing is touched', async () => {
  const { project, merge, plan } = await states({ 'a.txt': '1\n' }, { 'a.txt': '2\n' }, {})
  project.write('a.txt', 'typed meanwhile\n')
  await expect(merge(allHunks(plan))).rejects.toThrow('The files have changed since this was shown')
  expect(project.read('a.txt')).toBe('typed meanwhile\n')
})

test('CRLF, a missing last newline and bytes that are no UTF-8 are content like any other', async () => {
  const base = ['one\r\n', 'two\r\n', 'three\r\n', 'four\r\n', 'five\r\n', 'six\r\n', 'seven\r\n', 'eight']
  const bytes = (more: number) =>
    Buffer.concat([Buffer.from(`\xff\xfe\n${'x\n'.repeat(9)}`, 'latin1'), Buffer.from([more])])
  const { project, merge, plan, file } = await states(
    { 'crlf.txt': base.join(''), 'bytes.txt': bytes(0xe9) },
    { 'crlf.txt': ['ONE\r\n', ...base.slice(1, -1), 'eight\r\n', 'nine'].join(''), 'bytes.txt': bytes(0xea) },
    { 'crlf.txt': [...base.slice(0, 3), 'FOUR\r\n', ...base.slice(4)].join('') },
  )
  expect(file('bytes.txt')?.state).toBe('whole')
  await merge(allHunks(plan))
  expect(project.read('crlf.txt')).toBe(
    ['ONE\r\n', 'two\r\n', 'three\r\n', 'FOUR\r\n', 'five\r\n', 'six\r\n', 'seven\r\n', 'eight\r\n', 'nine'].join(''),
  )
  expect(readFileSync(join(project.folder, 'bytes.txt'))).toEqual(bytes(0xea))
})

test('files that were added, changed or removed on both sides can only be taken whole', async () => {
  const binary = (more: number) => Buffer.from([0, 1, 2, more])
  const { project, merge, plan } = await states(
    { 'gone-here.txt': 'a\n', 'gone-there.txt': 'b\n', 'picture.bin': binary(3), 'same.txt': 's\n' },
    {
      'gone-here.txt': 'A\n',
      'gone-there.txt': null,
      'picture.bin': binary(4),
      'new.txt': 'theirs\n',
      'same.txt': 'S\n',
    },
    {
      'gone-here.txt': null,
      'gone-there.txt': 'B\n',
      'picture.bin': binary(5),
      'new.txt': 'ours\n',
      'same.txt': 'S\n',
    },
  )
  expect(plan.files.map(({ path, kind, state, binary: is }) => [path, kind, state, is])).toEqual([
    ['gone-here.txt', 'changed', 'conflict', false],
    ['gone-there.txt', 'removed', 'conflict', false],
    ['new.txt', 'added', 'conflict', false],
    ['picture.bin', 'changed', 'conflict', true],
  ])
  const before = project.state()
  const nothing = await merge(plan.files.map(({ path }) => ({ path, take: [0] })))
  expect(project.state()).toEqual(before)
  expect(nothing.kept).toHaveLength(4)
  await merge(plan.files.map(({ path }) => ({ path, take: 'theirs' })))
  expect(project.read('gone-here.txt')).toBe('A\n')
  expect(Object.keys(project.state()).sort()).toEqual(['gone-here.txt', 'new.txt', 'picture.bin', 'same.txt'])
  expect(project.read('new.txt')).toBe('theirs\n')
})

test('modes, links and files in the place of folders', async () => {
  const project = snapshotProject({ 'run.sh': 'echo\n', 'link-me': 'x\n', dir: 'a file\n', 'keep/a': 'a\n' })
  const base = (await project.snapshots.snapshot()).id
  chmodSync(join(project.folder, 'run.sh'), 0o755)
  project.remove('link-me')
  symlinkSync('run.sh', join(project.folder, 'link-me'))
  project.remove('dir')
  project.write('dir/inner', 'inner\n')
  project.remove('keep')
  project.write('keep', 'now a file\n')
  const theirs = (await project.snapshots.snapshot()).id
  const wanted = project.state()
  await project.snapshots.restore(base)
  const plan = await project.snapshots.mergePlan(base, theirs)
  const some = await project.snapshots.merge({ ...plan, choices: [{ path: 'dir/inner', take: 'theirs' }] })
  expect(some).toMatchObject({
    written: [],
    kept: [{ path: 'dir/inner', why: expect.stringContaining('A file stands') }],
  })
  expect(project.read('dir')).toBe('a file\n')
  await project.snapshots.merge({ ...plan, choices: plan.files.map(({ path }) => ({ path, take: 'theirs' })) })
  expect(project.state()).toEqual(wanted)
})

test('what is ignored, and so in no snapshot, stays where a merged file would be', async () => {
  const project = snapshotProject({ 'a.txt': 'a\n' })
  const base = (await project.snapshots.snapshot()).id
  project.write('.env', 'THEIRS\n')
  const theirs = (await project.snapshots.snapshot()).id
  await project.snapshots.restore(base)
  project.write('.gitignore', '.env\n')
  project.write('.env', 'MINE\n')
  const plan = await project.snapshots.mergePlan(base, theirs)
  const done = await project.snapshots.merge({ ...plan, choices: [{ path: '.env', take: 'theirs' }] })
  expect(done).toMatchObject({ written: [], leftAlone: ['.env'] })
  expect(project.read('.env')).toBe('MINE\n')
})

// Few different lines, so that hunks touch, repeat and lie close together.
const line = fc.constantFrom('a', 'b', 'c', '', 'a\r', 'é')
const text = fc
  .tuple(fc.array(line, { maxLength: 14 }), fc.boolean())
  .map(([some, ended]) => some.join('\n') + (ended && some.length > 0 ? '\n' : ''))
const paths = ['a', 'b.txt', 'd/e'] as const
const tree = fc.record({ a: fc.option(text), 'b.txt': fc.option(text), 'd/e': fc.option(text) })

test('whatever the three states are: all hunks onto an unmoved base give theirs, a choice changes nothing else, and no conflict overwrites', async () => {
  await fc.assert(
    fc.asyncProperty(tree, tree, tree, fc.subarray([...paths]), async (base, theirs, ours, chosen) => {
      const project = snapshotProject()
      const first = await put(project, base)
      const second = await put(project, theirs)
      const wanted = project.state()
      await project.snapshots.restore(first)

      const onto = await project.snapshots.mergePlan(first, second)
      const done = await project.snapshots.merge({ ...onto, choices: allHunks(onto) })
      expect(project.state()).toEqual(wanted)
      expect(done.kept).toEqual([])

      await project.snapshots.restore(first)
      await put(project, ours)
      const before = project.state()
      const plan = await project.snapshots.mergePlan(first, second)
      const choices = allHunks(plan).filter(({ path }) => chosen.some((each) => each === path))
      const merged = await project.snapshots.merge({ ...plan, choices })
      const after = project.state()
      for (const path of paths) {
        const file = plan.files.find((each) => each.path === path)
        if (!choices.some((each) => each.path === path)) expect(after[path]).toBe(before[path])
        else if (file?.state === 'whole') expect(after[path]).toBe(wanted[path])
        else if (file?.hunks.every((hunk) => hunk.state !== 'clean')) {
          const isWhole = choices.some((each) => each.path === path && each.take === 'theirs')
          expect(after[path]).toBe(isWhole ? wanted[path] : before[path])
        }
      }
      await project.snapshots.restore(merged.undo)
      expect(project.state()).toEqual(before)
    }),
    { numRuns: 12 },
  )
}, 120_000)
