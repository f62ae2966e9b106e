import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { gitEnvironment } from '../../src-main/workspace/git/git-environment.ts'
import { runProjectGit } from '../../src-main/workspace/git/project-git.ts'
import { readFreely } from '../kit/project/read-git.ts'
import { fingerprint, snapshotProject, userGit } from './snapshot-project.ts'

afterEach(() => vi.unstubAllEnvs())

const reading = (folder: string, ...args: string[]) =>
  runProjectGit({
    folder,
    args,
    reading: readFreely(),
    owner: 'a-test',
    signal: new AbortController().signal,
    limit: 100_000,
  })

function armedRepository() {
  const project = snapshotProject({ 'a.txt': 'one\n' })
  userGit(project.folder, 'init', '-q', '-b', 'trunk')
  userGit(project.folder, 'add', '.')
  userGit(project.folder, 'commit', '-qm', 'first')
  const marker = join(project.folder, '..', 'ran')
  const touch = `touch '${marker}'`
  project.write('.gitattributes', '*.txt filter=evil diff=evil\n')
  project.write('more.config', `[filter "evil"]\n\tprocess = ${touch}\n\trequired = true\n`)
  const armed = [
    ['core.fsmonitor', touch],
    ['core.pager', touch],
    ['pager.diff', touch],
    ['diff.external', touch],
    ['diff.evil.command', touch],
    ['diff.evil.textconv', touch],
    ['filter.evil.clean', `${touch}; cat`],
    ['filter.evil.smudge', `${touch}; cat`],
    ['gpg.program', touch],
    ['log.showSignature', 'true'],
    ['include.path', '../more.config'],
  ] as const
  for (const [name, value] of armed) userGit(project.folder, 'config', name, value)
  writeFileSync(join(project.folder, '.git', 'hooks', 'post-index-change'), `#!/bin/sh\n${touch}\n`, { mode: 0o755 })
  project.write('a.txt', 'two\n')
  return { project, marker }
}

test('reading commands answer, start no program the project names, and write nothing (T14, T25)', async () => {
  const { project, marker } = armedRepository()
  const before = fingerprint(join(project.folder, '.git'))
  const status = await reading(project.folder, 'status', '--porcelain')
  expect([status.code, status.output.toString()]).toEqual([0, ' M a.txt\n?? .gitattributes\n?? more.config\n'])
  const diff = await reading(project.folder, 'diff')
  expect(diff.output.toString()).toContain('-one\n+two\n')
  expect((await reading(project.folder, 'log', '-p', '--oneline', '--', 'a.txt')).output.toString()).toContain('first')
  expect((await reading(project.folder, 'show', 'HEAD')).output.toString()).toContain('+one')
  expect((await reading(project.folder, 'blame', 'a.txt')).code).toBe(0)
  expect((await reading(project.folder, 'stash', 'list')).code).toBe(0)
  expect(fingerprint(join(project.folder, '.git'))).toBe(before)
  expect(existsSync(marker)).toBe(false)
})

test('options by which a reading command would write or start something are refused, shortened too', async () => {
  const { project, marker } = armedRepository()
  const attempts = [
    ['diff', '--output=stolen'],
    ['diff', '--outp', 'stolen'],
    ['log', '-p', '--ext-diff'],
    ['show', '--ext', 'HEAD'],
    ['diff', '--textconv'],
    ['cat-file', '--textconv', 'HEAD:a.txt'],
    ['grep', '-Otouch', 'one'],
    ['grep', '--open-files-in-pager=touch', 'one'],
    ['-c', 'core.fsmonitor=touch', 'status'],
  ]
  for (const args of attempts) {
    const run = await reading(project.folder, ...args)
    expect(run.code).toBe(129)
    expect(run.trouble).toContain('not allowed')
  }
  expect(existsSync(join(project.folder, 'stolen'))).toBe(false)
  expect(existsSync(marker)).toBe(false)
  expect((await reading(project.folder, 'log', '--oneline', '--', '--output')).code).toBe(0)
})

test('long output is cut, and an abort ends the process', async () => {
  const { project } = armedRepository()
  const call = { folder: project.folder, args: ['log'], reading: readFreely(), owner: 'a-test' }
  const cut = await runProjectGit({ ...call, signal: new AbortController().signal, limit: 10 })
  expect([cut.output.length, cut.cut]).toEqual([10, true])
  const ended = await runProjectGit({ ...call, signal: AbortSignal.abort(), limit: 1000 })
  expect(ended.code).toBeNull()
})

test('keys and GIT_ variables do not reach git (T28)', async () => {
  vi.stubEnv('OPENAI_API_KEY', 'canary')
  vi.stubEnv('GIT_EXTERNAL_DIFF', 'canary')
  expect(JSON.stringify(gitEnvironment())).not.toContain('canary')
  const { project } = armedRepository()
  userGit(project.folder, 'config', 'alias.environment', '!env')
  const run = await runProjectGit({
    folder: project.folder,
    args: ['environment'],
    reading: null,
    owner: 'a-test',
    signal: new AbortController().signal,
    limit: 100_000,
  })
  expect(run.output.toString()).toContain('PATH=')
  expect(run.output.toString()).not.toContain('canary')
})

test('an abort ends what git started, too, although it ignores the polite signal (T11)', async () => {
  const { project } = armedRepository()
  const said = join(project.folder, 'pid')
  userGit(project.folder, 'config', 'alias.hang', `!trap '' TERM; echo $$ > '${said}'; while :; do sleep 1; done`)
  const stop = new AbortController()
  const running = runProjectGit({
    folder: project.folder,
    args: ['hang'],
    reading: null,
    owner: 'a-test',
    signal: stop.signal,
    limit: 10,
  })
  while (!existsSync(said) || readFileSync(said, 'utf8') === '') await setImmediate()
  stop.abort()
  expect((await running).code).toBeNull()
  const pid = Number(readFileSync(said, 'utf8'))
  while (isAlive(pid)) await setImmediate()
})

test('a partial clone fetches nothing while it is only read (T25)', async () => {
  const { project, marker } = armedRepository()
  userGit(project.folder, 'config', 'remote.origin.url', project.folder)
  userGit(project.folder, 'config', 'remote.origin.promisor', 'true')
  userGit(project.folder, 'config', 'remote.origin.uploadpack', `touch '${marker}'; git-upload-pack`)
  const missing = '0123456789012345678901234567890123456789'
  expect((await reading(project.folder, 'show', missing)).code).toBe(128)
  expect(existsSync(marker)).toBe(false)
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
