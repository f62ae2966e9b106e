import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { openSnapshots, type Snapshots } from '../../src-main/workspace/snapshots/snapshots.ts'
import { fingerprint, type SnapshotProject, snapshotProject, userGit } from './snapshot-project.ts'

/** Watches a project; answers once it does. */
async function watched(project: SnapshotProject): Promise<SnapshotProject> {
  const release = project.snapshots.watch()
  onTestFinished(() => {
    release()
    project.snapshots.close()
  })
  // Calls wait for one another: this one for the watch to stand.
  await project.snapshots.kept()
  return project
}

/** What a look at all files says, by somebody who watches nothing and remembers nothing. */
const fullLook = (project: SnapshotProject): Promise<{ id: string }> => fresh(project).snapshot()
const fresh = (project: SnapshotProject): Snapshots =>
  openSnapshots({ store: `${project.store}-fresh`, project: project.folder })

/** Whether the next snapshots start git to look at all files: without git only those by what was heard come. */
async function withoutGit<T>(work: () => Promise<T>): Promise<T> {
  const { PATH } = process.env
  process.env['PATH'] = '/nowhere'
  try {
    return await work()
  } finally {
    process.env['PATH'] = PATH
  }
}

const onLinux = test.runIf(process.platform === 'linux')
const shell = (project: SnapshotProject, command: string) =>
  execFileSync('/bin/sh', ['-c', command], { cwd: project.folder, stdio: 'ignore' })

onLinux('while the files are watched, a snapshot is made of what changed, without starting git', async () => {
  const project = await watched(snapshotProject({ 'a.txt': 'a', 'src/b.ts': 'b', 'src/deep/c.ts': 'c' }))
  const made = await withoutGit(async () => {
    shell(project, '/bin/mkdir -p new/deep/er && echo x > new/deep/er/file && /bin/rm a.txt && echo more >> src/b.ts')
    return project.snapshots.snapshot()
  })
  expect(made.id).toBe((await fullLook(project)).id)
  const { files } = await project.snapshots.changes((await project.snapshots.kept())[0] ?? '', made.id)
  expect(files.length).toBeGreaterThan(0)
})

type Making =
  | { readonly kind: 'write' | 'ignore'; readonly path: string; readonly text: string }
  | { readonly kind: 'link' | 'folder' | 'repository' | 'fifo' | 'large'; readonly path: string }
type Act =
  | Making
  | { readonly kind: 'append'; readonly path: string; readonly text: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'executable'; readonly path: string }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string }
  | { readonly kind: 'shell'; readonly command: string }
  | { readonly kind: 'snapshot' }

const paths = [
  'a',
  'a/b',
  'a/b/c',
  'd',
  'd/e f',
  'd/A',
  'out/x',
  'out/deep/y',
  'x.log',
  ':(top)z',
  '*',
  'größe',
  '-n',
  'd/d',
]
const path = fc.constantFrom(...paths)
const commands = [
  'mkdir -p m/n/o && for i in 1 2 3 4 5; do echo $i > m/n/o/$i; done',
  'mkdir -p m/n/o && echo q > m/n/q && rm -rf m/n/o && mkdir -p m/n/o/p && echo r > m/n/o/p/r',
  'mv m a 2>/dev/null; mv a/n d 2>/dev/null; true',
  'rm -rf a d; mkdir d; echo new > d/new; mkdir -p a/b; echo deep > a/b/deep',
  'cp -r d copied 2>/dev/null; mv copied moved 2>/dev/null; true',
  'echo t > t.tmp && mv t.tmp d/t 2>/dev/null; true',
  'touch -d @1000000 d/* 2>/dev/null; chmod +x d/* 2>/dev/null; true',
]
const calm: readonly fc.WeightedArbitrary<Act>[] = [
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('write' as const, 'append' as const),
      path,
      text: fc.constantFrom('1', '22', '33\n', ''),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), path }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('link' as const, 'executable' as const, 'folder' as const), path }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('fifo' as const, 'large' as const),
      path: fc.constantFrom('d', 'q', 'a/b', 'd/r'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('rename' as const), path, to: path }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('shell' as const), command: fc.constantFrom(...commands) }) },
  { weight: 5, arbitrary: fc.constant({ kind: 'snapshot' as const }) },
]
/** After these the next snapshot looks at all files. */
const changesRules: readonly fc.WeightedArbitrary<Act>[] = [
  // Where no file was part of a snapshot before: those that were would stay part of it.
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('repository' as const), path: fc.constantFrom('rep', 'd/rep') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('ignore' as const),
      path: fc.constantFrom('.gitignore', 'd/.gitignore'),
      text: fc.constantFrom('', '*.log\n', 'out/\n*.log\n', 'a/b/\n!keep\n', 'e f\n'),
    }),
  },
]
const some = { minLength: 6, maxLength: 30 }
const manyActs = fc.oneof(
  { weight: 3, arbitrary: fc.array(fc.oneof(...calm), some) },
  { weight: 1, arbitrary: fc.array(fc.oneof(...calm, ...changesRules), some) },
)

/** Removes what stands in the way of a file at this path. */
function clear(project: SnapshotProject, at: string): string {
  for (let up = at; up !== '.'; up = dirname(up)) {
    const there = look(join(project.folder, up))
    if (there && (up === at || !there.isDirectory())) project.remove(up)
  }
  mkdirSync(dirname(join(project.folder, at)), { recursive: true })
  return join(project.folder, at)
}

