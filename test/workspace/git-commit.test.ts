import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stageFiles } from '../../src-main/workspace/git-commit/change-index.ts'
import { commitStaged, makeBranchHere, newestCommit, undoCommit } from '../../src-main/workspace/git-commit/commit.ts'
import { readStatus, repositoryState } from '../../src-main/workspace/git-commit/repository-state.ts'
import { fileHunks, stageHunk } from '../../src-main/workspace/git-commit/stage-hunk.ts'
import { readFreely } from '../kit/project/read-git.ts'
import { type TemporaryProject, temporaryProject } from '../kit/project/temporary-project.ts'
import { hostileRepositories } from './hostile-repositories.ts'
import { canary, type HostileWorld, hostileWorld } from './hostile-world.ts'

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
    stdio: 'pipe',
  })
    .toString()
    .trim()

/** A repository with one commit, whose user is named in it. */
async function repository(files: { readonly [path: string]: string }): Promise<TemporaryProject> {
  const project = await temporaryProject(files)
  git(project.folder, 'init', '-q', '-b', 'trunk')
  git(project.folder, 'config', 'user.name', 'Ada')
  git(project.folder, 'config', 'user.email', 'ada@example.com')
  git(project.folder, 'add', '-A')
  git(project.folder, 'commit', '-q', '-m', 'First')
  return project
}

const stateOf = (folder: string) => repositoryState(folder, readFreely(), AbortSignal.timeout(60_000))

test('some files are staged, unstaged and committed; git itself finds nothing amiss, and it can be undone', async () => {
  const project = await repository({ 'a.txt': 'one\n', 'b.txt': 'b\n', 'sub/c.txt': 'c\n', '[x].txt': 'x\n' })
  const reading = readFreely()
  const { folder } = project
  await project.write('a.txt', 'two\n')
  await project.write('new [1].txt', 'new\n')
  git(folder, 'rm', '-q', '--cached', 'b.txt')
  await rm(project.at('sub/c.txt'))
  await stageFiles(folder, reading, ['a.txt', 'new [1].txt', 'sub/c.txt'], true)
  await stageFiles(folder, reading, ['b.txt'], false)
  expect(await stateOf(folder)).toEqual({
    branch: 'trunk',
    head: git(folder, 'rev-parse', 'HEAD'),
    busy: null,
    prefix: '',
    stagedOutside: 0,
    files: [
      { path: 'a.txt', staged: 'changed', unstaged: null },
      { path: 'new [1].txt', staged: 'added', unstaged: null },
      { path: 'sub/c.txt', staged: 'removed', unstaged: null },
    ],
  })
  const first = git(folder, 'rev-parse', 'HEAD')
  const made = await commitStaged(folder, reading, 'Say two\n\nBecause.\n')
  expect(made).toEqual({
    commit: git(folder, 'rev-parse', 'HEAD'),
    subject: 'Say two',
    branch: 'trunk',
    replaced: null,
    undoable: true,
  })
  expect(git(folder, 'log', '-1', '--format=%an <%ae>|%cn|%B|%P')).toBe(
    `Ada <ada@example.com>|Ada|Say two\n\nBecause.\n|${first}`,
  )
  expect(git(folder, 'status', '--porcelain')).toBe('')
  expect(git(folder, 'fsck', '--strict')).toBe('')
  expect(git(folder, 'reflog', '-1', '--format=%gs')).toBe('commit: Say two')
  expect(git(folder, 'reflog', 'trunk', '-1', '--format=%gs')).toBe('commit: Say two')

  await undoCommit(folder, reading, made.commit)
  expect(git(folder, 'rev-parse', 'HEAD')).toBe(first)
  expect(git(folder, 'diff', '--cached', '--name-only').split('\n')).toHaveLength(3)
  await expect(undoCommit(folder, reading, made.commit)).rejects.toThrow('no longer the newest')
})

test('the first commit, and a new branch with the files as they are; what is in the way is said', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const { folder } = project
  const reading = readFreely()
  expect(await stateOf(folder)).toBeNull()
  git(folder, 'init', '-q', '-b', 'trunk')
  await stageFiles(folder, reading, ['a.txt'], true)
  git(folder, 'config', 'user.name', 'Ada')
  git(folder, 'config', 'user.email', 'ada@example.com')
  expect(await commitStaged(folder, reading, 'First')).toMatchObject({ undoable: false })
  await expect(commitStaged(folder, reading, 'Again')).rejects.toThrow('Nothing is staged')
  await project.write('a.txt', 'two\n')
  await makeBranchHere(folder, reading, 'feature/two')
  expect(git(folder, 'symbolic-ref', 'HEAD')).toBe('refs/heads/feature/two')
  expect(git(folder, 'status', '--porcelain')).toBe('M a.txt')
  await expect(makeBranchHere(folder, reading, 'trunk')).rejects.toThrow('already')
  await expect(makeBranchHere(folder, reading, '../x y')).rejects.toThrow('can’t be the name')
  await stageFiles(folder, reading, ['a.txt'], true)
  await project.write('.git/index.lock', '')
  await expect(stageFiles(folder, reading, ['a.txt'], false)).rejects.toThrow('Another git')
  await rm(project.at('.git/index.lock'))
  git(folder, 'checkout', '-q', '--detach')
  await expect(commitStaged(folder, reading, 'Lost')).rejects.toThrow('detached')
  await project.write('.git/MERGE_HEAD', `${git(folder, 'rev-parse', 'HEAD')}\n`)
  expect((await stateOf(folder))?.busy).toContain('merge')
})

