import { execFileSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { historyFolders } from '../../src-main/workspace/history-folders.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, stdio: 'ignore' })

async function repository() {
  const top = await temporaryProject({ 'repo/part/a.txt': '1\n', 'repo/b.txt': '2\n', 'plain/c.txt': '3\n' })
  git(top.at('repo'), 'init', '-q')
  git(top.at('repo'), 'add', '-A')
  git(top.at('repo'), 'commit', '-q', '-m', 'first')
  return top
}

test('where the history is in the folder itself, or there is none, nothing more is named', async () => {
  const top = await repository()
  expect(await historyFolders(top.at('repo'))).toEqual([])
  expect(await historyFolders(top.at('plain'))).toEqual([])
})

test('a part of a repository commits to the history further up', async () => {
  const top = await repository()
  expect(await historyFolders(top.at('repo/part'))).toEqual([top.at('repo/.git')])
})

test('a worktree commits to what it shares with the others', async () => {
  const top = await repository()
  git(top.at('repo'), 'worktree', 'add', '-q', top.at('tree'))
  expect(await historyFolders(top.at('tree'))).toEqual([top.at('repo/.git')])
})

test('a folder that a repository further up knows nothing of gets none of it', async () => {
  const top = await repository()
  await mkdir(top.at('repo/other'))
  expect(await historyFolders(top.at('repo/other'))).toEqual([])
})

test('a .git that a command wrote opens no other folder (T17)', async () => {
  const top = await repository()
  git(top.at('repo'), 'worktree', 'add', '-q', top.at('tree'))
  const project = top.at('plain')
  const say = (target: string) => writeFile(join(project, '.git'), `gitdir: ${target}\n`)
  for (const target of [top.at('repo/.git'), top.at('repo/.git/worktrees/tree'), top.folder, '/', '../repo/.git']) {
    await say(target)
    expect(await historyFolders(project)).toEqual([])
  }
  // A made-up worktree part, with its shared folder somewhere else.
  const made = top.at('made/.git/worktrees/w')
  await mkdir(made, { recursive: true })
  await writeFile(join(made, 'gitdir'), `${join(project, '.git')}\n`)
  await writeFile(join(made, 'commondir'), `${top.at('repo')}\n`)
  await say(made)
  expect(await historyFolders(project)).toEqual([])
  await rm(join(project, '.git'))
})
