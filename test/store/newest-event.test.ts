import { copyFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newestEventFile, readNewestEvent } from '../../src-main/store/log/newest-event.ts'
import { openStore } from '../../src-main/store/open-store.ts'
import { fill, notes, sampleRun, temporaryFolder } from './sample-store.ts'

const written = notes(0, 60, 'so that it fills more than one page '.repeat(20))

/** A database with a part of a run in its own file, and the rest in its log, as a killed process leaves it. */
function killed() {
  const file = join(temporaryFolder(), 'a.db')
  const first = openStore(file)
  fill(first)
  first.runs.create(sampleRun('run_1'), 'host_1')
  first.events.append('run_1', written.slice(0, 10))
  first.close()
  const store = openStore(file)
  for (const event of written.slice(10)) store.events.append('run_1', [event])
  const copy = join(temporaryFolder(), 'a.db')
  for (const end of ['', '-wal', '-newest']) copyFileSync(`${file}${end}`, `${copy}${end}`)
  store.close()
  return copy
}

test('the end of a log that was stored and is not there counts as damaged, from then on', () => {
  const file = killed()
  rmSync(`${file}-wal`)
  for (const time of ['first', 'second']) {
    const store = openStore(file)
    expect([time, store.events.verify('run_1')]).toEqual([time, { ok: false, damagedAt: 10 }])
    const read = store.events.read('run_1', -1)
    expect(read.slice(0, 10)).toEqual(written.slice(0, 10))
    expect(read).toHaveLength(60)
    expect(store.runs.get('run_1')?.damaged).toBe('log')
    expect(() => store.events.append('run_1', notes(60, 1))).toThrow('damaged')
    store.close()
  }
})

test('a log that was cut in the middle of a write is noticed, wherever it was cut', () => {
  for (const share of [0.2, 0.5, 0.9]) {
    const file = killed()
    truncateSync(`${file}-wal`, Math.floor(share * 60 * 8000))
    const store = openStore(file)
    expect([share, store.events.verify('run_1').ok]).toEqual([share, false])
    store.close()
  }
})

test('a run that is lost as a whole is noticed', () => {
  const file = join(temporaryFolder(), 'a.db')
  const first = openStore(file)
  fill(first)
  first.close()
  const copy = join(temporaryFolder(), 'a.db')
  copyFileSync(file, copy)
  const store = openStore(file)
  store.runs.create(sampleRun('run_1'), 'host_1')
  store.events.append('run_1', written.slice(0, 1))
  copyFileSync(newestEventFile(file), newestEventFile(copy))
  store.close()
  const lost = openStore(copy)
  expect(lost.damage.list()).toEqual([{ table: 'newest', key: 'run_1' }])
  lost.close()
})

test('nothing is noticed while nothing is lost, of writes that were undone, or by a note that is damaged', () => {
  const file = killed()
  const store = openStore(file)
  expect(() =>
    store.transaction(() => {
      store.events.append('run_1', notes(60, 1))
      throw new Error('undone')
    }),
  ).toThrow('undone')
  expect(readNewestEvent(newestEventFile(file))).toMatchObject({ runId: 'run_1', seq: 59 })
  store.close()
  const again = openStore(file)
  expect([again.damage.list(), again.events.verify('run_1')]).toEqual([[], { ok: true }])
  again.close()
  rmSync(`${file}-wal`, { force: true })
  writeFileSync(newestEventFile(file), '{"runId":"run_1","seq":70,"hash":"0"}')
  const third = openStore(file)
  expect(third.damage.list()).toEqual([])
  third.close()
})
