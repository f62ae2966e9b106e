import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, parse } from 'node:path'
import { expect, test } from 'vitest'
import { patternFromAbove } from '../../src-main/workspace/git/ignore-rules.ts'
import { currentBranch } from '../../src-main/workspace/git/user-repository.ts'
import { checkProjectFolder } from '../../src-main/workspace/project-folder.ts'
import { snapshotProject, userGit } from './snapshot-project.ts'

test('a folder is a project under its real path', async () => {
  const { folder } = snapshotProject()
  const link = join(folder, '..', 'link')
  symlinkSync(folder, link)
  expect(await checkProjectFolder(link)).toEqual({ ok: true, folder })
})

test('a disk, the home folder, what holds it, files and missing folders are refused in words (T15)', async () => {
  const { folder } = snapshotProject({ file: 'f' })
  const home = join(folder, 'home', 'ada')
  mkdirSync(join(home, 'project'), { recursive: true })
  symlinkSync(home, join(folder, 'to-home'))
  const refused = [
    parse(folder).root,
    home,
    dirname(home),
    folder,
    join(folder, 'to-home'),
    join(folder, 'file'),
    'here',
  ]
  for (const each of refused)
    expect(await checkProjectFolder(each, home)).toMatchObject({ ok: false, failure: { kind: 'invalid-request' } })
  expect(await checkProjectFolder(join(folder, 'gone'), home)).toMatchObject({ failure: { kind: 'workspace-missing' } })
  expect(await checkProjectFolder(join(home, 'project'), home)).toMatchObject({ ok: true })
})

test('the branch is read from HEAD, in folders below, worktrees and submodule-like pointers too', async () => {
  const { folder } = snapshotProject({ 'a/b/c': 'c' })
  expect(await currentBranch(folder)).toBeNull()
  userGit(folder, 'init', '-q', '-b', 'trunk')
  expect(await currentBranch(join(folder, 'a', 'b'))).toBe('trunk')
  userGit(folder, 'add', '.')
  userGit(folder, 'commit', '-qm', 'first')
  userGit(folder, 'worktree', 'add', '-q', '-b', 'feature/ä', '../tree')
  expect(await currentBranch(join(folder, '..', 'tree'))).toBe('feature/ä')
  userGit(folder, 'checkout', '-q', '--detach')
  expect(await currentBranch(folder)).toBeNull()
  const { folder: odd } = snapshotProject({ '.git': 'nothing of the kind' })
  expect(await currentBranch(odd)).toBeNull()
  writeFileSync(join(odd, '.git'), 'gitdir: ../none\n')
  expect(await currentBranch(odd)).toBeNull()
})

test('ignore patterns of folders above are read from inside the project', () => {
  const way = 'packages/app'
  const cases: Record<string, string | undefined> = {
    'out/': 'out/',
    '*.log\r': '*.log',
    '**/gen/x': '**/gen/x',
    '/packages/app/dist': '/dist',
    '!packages/app/keep': '!/keep',
    '/other': undefined,
    'docs/x': undefined,
    'packages/app/': undefined,
    '# note': undefined,
    '': undefined,
  }
  for (const [line, expected] of Object.entries(cases)) expect(patternFromAbove(line, way)).toBe(expected)
})