const look = (file: string) => {
  try {
    return lstatSync(file)
  } catch {
    return undefined
  }
}

function does(project: SnapshotProject, each: Exclude<Act, { kind: 'snapshot' }>): void {
  if (each.kind === 'shell') {
    shell(project, each.command)
    return
  }
  const file = join(project.folder, each.path)
  const there = look(file)
  if (each.kind === 'append') {
    if (there?.isFile()) appendFileSync(file, each.text)
  } else if (each.kind === 'executable' || each.kind === 'remove') {
    if (each.kind === 'remove' && there) project.remove(each.path)
    if (each.kind === 'executable' && there?.isFile()) chmodSync(file, 0o755)
  } else if (each.kind === 'rename') {
    const isWithin = each.to.startsWith(each.path) || each.path.startsWith(each.to)
    if (there && !isWithin) renameSync(file, clear(project, each.to))
  } else makes(project, each, there?.isFile() === true)
}

function makes(project: SnapshotProject, each: Making, isFile: boolean): void {
  const file = isFile && (each.kind === 'write' || each.kind === 'ignore') ? '' : clear(project, each.path)
  const target = file || join(project.folder, each.path)
  if (each.kind === 'write' || each.kind === 'ignore') writeFileSync(target, each.text)
  else if (each.kind === 'link') symlinkSync('d', target)
  else if (each.kind === 'folder') mkdirSync(target)
  else if (each.kind === 'repository') userGit(dirname(target), 'init', '-q', target)
  else if (each.kind === 'fifo') execFileSync('mkfifo', [target])
  else {
    writeFileSync(target, '')
    truncateSync(target, 60 * 1024 ** 2)
  }
}

onLinux(
  'whatever is done: the snapshot of what changed is the one that a look at all files gives',
  async () => {
    await fc.assert(
      fc.asyncProperty(manyActs, async (acts) => {
        const project = snapshotProject({ '.gitignore': 'out/\n', 'd/keep': 'k', 'out/x': 'o', 'm/n/o/1': '1' })
        const release = project.snapshots.watch()
        const other = fresh(project)
        await project.snapshots.kept()
        for (const each of [...acts, { kind: 'snapshot' as const }]) {
          if (each.kind !== 'snapshot') does(project, each)
          else expect(await project.snapshots.snapshot()).toEqual(await other.snapshot())
        }
        expect(await project.snapshots.verify()).toBe(true)
        release()
        project.snapshots.close()
      }),
      { numRuns: 12 },
    )
  },
  120_000,
)

onLinux(
  'more changes than can be heard, and folders that come and go in a moment, are all in the snapshot',
  async () => {
    const project = await watched(snapshotProject({ 'a.txt': 'a' }))
    shell(project, 'for i in $(seq 1 40); do mkdir -p s/$i/t/u; for j in $(seq 1 150); do : > s/$i/t/u/$j; done; done')
    expect((await project.snapshots.snapshot()).id).toBe((await fullLook(project)).id)
    shell(project, 'rm -rf s; mkdir -p s/1; mv s r; mkdir -p s/2; echo y > s/2/y; mv r/1 s/2/z; echo z > s/2/z/z')
    expect((await project.snapshots.snapshot()).id).toBe((await fullLook(project)).id)
  },
  60_000,
)

onLinux(
  'a change that was not heard is found by the look afterwards, and nothing heard is trusted from then on',
  async () => {
    const project = await watched(snapshotProject({ 'a.txt': 'a', 'b.txt': 'bb' }))
    const first = await project.snapshots.snapshot()
    expect(await project.snapshots.verify()).toBe(true)
    // A write by another name of the file, outside of the project, is not heard.
    linkSync(join(project.folder, 'b.txt'), join(project.folder, '..', 'other-name'))
    writeFileSync(join(project.folder, '..', 'other-name'), 'xx')
    expect((await project.snapshots.snapshot()).id).toBe(first.id)
    expect(await project.snapshots.verify()).toBe(false)
    expect((await project.snapshots.snapshot()).id).toBe((await fullLook(project)).id)
    expect(readdirSync(project.store).filter((name) => name.startsWith('watch-'))).toEqual([])
  },
)

onLinux(
  "the user's .git is not touched while the files are watched, and a run's own changes are told from it (T14)",
  async () => {
    const project = snapshotProject({ 'a.txt': 'a', 'src/b.ts': 'b' })
    userGit(project.folder, 'init', '-q')
    userGit(project.folder, 'add', '.')
    userGit(project.folder, 'commit', '-qm', 'first')
    await watched(project)
    const before = fingerprint(join(project.folder, '.git'))
    const first = await project.snapshots.snapshot()
    project.write('a.txt', 'changed')
    const second = await project.snapshots.snapshot()
    await project.snapshots.restore(first.id)
    expect(await project.snapshots.snapshot()).toEqual(first)
    expect(await project.snapshots.paths(first.id, second.id)).toEqual(['a.txt'])
    expect(fingerprint(join(project.folder, '.git'))).toBe(before)
    // What the user commits is no change of the files.
    userGit(project.folder, 'commit', '--allow-empty', '-qm', 'second')
    expect(await project.snapshots.snapshot()).toEqual(first)
  },
)
