import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../src-main/store/open-store.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'
import { startUnreaped } from '../kit/host/unreaped.ts'

const child = fileURLToPath(new URL('../kit/host/host-lock-child.ts', import.meta.url))

async function world() {
  const folder = await temporaryFolder()
  const file = join(folder, 'a.db')
  const store = openStore(file)
  onTestFinished(store.close)
  return { folder, file, hosts: store.hosts }
}

test('a lock is held for as long as its host lives, seen by every connection, and gone with it', async () => {
  const { folder, file, hosts } = await world()
  const other = openStore(file)
  onTestFinished(other.close)
  expect(hosts.isHeld('one')).toBeNull()
  const letGo = hosts.hold('one')
  expect([hosts.isHeld('one'), other.hosts.isHeld('one'), hosts.isHeld('one')]).toEqual([true, true, true])
  expect(other.hosts.locked()).toEqual(['one'])
  letGo()
  expect(hosts.isHeld('one')).toBeNull()
  expect(readdirSync(join(folder, 'hosts'))).toEqual([])
})

test('who looks at a lock does not hold it', async () => {
  const { folder, hosts } = await world()
  hosts.hold('any')()
  await writeFile(join(folder, 'hosts', 'left.lock'), '')
  for (let look = 0; look < 3; look++) expect(hosts.isHeld('left')).toBe(false)
  hosts.remove('left')
  expect(hosts.isHeld('left')).toBeNull()
})

test('where no lock can be made, a host goes without one', async () => {
  const { folder, hosts } = await world()
  await writeFile(join(folder, 'hosts'), 'a file in its place')
  hosts.hold('one')()
  expect([hosts.isHeld('one'), hosts.locked()]).toEqual([null, []])
})

test.skipIf(process.platform === 'win32')(
  'the lock of a killed process that nobody reaps is free at once, though the process is still listed',
  async () => {
    const { file, hosts } = await world()
    const holder = await startUnreaped([child, file, 'other'])
    await holder.until('held')
    expect(hosts.isHeld('other')).toBe(true)
    holder.kill()
    await expect.poll(() => hosts.isHeld('other')).toBe(false)
    expect(() => process.kill(holder.pid, 0)).not.toThrow()
  },
)
