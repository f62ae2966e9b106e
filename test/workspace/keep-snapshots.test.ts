import { execFileSync } from 'node:child_process'
import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSnapshots } from '../../src-main/workspace/snapshots/snapshots.ts'
import { snapshotProject, userGit } from './snapshot-project.ts'

const day = 24 * 3600
/** As if the app had last handed a snapshot out so many days ago. */
function age(store: string, ids: readonly string[], days: number): void {
  const then = Date.now() / 1000 - days * day
  for (const id of ids) utimesSync(join(store, 'refs', 'snapshots', id), then, then)
}
/** Refs that were packed have the time of their pack: they are old when it is. */
function agePacked(store: string): void {
  const then = Date.now() / 1000 - 8 * day
  utimesSync(join(store, 'packed-refs'), then, then)
}
const refs = (store: string) => readdirSync(join(store, 'refs', 'snapshots')).sort()

test('what no run names is let go of after a day; what one names, or was just taken, stays (T13)', async () => {
  const project = snapshotProject({ a: '0' })
  const ids: string[] = []
  for (let at = 0; at < 4; at++) {
    project.write('a', String(at))
    ids.push((await project.snapshots.snapshot()).id)
  }
  const [named = '', old = '', young = ''] = ids
  age(project.store, [named, old], 8)
  await project.snapshots.keepOnly([named])
  expect([...(await project.snapshots.kept())].sort()).toEqual(ids.filter((id) => id !== old).sort())
  // Handed out again it is young again, also by a store whose refs were packed.
  agePacked(project.store)
  project.write('a', '2')
  expect((await project.snapshots.snapshot()).id).toBe(young)
  await project.snapshots.keepOnly([])
  expect(await project.snapshots.kept()).toContain(young)
  await project.snapshots.restore(named)
  expect(project.read('a')).toBe('0')
})

test('what another process let go of meanwhile is made anew, watched or not (T13)', async () => {
  const project = snapshotProject({ a: '0', 'src/b': 'b' })
  const other = openSnapshots({ store: project.store, project: project.folder })
  const letGo = async (id: string) => {
    await other.forget([id])
    execFileSync('git', ['--git-dir', project.store, 'reflog', 'expire', '--expire=now', '--all'])
    execFileSync('git', ['--git-dir', project.store, 'prune', '--expire=now'])
  }
  const restorable = async (id: string) => {
    project.write('a', 'other')
    await project.snapshots.restore(id)
    expect([project.read('a'), project.read('src/b')]).toEqual(['0', 'b'])
  }
  const first = await project.snapshots.snapshot()
  await letGo(first.id)
  expect(await project.snapshots.snapshot()).toEqual(first)
  await restorable(first.id)

  const stop = project.snapshots.watch()
  onTestFinished(() => project.snapshots.close())
  await project.snapshots.snapshot()
  await letGo(first.id)
  project.write('c', 'c')
  const next = await project.snapshots.snapshot()
  await restorable(next.id)
  expect(project.read('c')).toBe('c')
  stop()
})

test('a thousand branches: the store keeps what they name and no more (T13)', async () => {
  const project = snapshotProject({ a: '0', 'src/b': 'b' })
  const first = await project.snapshots.snapshot()
  const git = (input: string, ...args: string[]) =>
    execFileSync('git', ['--git-dir', project.store, ...args], { input, encoding: 'utf8' }).trim()
  // As a thousand runs would leave them, without running them.
  const made = Array.from({ length: 1000 }, (_, at) => {
    const note = JSON.stringify({ version: 1, notCovered: [`${at}/`] })
    return { at, note }
  })
  const tree = git('', 'rev-parse', `${first.id}^{tree}`)
  const stream = made.map(({ at, note }) => {
    const head = `commit refs/snapshots/${at}\nauthor S <s> 0 +0000\ncommitter S <s> 0 +0000\n`
    return `${head}data ${Buffer.byteLength(note)}\n${note}\nM 040000 ${tree} \n`
  })
  git(stream.join(''), 'fast-import', '--quiet', '--force')
  const ids = git('', 'for-each-ref', '--format=%(objectname)', 'refs/snapshots').split('\n')
  const changes = ids.map((id) => `create refs/snapshots/${id} ${id}\n`).filter((line) => !line.includes(first.id))
  const drops = made.map(({ at }) => `delete refs/snapshots/${at}\n`)
  git([...changes, ...drops].join(''), 'update-ref', '--stdin')
  age(project.store, refs(project.store), 8)

  const named = ids.filter((_, at) => at % 2 === 0)
  await project.snapshots.keepOnly(named)
  expect([...(await project.snapshots.kept())].sort()).toEqual([...named].sort())
  agePacked(project.store)
  await project.snapshots.keepOnly(named.slice(0, 10))
  expect(await project.snapshots.kept()).toHaveLength(10)
  project.write('a', 'later')
  await project.snapshots.restore(named[3] ?? '')
  expect(project.read('a')).toBe('0')
}, 60_000)

test("a project's snapshots are whole after its repository was packed and pruned, and they borrow nothing of it", async () => {
  const project = snapshotProject({ 'a.txt': 'one' })
  userGit(project.folder, 'init', '-q')
  userGit(project.folder, 'add', '.')
  userGit(project.folder, 'commit', '-qm', 'first')
  const first = await project.snapshots.snapshot()
  project.write('a.txt', 'two')
  userGit(project.folder, 'commit', '-qam', 'second', '--amend')
  userGit(project.folder, 'reflog', 'expire', '--expire=now', '--all')
  userGit(project.folder, 'gc', '-q', '--prune=now')
  await project.snapshots.keepOnly([first.id])
  await project.snapshots.restore(first.id)
  expect(project.read('a.txt')).toBe('one')
  expect(readdirSync(join(project.store, 'objects', 'info'))).not.toContain('alternates')
})
