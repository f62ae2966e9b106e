import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { onlyReads } from '../../src-main/tools/built-in/git-reading.ts'
import { denied, toolBench } from './tool-kit.ts'

const words = (text: string) => text.split(' ')

test.each([
  'status',
  'status -sb',
  'status --porcelain=v2 --branch',
  'diff',
  'diff --stat HEAD~1',
  'diff --cached -- src/a.js',
  'diff main...work',
  'log --oneline -n 5',
  'log -5',
  'log -n5 --graph --all',
  'log --format=%h%x20%s -- src',
  'log -p -S total',
  'show HEAD',
  'show HEAD:src/a.js',
  'blame -L 1,5 a.js',
  'blame -L10,20 a.js',
  'ls-files',
  'branch',
  'branch -a -v',
  'branch --show-current',
  'tag',
  'tag --list',
  'remote -v',
  'stash list',
  'worktree list',
  'grep -n total',
  'grep -in -C3 total src',
  'rev-parse HEAD',
  'cat-file -p HEAD',
  'describe --tags',
])('git %s only reads', (text) => {
  expect(onlyReads(words(text))).toBe(true)
})

test.each([
  'push',
  'commit -m x',
  'checkout main',
  'reset --hard',
  'clean -fd',
  'config user.name',
  'stash',
  'stash pop',
  'branch new',
  'branch -D main',
  'tag v1',
  'remote add x y',
  'worktree add ../x',
  'fetch',
  'pull',
  'clone x',
  'init',
  'gc',
  'archive HEAD',
  'bisect run sh',
  'submodule update',
  // Flags by which a reading subcommand writes a file or runs a program.
  'diff --output=made',
  'diff --outp=made',
  'diff --output made',
  'log --output=made',
  'show --output=made HEAD',
  'diff --ext-diff',
  'diff --textconv',
  'log -p --ext-diff',
  'show --textconv',
  'grep -O x',
  'grep -Oless x',
  'grep -nOless x',
  'grep -GOless x',
  'grep --open-files-in-pager=sh x',
  'grep --open x',
  'log --grep -- --output=made',
  'log --format=%G?',
  'log --pretty=format:%GK',
  'for-each-ref --format=%(signature)',
  'cat-file --textconv HEAD:a',
  'cat-file --filters HEAD:a',
  'blame --contents made a.js',
  '-c alias.x=!sh x',
  '--exec-path=x status',
  '-C .. status',
  '--git-dir=x log',
  'x',
  // Ways to files outside the repository.
  'diff --no-index a b',
  'diff /etc/passwd a',
  'diff ../x a',
  'diff a/../../x a',
  'grep --no-index x',
  'grep -f made',
  'diff -O/etc/x',
  'blame ../x',
  'show HEAD:../x',
  'diff C:\\x a',
  'ls-files -X/etc/x',
  'ls-files --exclude-from=/etc/x',
  'log --since=~/x',
  'toString',
  '__proto__',
  'constructor',
])('git %s has to be approved', (text) => {
  expect(onlyReads(words(text))).toBe(false)
})

const repository = { 'a.txt': 'one\n' }
const begin = (folder: string) => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], { stdio: 'ignore' })
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'A')
  git('config', 'user.email', 'a@b.c')
  git('add', '-A')
  git('commit', '-q', '-m', 'first commit')
  return git
}

test('looking at a repository is free in every mode', async () => {
  const bench = await toolBench(repository, { approval: 'read-only' })
  begin(bench.project.folder)
  const log = await bench.run('git', { args: ['log', '--oneline'] })
  expect(log.result).toMatchObject({ ok: true, data: { exitCode: 0 }, summary: 'exit code 0' })
  expect(log.result.text).toContain('first commit')
  expect(log.body).toMatchObject({ kind: 'command', command: 'git log --oneline' })
  expect(bench.story).not.toContain('begin')
})

test('all else asks, with the words that will run, and never passes a shell', async () => {
  const bench = await toolBench(repository, { approval: 'edits' })
  begin(bench.project.folder)
  await bench.project.write('a.txt', 'two\n')
  const { result } = await bench.run('git', { args: ['commit', '-a', '-m', 'it is; touch made'] })
  expect(result.ok).toBe(true)
  expect(bench.approvals[0]).toMatchObject({ effect: 'command', subject: `git commit -a -m 'it is; touch made'` })
  expect(existsSync(bench.project.at('made'))).toBe(false)
  expect((await bench.run('git', { args: ['show', '-s', '--format=%s'] })).result.text.trim()).toBe('it is; touch made')
})

test('a denied call of git does nothing; one that starts with an option is refused', async () => {
  const bench = await toolBench(repository, { approval: 'ask', answer: () => denied })
  begin(bench.project.folder)
  expect((await bench.run('git', { args: ['branch', 'new'] })).result).toMatchObject({ ok: false, summary: 'denied' })
  expect((await bench.run('git', { args: ['-c', 'core.pager=sh', 'log'] })).result.text).toContain(
    'Start with the subcommand',
  )
  expect((await bench.run('git', { args: ['branch'] })).result.text.trim()).toBe('* main')
})

test('programs that a repository names in its own settings are not run for a look (T25)', async () => {
  const bench = await toolBench(
    { ...repository, '.gitattributes': '*.txt diff=evil filter=evil\n' },
    { approval: 'read-only' },
  )
  const git = begin(bench.project.folder)
  const made = bench.project.at('made').replaceAll('\\', '/')
  for (const name of [
    'core.fsmonitor',
    'diff.evil.textconv',
    'diff.evil.command',
    'filter.evil.clean',
    'diff.external',
    'core.pager',
    'pager.log',
    'alias.status',
    'gpg.program',
  ])
    git('config', name, `${name.startsWith('alias') ? '!' : ''}touch ${made};`)
  git('config', 'log.showSignature', 'true')
  await bench.project.write('a.txt', 'two\n')
  for (const text of [
    'status',
    'diff',
    'log -p',
    'show HEAD',
    'blame a.txt',
    'grep two',
    'branch',
    'diff-tree -p HEAD',
    'ls-files -m',
  ])
    expect([text, (await bench.run('git', { args: words(text) })).result.ok]).toEqual([text, true])
  expect(existsSync(made)).toBe(false)
})

test('a reading call that was interrupted runs again, any other does not', async () => {
  const bench = await toolBench(repository)
  begin(bench.project.folder)
  expect((await bench.run('git', { args: ['status', '-s'] }, { interrupted: true })).result.ok).toBe(true)
  expect((await bench.run('git', { args: ['tag', 'v1'] }, { interrupted: true })).result.summary).toBe(
    'interrupted, outcome unknown',
  )
})
