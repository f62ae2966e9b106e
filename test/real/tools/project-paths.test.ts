import { execFileSync } from 'node:child_process'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { playCalls } from '../kit/played-calls.ts'

// Every command is a process of its own: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000 })

test('a project that is a part of a repository gets the instructions of the folders above it', async () => {
  const repository = await temporaryProject({
    'AGENTS.md': '\uFEFFROOT_RULE\n',
    'packages/CLAUDE.md': 'PACKAGES_RULE, see @more.md\n',
    'packages/more.md': 'MORE_RULE\n',
    'packages/web/AGENTS.md': 'WEB_RULE\n',
    'packages/web/a.txt': 'a\n',
  })
  execFileSync('git', ['init', '-q'], { cwd: repository.folder })
  const { requests } = await playCalls(await temporaryFolder(), repository.at('packages/web'), [])
  const system = String(requests[0]?.messages[0]?.content)
  const places = ['ROOT_RULE', 'PACKAGES_RULE', 'MORE_RULE', 'WEB_RULE'].map((rule) => system.indexOf(rule))
  expect(places.every((at) => at >= 0)).toBe(true)
  expect([...places].sort((a, b) => a - b)).toEqual(places)
  expect(system).toContain('../../AGENTS.md')
})

test('git means paths as the project does, in a subfolder of the repository, too', async () => {
  const repository = await temporaryProject({ 'packages/web/src/a.txt': 'a\n', 'packages/api/b.txt': 'b\n' })
  const setUp = (...args: string[]) => execFileSync('git', args, { cwd: repository.folder })
  for (const args of [
    ['init', '-q'],
    ['config', 'user.name', 'Ada'],
    ['config', 'user.email', 'ada@example.com'],
  ])
    setUp(...args)
  setUp('add', '-A')
  setUp('commit', '-qm', 'First')
  await repository.write('packages/web/src/a.txt', 'changed\n')
  const git = (...args: string[]) => ({ tool: 'git', arguments: { args } })
  const { results } = await playCalls(await temporaryFolder(), repository.at('packages/web'), [
    git('status', '--short', 'src'),
    git('diff', '--stat', '--', 'src/a.txt'),
    git('ls-files'),
    git('blame', '-s', 'HEAD', '--', 'src/a.txt'),
    git('commit', '-m', 'Second', 'src/a.txt'),
    git('log', '--format=%s', '--', 'src/a.txt'),
    git('grep', '-n', 'changed'),
  ])
  expect(results).toEqual([
    ' M src/a.txt',
    expect.stringContaining('1 file changed'),
    'src/a.txt',
    expect.stringMatching(/\) a$/),
    expect.stringContaining('1 file changed'),
    'Second\nFirst',
    'src/a.txt:1:changed',
  ])
})

test('without a repository nothing above the project is read', async () => {
  const outer = await temporaryProject({ 'AGENTS.md': 'OUTER_RULE\n', 'inner/a.txt': 'a\n' })
  const { requests } = await playCalls(await temporaryFolder(), outer.at('inner'), [])
  expect(JSON.stringify(requests[0])).not.toContain('OUTER_RULE')
})

test('a path through a link that leads into the project is inside of it', async () => {
  const project = await temporaryProject({ 'src/a.txt': 'inside\n' })
  const other = await temporaryProject({ 'secret.txt': 'outside\n' })
  const links = await temporaryFolder()
  const link = join(links, 'project')
  await mkdir(links, { recursive: true })
  await symlink(project.folder, link)
  await symlink(other.folder, join(links, 'other'))
  const { results } = await playCalls(await temporaryFolder(), link, [
    { tool: 'read_file', arguments: { path: join(link, 'src/a.txt') } },
    { tool: 'write_file', arguments: { path: join(link, 'new/b.txt'), content: 'b\n' } },
    { tool: 'read_file', arguments: { path: join(links, 'other/secret.txt') } },
  ])
  expect(results[0]).toBe('inside')
  expect(results[1]).toContain('Wrote the new file new/b.txt')
  expect(await readFile(project.at('new/b.txt'), 'utf8')).toBe('b\n')
  expect(results[2]).toMatch(/outside the project folder/)
})
