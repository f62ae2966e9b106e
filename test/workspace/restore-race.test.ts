import { linkSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { snapshotProject } from './snapshot-project.ts'

const files = 300
const nameOf = (at: number) => `f${String(at).padStart(3, '0')}`

test('what is written while a restore goes on stays, and is told of (T32)', async () => {
  const project = snapshotProject()
  const writeAll = (text: string) => {
    for (let at = 0; at < files; at++) project.write(nameOf(at), `${text} ${at}`)
  }
  writeAll('old')
  const old = await project.snapshots.snapshot()
  writeAll('new')
  for (let at = 0; at < files; at++) project.write(`gone/${nameOf(at)}`, 'added')

  let restored: Awaited<ReturnType<typeof project.snapshots.restore>> | null = null
  const work = project.snapshots.restore(old.id).then((done) => {
    restored = done
  })
  // From the moment on in which the first file is replaced, the ones that come last are typed into.
  while (project.read(nameOf(0)).startsWith('new')) await setImmediate()
  const typed: string[] = []
  for (let at = files - 1; at > files - 20 && restored === null; at--) {
    for (const path of [nameOf(at), `gone/${nameOf(at)}`]) {
      project.write(path, `typed into ${path}`)
      typed.push(path)
    }
    await setImmediate()
  }
  await work
  expect(typed.length).toBeGreaterThan(2)
  const unchanged = Object.keys(project.state()).filter((path) => project.read(path) === `typed into ${path}`)
  expect(unchanged.sort()).toEqual([...typed].sort())
  expect(restored).toMatchObject({ moved: expect.arrayContaining([nameOf(files - 1), `gone/${nameOf(files - 1)}`]) })
}, 30_000)

test('names of one file are restored both: that the first has gone is no change of the other', async () => {
  const project = snapshotProject({ one: 'a', two: 'a' })
  const first = await project.snapshots.snapshot()
  project.remove('two')
  project.write('one', 'other')
  linkSync(`${project.folder}/one`, `${project.folder}/two`)
  const done = await project.snapshots.restore(first.id)
  expect(done).toMatchObject({ written: ['one', 'two'], moved: [], leftAlone: [] })
  expect([project.read('one'), project.read('two')]).toEqual(['a', 'a'])
})
