import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { readProposal } from '../../../src-main/host/commits/propose-commit.ts'
import { openTestHost } from '../../kit/host/host-open.ts'
import { type TemporaryProject, temporaryProject } from '../../kit/project/temporary-project.ts'

const git = ({ folder }: TemporaryProject, ...args: string[]) =>
  execFileSync('git', args, { cwd: folder, stdio: 'pipe' }).toString().trim()

async function opened() {
  const project = await temporaryProject({ 'a.txt': 'one\n', 'b.txt': 'b\n' })
  git(project, 'init', '-q', '-b', 'trunk')
  git(project, 'config', 'user.name', 'Ada')
  git(project, 'config', 'user.email', 'ada@example.com')
  git(project, 'add', '-A')
  git(project, '-c', 'commit.gpgSign=false', 'commit', '-q', '-m', 'First')
  await project.write('a.txt', 'two\n')
  await project.write('new.txt', 'new\n')
  const host = await openTestHost()
  const { id } = await ask(host, 'project-open', { folder: project.folder })
  return { project, host, at: { projectId: id, workspaceId: null } }
}

test('the demo model proposes only what the diff shows, of what is staged or of all', async () => {
  const { host, at } = await opened()
  const all = await ask(host, 'commit-propose', at)
  expect(all).toMatchObject({ message: expect.stringMatching(/^Change a\.txt and new\.txt\n\n1 lines? added/) })
  await ask(host, 'git-stage', { ...at, paths: ['a.txt'], staged: true })
  const staged = await ask(host, 'commit-propose', at)
  expect(staged.message).toBe('Change a.txt\n\n1 line added, 1 removed.')
  expect(staged.branch).toBe('change-a-txt')
})

test('a commit is made by its request alone, and shows in the state; a project without a repository has none', async () => {
  const { project, host, at } = await opened()
  const state = await ask(host, 'git-stage', { ...at, paths: ['a.txt'], staged: true })
  expect(state).toMatchObject({ kind: 'repository', branch: 'trunk', hooks: [] })
  expect(git(project, 'log', '--format=%s')).toBe('First')
  const { commit } = await ask(host, 'git-commit', { ...at, message: 'Say two', amend: false })
  expect(git(project, 'log', '--format=%s')).toBe('Say two\nFirst')
  await ask(host, 'git-uncommit', { ...at, commit, replaced: null })
  expect(git(project, 'log', '--format=%s')).toBe('First')
  await ask(host, 'git-branch', { ...at, name: 'two' })
  expect(await ask(host, 'git-state', at)).toMatchObject({ branch: 'two' })
  const plain = await temporaryProject({ 'a.txt': '' })
  const { id } = await ask(host, 'project-open', { folder: plain.folder })
  expect(await ask(host, 'git-state', { projectId: id, workspaceId: null })).toEqual({ kind: 'none' })
})

test.skipIf(process.platform === 'win32')(
  'hooks run confined or not at all; one that refuses stops the commit with its words',
  async () => {
    const { project, host, at } = await opened()
    // Temporary folders may be written by commands, the home folder may not.
    const outside = join(homedir(), `.stratagem-test-${process.pid}`)
    onTestFinished(() => rm(outside, { force: true }))
    await writeFile(
      project.at('.git/hooks/pre-commit'),
      `#!/bin/sh\necho out > '${outside}'\ntest -f allowed || { echo 'not allowed here'; exit 1; }\n`,
    )
    await chmod(project.at('.git/hooks/pre-commit'), 0o755)
    await writeFile(project.at('.git/hooks/commit-msg'), '#!/bin/sh\necho "Checked: yes" >> "$1"\n')
    await chmod(project.at('.git/hooks/commit-msg'), 0o755)
    const state = await ask(host, 'git-stage', { ...at, paths: ['a.txt'], staged: true })
    if (state.kind === 'none') throw new Error('there is a repository')
    expect(state.hooks).toEqual(['pre-commit', 'commit-msg'])
    const commit = () => ask(host, 'git-commit', { ...at, message: 'Say two', amend: false })
    if (state.hooksRun) {
      await expect(commit()).rejects.toThrow('not allowed here')
      expect(git(project, 'log', '--format=%s')).toBe('First')
      await project.write('allowed', '')
    }
    await commit()
    expect(git(project, 'log', '-1', '--format=%B')).toBe(state.hooksRun ? 'Say two\nChecked: yes' : 'Say two')
    expect(existsSync(outside)).toBe(false)
  },
)

test('a proposal is read without what models put around it', () => {
  const answer = '```text\nRound totals once\n\nLines were rounded.\n\n**Branch:** `Round Totals`\n```'
  expect(readProposal(answer)).toEqual({ message: 'Round totals once\n\nLines were rounded.', branch: 'round-totals' })
  expect(readProposal('Fix the build').branch).toBe('fix-the-build')
})
