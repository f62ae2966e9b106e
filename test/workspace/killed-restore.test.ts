import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { snapshotProject } from './snapshot-project.ts'

const program = fileURLToPath(new URL('./restoring-process.ts', import.meta.url))
const files = 200

test('a restore that is killed can be done again, and undone, and leaves nothing behind (T12)', async () => {
  const project = snapshotProject()
  const writeAll = (text: string) => {
    for (let at = 0; at < files; at++) project.write(`f${at}`, `${text} ${at}`)
  }
  writeAll('old')
  const old = await project.snapshots.snapshot()
  const oldState = project.state()
  writeAll('new')
  project.write('added', 'a')
  const now = await project.snapshots.snapshot()
  const newState = project.state()

  const restored = (at: number) => readFileSync(join(project.folder, `f${at}`), 'utf8').startsWith('old')
  const moments = [() => readdirSync(project.store).some((name) => name.startsWith('restore-')), () => restored(0)]
  moments.push(() => restored(150))
  let killed = 0
  for (const reached of moments) {
    const child = spawn(process.execPath, [program, project.store, project.folder, old.id], { stdio: 'ignore' })
    let ended = false
    const end = new Promise<void>((resolve) => {
      child.on('close', () => {
        ended = true
        resolve()
      })
    })
    while (!ended && !reached()) await setImmediate()
    child.kill('SIGKILL')
    await end
    killed += child.signalCode === 'SIGKILL' ? 1 : 0
    await project.snapshots.restore(now.id)
    expect(project.state()).toEqual(newState)
  }
  expect(killed).toBeGreaterThanOrEqual(2)
  await project.snapshots.restore(old.id)
  expect(project.state()).toEqual(oldState)
  expect(readdirSync(project.store).filter((name) => /^(restore|index)-/.test(name))).toEqual([])
}, 60_000)
