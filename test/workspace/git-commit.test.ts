import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commitStaged, makeBranchHere, stageFiles, undoCommit } from '../../src-main/workspace/git-commit/commit.ts'
import { readStatus, repositoryState } from '../../src-main/workspace/git-commit/repository-state.ts'
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
  const place = readFreely()
  const { folder } = project
  await project.write('a.txt', 'two\n')
  await project.write('new [1].txt', 'new\n')
  git(folder, 'rm', '-q', '--cached', 'b.txt')
  await rm(project.at('sub/c.txt'))
  await stageFiles(folder, place, ['a.txt', 'new [1].txt', 'sub/c.txt'], true)
  await stageFiles(folder, place, ['b.txt'], false)
  expect(await stateOf(folder)).toEqual({
    branch: 'trunk',
    head: git(folder, 'rev-parse', 'HEAD'),
    busy: null,
    prefix: '',
    files: [
      { path: 'a.txt', staged: 'changed', unstaged: null },
      { path: 'new [1].txt', staged: 'added', unstaged: null },
      { path: 'sub/c.txt', staged: 'removed', unstaged: null },
    ],
  })
  const first = git(folder, 'rev-parse', 'HEAD')
  const made = await commitStaged(folder, place, 'Say two\n\nBecause.\n')
  expect(made).toEqual({
    commit: git(folder, 'rev-parse', 'HEAD'),
    subject: 'Say two',
    branch: 'trunk',
    undoable: true,
  })
  expect(git(folder, 'log', '-1', '--format=%an <%ae>|%cn|%B|%P')).toBe(
    `Ada <ada@example.com>|Ada|Say two\n\nBecause.\n|${first}`,
  )
  expect(git(folder, 'status', '--porcelain')).toBe('')
  expect(git(folder, 'fsck', '--strict')).toBe('')
  expect(git(folder, 'reflog', '-1', '--format=%gs')).toBe('commit: Say two')
  expect(git(folder, 'reflog', 'trunk', '-1', '--format=%gs')).toBe('commit: Say two')

  await undoCommit(folder, place, made.commit)
  expect(git(folder, 'rev-parse', 'HEAD')).toBe(first)
  expect(git(folder, 'diff', '--cached', '--name-only').split('\n')).toHaveLength(3)
  await expect(undoCommit(folder, place, made.commit)).rejects.toThrow('no longer the newest')
})

test('the first commit, and a new branch with the files as they are; what is in the way is said', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const { folder } = project
  const place = readFreely()
  expect(await stateOf(folder)).toBeNull()
  git(folder, 'init', '-q', '-b', 'trunk')
  await stageFiles(folder, place, ['a.txt'], true)
  git(folder, 'config', 'user.name', 'Ada')
  git(folder, 'config', 'user.email', 'ada@example.com')
  expect(await commitStaged(folder, place, 'First')).toMatchObject({ undoable: false })
  await expect(commitStaged(folder, place, 'Again')).rejects.toThrow('Nothing is staged')
  await project.write('a.txt', 'two\n')
  await makeBranchHere(folder, place, 'feature/two')
  expect(git(folder, 'symbolic-ref', 'HEAD')).toBe('refs/heads/feature/two')
  expect(git(folder, 'status', '--porcelain')).toBe('M a.txt')
  await expect(makeBranchHere(folder, place, 'trunk')).rejects.toThrow('already')
  await expect(makeBranchHere(folder, place, '../x y')).rejects.toThrow('can’t be the name')
  await stageFiles(folder, place, ['a.txt'], true)
  await project.write('.git/index.lock', '')
  await expect(stageFiles(folder, place, ['a.txt'], false)).rejects.toThrow('Another git')
  await rm(project.at('.git/index.lock'))
  git(folder, 'checkout', '-q', '--detach')
  await expect(commitStaged(folder, place, 'Lost')).rejects.toThrow('detached')
  await project.write('.git/MERGE_HEAD', `${git(folder, 'rev-parse', 'HEAD')}\n`)
  expect((await stateOf(folder))?.busy).toContain('merge')
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
  })
})

/** All that the window can ask for, at a repository; what is refused is fine. */
async function commitIn(world: HostileWorld): Promise<string> {
  const place = readFreely()
  const said: string[] = []
  const works = [
    () => stageFiles(world.project, place, ['a.txt'], true),
    () => commitStaged(world.project, place, 'Second'),
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
