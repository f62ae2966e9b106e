import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isOwnTemporary, temporaryName } from '../../src-main/workspace/snapshots/own-leftovers.ts'
import { toolBench } from '../tools/tool-kit.ts'
import { snapshotProject } from './snapshot-project.ts'

const program = fileURLToPath(new URL('./writing-process.ts', import.meta.url))
const leftIn = (folder: string) => (existsSync(folder) ? readdirSync(folder).filter(isOwnTemporary) : [])

test('what a killed write left behind is cleared by the next snapshot, and never a part of one', async () => {
  const project = snapshotProject({ 'a.txt': 'one\n' })
  const before = await project.snapshots.snapshot()
  const sub = join(project.folder, 'sub')
  const child = spawn(process.execPath, [program, project.folder], { stdio: 'ignore' })
  const end = new Promise((resolve) => child.on('close', resolve))
  while (leftIn(sub).length === 0) await setImmediate()
  child.kill('SIGSTOP')
  expect(leftIn(sub)).toHaveLength(1)
  // It is being written: it stays, and no snapshot has it.
  const during = await project.snapshots.snapshot()
  expect((await project.snapshots.changes(before.id, during.id)).files.map((each) => each.path)).not.toContainEqual(
    expect.stringContaining('.tmp'),
  )
  expect(leftIn(sub)).toHaveLength(1)
  child.kill('SIGKILL')
  await end
  const after = await project.snapshots.snapshot()
  expect(leftIn(sub)).toEqual([])
  expect((await project.snapshots.changes(during.id, after.id)).files).toEqual([])
})

test('one of a living process stays; one of another computer or an older version goes when it is old', async () => {
  const project = snapshotProject({ 'a.txt': 'one\n' })
  const [living, dead] = [temporaryName(), temporaryName().replace(String(process.pid), '999999999')]
  const elsewhere = '.stratagem-1-00000000-0123456789abcdef.tmp'
  const older = '.stratagem-0123456789abcdef.tmp'
  const theirs = '.stratagem-notes.tmp'
  for (const name of [living, dead, elsewhere, older, theirs]) project.write(`deep/${name}`, 'half')
  const first = await project.snapshots.snapshot()
  expect(readdirSync(join(project.folder, 'deep')).sort()).toEqual([living, elsewhere, older, theirs].sort())
  const twoDaysAgo = Date.now() / 1000 - 2 * 86_400
  for (const name of [living, elsewhere, older, theirs])
    utimesSync(join(project.folder, 'deep', name), twoDaysAgo, twoDaysAgo)
  const second = await project.snapshots.snapshot()
  expect(readdirSync(join(project.folder, 'deep'))).toEqual([theirs])
  const { files } = await project.snapshots.changes(first.id, second.id)
  expect(files).toEqual([])
})

test('it is not restored from an older snapshot that has one', async () => {
  const project = snapshotProject({ 'a.txt': 'one\n' })
  const name = '.stratagem-0123456789abcdef.tmp'
  project.write(name, 'half')
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: project.folder, env: { ...process.env, ...store }, encoding: 'utf8' }).trim()
  const store = { GIT_DIR: project.store, GIT_WORK_TREE: project.folder, GIT_INDEX_FILE: join(project.store, 'other') }
  const plain = await project.snapshots.snapshot()
  git('add', '-f', 'a.txt', name)
  const note = JSON.stringify({ version: 1, notCovered: [] })
  const who = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a' }
  Object.assign(store, who)
  const older = git('commit-tree', '-m', note, git('write-tree'))
  project.remove(name)
  const { written } = await project.snapshots.restore(older)
  expect([written, project.state()]).toEqual([[], { 'a.txt': expect.anything() }])
  await project.snapshots.restore(plain.id)
})

test('models are not shown one', async () => {
  const name = temporaryName()
  const bench = await toolBench({ 'a.txt': 'wanted\n', [name]: 'wanted\n', [`b/${name}`]: 'wanted\n' })
  mkdirSync(bench.project.at('c'))
  const calls = [
    ['list_directory', { depth: 2 }],
    ['find_files', { glob: '**' }],
    ['search_text', { pattern: 'wanted' }],
  ] as const
  for (const [tool, args] of calls) {
    const { result } = await bench.run(tool, args)
    expect([tool, result.text.includes('a.txt'), result.text.includes('.tmp')]).toEqual([tool, true, false])
  }
})
