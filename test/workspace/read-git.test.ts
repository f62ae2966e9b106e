import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { gitProgram } from '../../src-main/workspace/git/find-git.ts'
import { runProjectGit } from '../../src-main/workspace/git/project-git.ts'
import { configText, parseConfig } from '../../src-main/workspace/git-view/config-text.ts'
import { readIndex } from '../../src-main/workspace/git-view/read-index.ts'
import { readFreely } from '../kit/project/read-git.ts'
import { snapshotProject, userGit } from './snapshot-project.ts'

afterEach(() => vi.unstubAllEnvs())

const readOptions = readFreely
async function read(folder: string, ...args: string[]): Promise<string> {
  const call = {
    folder,
    args,
    reading: readOptions(),
    owner: 'a-test',
    signal: new AbortController().signal,
    limit: 1_000_000,
  }
  const { output, trouble } = await runProjectGit(call)
  return `${output}${trouble}`
}

const narrow = (text: string) => text.replace(/ +/g, ' ')

/** A repository with a commit on `trunk`. */
function repository(...options: string[]) {
  const project = snapshotProject({ 'a.txt': 'one\n', 'b/c.txt': 'two\n' })
  const git = (...args: string[]) => userGit(project.folder, ...args)
  git('init', '-q', '-b', 'trunk', ...options)
  git('add', '.')
  git('commit', '-qm', 'first')
  return { ...project, git }
}

test('what git says is the same as without a view, in each kind of repository', async () => {
  const plain = repository()
  const clone = repository()
  clone.git('remote', 'add', 'origin', plain.folder)
  clone.git('fetch', '-q', 'origin')
  clone.git('branch', '-q', '--set-upstream-to=origin/trunk')
  clone.git('pack-refs', '--all')
  clone.write('a.txt', 'else\n')
  clone.git('stash')
  const worktree = repository()
  worktree.git('worktree', 'add', '-q', join(worktree.folder, '..', 'tree'), '-b', 'work')
  const tree = join(worktree.folder, '..', 'tree')
  const split = repository()
  split.git('update-index', '--split-index')
  split.write('d.txt', 'new\n')
  split.git('add', 'd.txt')
  const fourth = repository()
  fourth.git('update-index', '--index-version', '4')
  const modern = repository('--object-format=sha256')
  const sparse = repository()
  sparse.git('sparse-checkout', 'set', '--cone', 'b')
  const folders = [plain, clone, worktree, split, fourth, modern, sparse].map((each) => each.folder)
  for (const folder of [...folders, tree, join(plain.folder, 'b')])
    for (const args of [
      ['status', '--porcelain=v2', '--branch'],
      ['diff', '--stat'],
      ['log', '--all', '--oneline', '--decorate'],
      ['log', '-g', '--format=%gd %gs'],
      ['show', '--stat', 'HEAD'],
      ['branch', '-a', '-vv'],
      ['remote', '-v'],
      ['stash', 'list'],
      ['worktree', 'list'],
      ['ls-files', '--stage'],
      ['rev-parse', '--show-toplevel', '--git-dir'],
      ['for-each-ref'],
    ]) {
      const usual = execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' })
      const said = await read(folder, ...args)
      // The view is named by its whole path.
      if (args[0] === 'rev-parse') expect(said).toContain(`${usual.split('\n')[0]}\n`)
      // The list is as wide as the view's own path.
      else expect([folder, args, narrow(said)]).toEqual([folder, args, narrow(usual)])
    }
})

test('a submodule is read, in its own folder and from the one around it', async () => {
  const [inner, outer] = [repository(), repository()]
  outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.folder, 'sub')
  outer.git('commit', '-qm', 'with a submodule')
  expect(await read(join(outer.folder, 'sub'), 'log', '--format=%s')).toBe('first\n')
  expect(await read(outer.folder, 'status', '--porcelain')).toBe('')
  outer.write('sub/a.txt', 'changed\n')
  expect(await read(join(outer.folder, 'sub'), 'status', '--porcelain')).toBe(' M a.txt\n')
})

