import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openLease } from '../../../src-main/host/data-folder/host-lease.ts'
import { openStore } from '../../../src-main/store/open-store.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'

const hour = 3_600_000

/** A store, and leases on it whose clocks the test sets. */
async function world() {
  const folder = await temporaryFolder()
  const store = openStore(join(folder, 'a.db'))
  onTestFinished(store.close)
  let [now, elapsed] = [Date.now(), 1000]
  const clock = { now: () => now, elapsed: () => elapsed }
  const lease = (id: string) => {
    const made = openLease(store, { id, url: `http://${id}`, shell: 'browser' }, clock, () => {})
    onTestFinished(made.close)
    return made
  }
  /** As another host of a process that is there left it. */
  const beats = (id: string, pid = process.pid) =>
    store.hosts.register({ id, pid, at: now, url: null, shell: 'electron' })
  return {
    folder,
    store,
    lease,
    beats,
    pass: (ms: number) => {
      now += ms
      elapsed += ms
    },
    setClock: (by: number) => {
      now += by
    },
  }
}

test('right after a sleep nobody is called dead, by a new process or by one that slept as well (T5, T8)', async () => {
  const { lease, beats, pass } = await world()
  const old = lease('old')
  beats('other')
  expect(old.alive('other')).toBe(true)
  pass(8 * hour)
  const fresh = lease('fresh')
  expect([old.alive('other'), fresh.alive('other')]).toEqual([true, true])
  // It wakes a little later than the others.
  pass(3000)
  expect([old.alive('other'), fresh.alive('other')]).toEqual([true, true])
  beats('other')
  pass(8 * hour)
  expect([old.alive('other'), fresh.alive('other')]).toEqual([true, true])
})

test.each([-24 * hour, 10 * 365 * 24 * hour])('a clock that is set by %d ms kills nobody (T8)', async (by) => {
  const { lease, beats, setClock } = await world()
  const me = lease('me')
  beats('other')
  expect(me.alive('other')).toBe(true)
  setClock(by)
  expect(me.alive('other')).toBe(true)
  expect(lease('fresh').alive('other')).toBe(true)
})

test('one whose process number is used again is dead once it was listened to in vain for long enough (T5)', async () => {
  const { lease, beats, pass } = await world()
  beats('other')
  const me = lease('me')
  for (let second = 0; second < 20; second++) {
    expect(me.alive('other')).toBe(true)
    pass(1000)
  }
  expect(me.alive('other')).toBe(false)
  // A beat that comes after all says that it lives.
  beats('other')
  expect(me.alive('other')).toBe(true)
})

test('one whose process was killed is dead at once, and its place in the list is cleared (T5)', async () => {
  const { store, lease, beats } = await world()
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  beats('other', child.pid)
  const me = lease('me')
  expect(me.alive('other')).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(me.alive('other')).toBe(false)
  expect(me.others()).toEqual([])
  expect(store.hosts.list().map(({ id }) => id)).toEqual(['me'])
})

test('one that holds its lock lives, however long it was silent; one whose lock is free is dead, whoever has its number', async () => {
  const { folder, store, lease, beats, pass } = await world()
  lease('other')
  beats('gone')
  const me = lease('me')
  await writeFile(join(folder, 'hosts', 'gone.lock'), '')
  // Killed before it came into the list.
  await writeFile(join(folder, 'hosts', 'early.lock'), '')
  expect([me.alive('other'), me.alive('gone')]).toEqual([true, false])
  for (let second = 0; second < 30; second++) {
    expect(me.alive('other')).toBe(true)
    pass(1000)
  }
  await me.settled()
  expect(me.others()).toEqual([{ shell: 'browser', url: 'http://other' }])
  expect(store.hosts.list().map(({ id }) => id)).toEqual(['other', 'me'])
  expect(store.hosts.locked().toSorted()).toEqual(['me', 'other'])
})

test('who must know waits until it is known, and at once where nobody was silent for long', async () => {
  const { lease, beats, pass } = await world()
  beats('other')
  beats('another')
  pass(1000)
  const me = lease('me')
  await me.settled()
  expect(me.others()).toHaveLength(2)
  me.close()
  pass(hour)
  const fresh = lease('fresh')
  // Of whom it is not known it is not said that he serves a window.
  expect(fresh.others()).toEqual([])
  const known = fresh.settled()
  beats('other')
  beats('another')
  await known
  expect(fresh.others()).toHaveLength(2)
})

test('whose place in the list was cleared by mistake is there again with its next beat', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { store, lease } = await world()
  lease('me')
  store.hosts.remove('me')
  vi.advanceTimersByTime(5000)
  expect(store.hosts.list().map(({ id }) => id)).toEqual(['me'])
})