test('of a project in a subfolder its own files are staged and committed, and what else is staged is counted', async () => {
  const project = await repository({ 'web/a.txt': lines(), 'api/b.txt': 'b\n' })
  const reading = readFreely()
  const folder = project.at('web')
  const signal = AbortSignal.timeout(60_000)
  await project.write('web/a.txt', lines([2, 'two'], [28, 'twenty-eight']))
  await project.write('api/b.txt', 'other\n')
  git(project.folder, 'add', 'api/b.txt')
  const { unstaged } = await fileHunks(folder, reading, 'web/a.txt', signal)
  await stageHunk(folder, reading, 'web/a.txt', unstaged[0] ?? '', true, signal)
  expect(await stateOf(folder)).toMatchObject({
    prefix: 'web/',
    files: [{ path: 'web/a.txt', staged: 'changed', unstaged: 'changed' }],
    stagedOutside: 1,
  })
  await stageFiles(folder, reading, ['web/a.txt'], true)
  await commitStaged(folder, reading, 'Both')
  expect(git(folder, 'show', '--format=', '--name-only', 'HEAD').split('\n')).toEqual(['api/b.txt', 'web/a.txt'])
  expect(await stateOf(folder)).toMatchObject({ files: [], stagedOutside: 0 })
})

const lines = (...changed: readonly [line: number, text: string][]) =>
  `${Array.from({ length: 30 }, (_, at) => changed.find(([line]) => line === at + 1)?.[1] ?? `line ${at + 1}`).join('\n')}\n`

test('single hunks are staged and unstaged; the rest of the file stays as it is', async () => {
  const project = await repository({ 'sub/a b.txt': lines() })
  const reading = readFreely()
  const { folder } = project
  const signal = AbortSignal.timeout(60_000)
  const path = 'sub/a b.txt'
  await project.write(path, lines([2, 'two'], [15, 'fifteen'], [28, 'twenty-eight']))
  const { unstaged, staged } = await fileHunks(folder, reading, path, signal)
  expect(unstaged).toHaveLength(3)
  expect(staged).toEqual([])
  const [first = '', second = '', third = ''] = unstaged
  await stageHunk(folder, reading, path, second, true, signal)
  await stageHunk(folder, reading, path, third, true, signal)
  expect(git(folder, 'show', `:${path}`)).toBe(lines([15, 'fifteen'], [28, 'twenty-eight']).trim())
  expect((await fileHunks(folder, reading, path, signal)).unstaged).toEqual([first])
  const inIndex = (await fileHunks(folder, reading, path, signal)).staged
  await stageHunk(folder, reading, path, inIndex[0] ?? '', false, signal)
  expect(git(folder, 'show', `:${path}`)).toBe(lines([28, 'twenty-eight']).trim())
  // What is no longer there is not staged, and nothing else either.
  await expect(stageHunk(folder, reading, path, second.replace('fifteen', 'other'), true, signal)).rejects.toThrow(
    'no longer',
  )
  expect((await stateOf(folder))?.files).toEqual([{ path, staged: 'changed', unstaged: 'changed' }])
  expect(git(folder, 'fsck', '--strict', '--no-dangling')).toBe('')
})

test('binary and unknown files have no hunks', async () => {
  const project = await repository({ 'a.bin': 'a\0b', 'latin.txt': 'plain\n' })
  const signal = AbortSignal.timeout(60_000)
  await project.write('a.bin', 'a\0c')
  await project.write('new.txt', 'new\n')
  writeFileSync(project.at('latin.txt'), Buffer.from('caf\xe9\n', 'latin1'))
  for (const path of ['a.bin', 'new.txt', 'latin.txt'])
    expect(await fileHunks(project.folder, readFreely(), path, signal)).toEqual({ unstaged: [], staged: [] })
})