test('settings that say how files are read are kept, in any spelling', async () => {
  const { folder, git, write } = repository()
  write(
    '.git/config',
    '[CORE] AutoCRLF = "tr\\\nue" ; as on Windows\n\tfilemode=false # and this\n[status] showUntrackedFiles\n',
  )
  write('b/c.txt', 'two\r\n')
  chmodSync(join(folder, 'a.txt'), 0o755)
  // Another time than the index holds, so that git reads the file and might warn about its ends of line.
  utimesSync(join(folder, 'a.txt'), 1, 1)
  expect(await read(folder, 'diff', '--stat')).toBe('')
  git('config', 'core.autocrlf', 'false')
  git('config', 'core.filemode', 'true')
  expect(await read(folder, 'diff', '--stat')).toContain('2 files changed')
})

test('what the user ignores everywhere is ignored, and what the repository ignores alone', async () => {
  const { folder, write } = repository()
  write('.git/info/exclude', '*.own\n')
  for (const name of ['x.own', 'y']) write(name, '')
  expect(await read(folder, 'status', '--porcelain')).toBe('?? y\n')
})

test('nothing is left of a view, and none is needed where there is no repository', async () => {
  const reading = readOptions()
  const { folder } = repository()
  // What a killed process left.
  mkdirSync(join(reading.views, 'view-999999999-1'))
  const call = { args: ['log'], reading, owner: 'a-test', signal: new AbortController().signal, limit: 1000 }
  await runProjectGit({ ...call, folder })
  expect(readdirSync(reading.views)).toEqual([])
  const none = await runProjectGit({ ...call, folder: snapshotProject().folder })
  expect([none.code, none.trouble]).toEqual([128, expect.stringContaining('not a git repository')])
})

test('a git that lies in the project is not the one that runs', async () => {
  const { folder, write } = repository()
  write('git', '#!/bin/sh\necho evil\n')
  write('git.exe', 'MZ')
  chmodSync(join(folder, 'git'), 0o755)
  vi.stubEnv('PATH', `.:${process.env['PATH']}`)
  expect(await read(folder, 'log', '--format=%s')).toBe('first\n')
  expect(gitProgram(':.:bin')).not.toMatch(/^(git|bin|\.)/)
})

test('a configuration is read as git reads it, and written so that it reads the same', () => {
  const { folder, write, git } = repository()
  const text = [
    '\ufeff# comment\r\n[core]\r\n\tbare = false\r\n',
    '[remote "a \\"b\\" \\\\ c"] url = "x; y" # no\n\tfetch = +refs/*:refs/*\n\tpush\n',
    '[Branch.Trunk]\n\tmerge = a \\\n  b\t\n\tremote = "tab\\there" and "; not a comment"\n',
    '[a "b=c.d"]\n\te-f = 1=2\n\tempty =\n',
  ].join('')
  write('.git/config', text)
  const listed = git('config', '--local', '--list', '-z')
  const asGit = (each: ReturnType<typeof parseConfig>[number]) => {
    const title = each.subsection === null ? each.section : `${each.section}.${each.subsection}`
    return `${title}.${each.name}\n${each.value}\0`
  }
  const settings = parseConfig(text)
  expect(settings.map(asGit).join('').replace('.push\ntrue', '.push')).toBe(String(listed))
  expect(parseConfig(configText(settings.filter((each) => !each.value.includes('\t'))))).toEqual(
    settings.filter((each) => !each.value.includes('\t')),
  )
  for (const odd of ['[', '[core', 'x = 1', '[core]\n=', '[a "b', '[core]\n\tx = "open\n\\', '\0\0'])
    expect(Array.isArray(parseConfig(odd))).toBe(true)
  expect(readFileSync(join(folder, '.git/config'), 'utf8')).toBe(text)
})

test('an index that is cut off or changed is not understood rather than half read', () => {
  const { folder } = repository()
  const bytes = readFileSync(join(folder, '.git/index'))
  expect(readIndex(bytes, 20)?.paths).toEqual(['a.txt', 'b/c.txt'])
  for (let length = 0; length < 150; length++) {
    const paths = readIndex(bytes.subarray(0, length), 20)?.paths
    expect([undefined, 2]).toContain(paths?.length)
  }
  mkdirSync(join(folder, 'x'))
  writeFileSync(join(folder, 'x', 'index'), 'no index')
  expect(readIndex(readFileSync(join(folder, 'x', 'index')), 20)).toBeNull()
})
