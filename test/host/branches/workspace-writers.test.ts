import { join } from 'node:path'
import { expect, test } from 'vitest'
import { crossProcessLocks } from '../../../src-main/host/workspaces/write-lock.ts'
import { openStore } from '../../../src-main/store/open-store.ts'
import { createReadWriteLock } from '../../../src-main/tools/read-write-lock.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'

/** Hosts on one data folder, as several processes are; those in `alive` have not died. */
async function hosts() {
  const file = join(await temporaryFolder(), 'stratagem.db')
  const alive = new Set(['one', 'two'])
  const lease = {
    alive: (id: string | null) => id !== null && alive.has(id),
    settled: () => Promise.resolve(),
    others: () => [],
    close: () => undefined,
  }
  const open = (id: string) => {
    const store = openStore(file)
    return { store, turns: crossProcessLocks({ store, lease, id })('place', createReadWriteLock()) }
  }
  const [one, two] = [open('one'), open('two')]
  const close = () => {
    one.store.close()
    two.store.close()
  }
  return { one: one.turns, two: two.turns, alive, close }
}
const never = new AbortController().signal

test('what writes in one process waits for what writes in another, and reading waits for nobody', async () => {
  const { one, two, close } = await hosts()
  const order: string[] = []
  const first = await one.take('write', never)
  const second = two.take('write', never).then((giveBack) => {
    order.push('second writes')
    giveBack?.()
  })
  const reading = await two.take('read', AbortSignal.abort())
  expect(reading).toBeNull()
  order.push('first ends')
  first?.()
  await second
  expect(order).toEqual(['first ends', 'second writes'])
  const again = await one.take('write', never)
  again?.()
  close()
})

test('one that waits gives up when it is stopped, and what a dead process held is free', async () => {
  const { one, two, alive, close } = await hosts()
  await one.take('write', never)
  const stop = new AbortController()
  const waits = two.take('write', stop.signal)
  stop.abort()
  expect(await waits).toBeNull()
  alive.delete('one')
  const taken = await two.take('write', never)
  expect(taken).not.toBeNull()
  taken?.()
  close()
})