test('the newest commit is amended with its author and parents, which can be undone; a pushed one is not', async () => {
  const project = await repository({ 'a.txt': 'one\n' })
  const reading = readFreely()
  const { folder } = project
  await project.write('a.txt', 'two\n')
  git(folder, 'commit', '-qam', 'Second', '--author', 'Bob <bob@example.com>', '--date', '2020-01-02T03:04:05+0200')
  const before = git(folder, 'rev-parse', 'HEAD')
  const first = git(folder, 'rev-parse', 'HEAD^')
  expect(await newestCommit(folder, reading)).toEqual({ message: 'Second', pushed: false })
  await project.write('b.txt', 'b\n')
  await stageFiles(folder, reading, ['b.txt'], true)
  const made = await commitStaged(folder, reading, 'Second, better', true)
  expect(made).toMatchObject({ subject: 'Second, better', replaced: before, undoable: true })
  expect(git(folder, 'log', '-1', '--format=%an|%cn|%ad|%P', '--date=iso-strict')).toBe(
    `Bob|Ada|2020-01-02T03:04:05+02:00|${first}`,
  )
  expect(git(folder, 'reflog', '-1', '--format=%gs')).toBe('commit (amend): Second, better')
  expect(git(folder, 'ls-tree', '--name-only', 'HEAD')).toBe('a.txt\nb.txt')
  await undoCommit(folder, reading, made.commit, before)
  expect(git(folder, 'rev-parse', 'HEAD')).toBe(before)
  expect(git(folder, 'diff', '--cached', '--name-only')).toBe('b.txt')

  git(folder, 'update-ref', 'refs/remotes/origin/trunk', before)
  expect(await newestCommit(folder, reading)).toMatchObject({ pushed: true })
  await expect(commitStaged(folder, reading, 'Again', true)).rejects.toThrow('was pushed')
  expect(git(folder, 'rev-parse', 'HEAD')).toBe(before)
})

test('files that go through a filter are not staged with the wrong content', async () => {
  const project = await repository({ 'a.bin': 'one\n', '.gitattributes': '*.bin filter=lfs\n' })
  await project.write('a.bin', 'two\n')
  await expect(stageFiles(project.folder, readFreely(), ['a.bin'], true)).rejects.toThrow('filter “lfs”')
  expect(git(project.folder, 'diff', '--cached', '--name-only')).toBe('')
})

test('the status of renamed, conflicting, nested and foreign files is read', () => {
  const line = (text: string) => `${text}\0`
  const status = [
    '# branch.oid (initial)',
    '# branch.head main',
    '1 MM N... 100644 100644 100644 aa bb p/both ways.txt',
    '1 .M S..U 160000 160000 160000 aa bb p/module',
    'u UU N... 100644 100644 100644 100644 aa bb cc p/conflict.txt',
    '? p/nested/',
    '? p/new\n.txt',
    '1 A. N... 000000 100644 100644 00 bb elsewhere/staged.txt',
    '? elsewhere.txt',
  ]
  expect(readStatus(status.map(line).join(''), 'p/')).toEqual({
    branch: 'main',
    head: null,
    files: [
      { path: 'p/both ways.txt', staged: 'changed', unstaged: 'changed' },
      { path: 'p/conflict.txt', staged: null, unstaged: 'conflict' },
      { path: 'p/new\n.txt', staged: null, unstaged: 'added' },
    ],
    stagedOutside: 1,
  })
})

/** All that the window can ask for, at a repository; what is refused is fine. */
async function commitIn(world: HostileWorld): Promise<string> {
  const reading = readFreely()
  const said: string[] = []
  const signal = AbortSignal.timeout(60_000)
  const works = [
    async () => {
      const [hunk = '@@ -1 +1 @@\n-a\n+b\n'] = (await fileHunks(world.project, reading, 'a.txt', signal)).unstaged
      return stageHunk(world.project, reading, 'a.txt', hunk, true, signal)
    },
    () => stageFiles(world.project, reading, ['a.txt'], true),
    () => commitStaged(world.project, reading, 'Second'),
    () => commitStaged(world.project, reading, 'Second, amended', true),
  ]
  for (const work of works) said.push(JSON.stringify(await work().catch((thrown: unknown) => String(thrown))))
  return said.join('\n')
}

test.skipIf(process.platform === 'win32')(
  'no repository makes a commit run a program, read outside of it, or write there (T51)',
  { timeout: 240_000 },
  async () => {
    const worlds = hostileRepositories.map(({ name, script }) => {
      const world = hostileWorld()
      world.plant(`git config user.name A; git config user.email a@b\n${script}`)
      return { name, world, outside: outsideOf(world) }
    })
    const isHarmed = async ({ world, outside }: (typeof worlds)[number]) => {
      const said = await commitIn(world)
      return world.ran() || said.includes(canary) || outsideOf(world) !== outside
    }
    const judged = await Promise.all(worlds.map(async (each) => ((await isHarmed(each)) ? [each.name] : [])))
    expect(judged.flat()).toEqual([])
  },
)

/** The secret, and the refs of the private repository. */
function outsideOf({ variables }: HostileWorld): string {
  const [folder = '', secret = ''] = [variables['O'], variables['S']]
  const index = join(folder, 'private', '.git', 'index')
  const refs = git(join(folder, 'private'), 'for-each-ref')
  return `${readFileSync(secret, 'utf8')}${refs}${existsSync(index) ? readFileSync(index, 'latin1') : ''}`
}
