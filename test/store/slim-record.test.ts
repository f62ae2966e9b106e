import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openStore } from '../../src-main/store/open-store.ts'
import type { Run } from '../../src-shared/run/conversation.ts'
import { goldenEvents2 } from './golden-events.ts'
import { fill, projectId, sampleRun, temporaryFolder } from './sample-store.ts'

const [before, between, after] = ['a', 'b', 'c'].map((digit) => digit.repeat(40))

function world(more: Partial<Run> = {}) {
  const file = join(temporaryFolder(), 'a.db')
  const store = openStore(file)
  onTestFinished(store.close)
  fill(store)
  const raw = new Sqlite(file)
  onTestFinished(() => void raw.close())
  raw.function('row_digest', { varargs: true, deterministic: true }, () => 'by another program')
  const add = (id: string) => {
    const run = sampleRun(id, { status: 'completed', endedAt: 40, text: 'Done.', ...more })
    store.runs.create(run, 'host_1')
    store.events.append(id, goldenEvents2)
    return run
  }
  const record = (id: string) => z.string().parse(raw.prepare('SELECT record FROM runs WHERE id = ?').pluck().get(id))
  return { file, store, raw, add, record }
}

/** Opens the database anew, as another process does that has read nothing yet. */
function reopened(file: string) {
  const store = openStore(file)
  onTestFinished(store.close)
  return store
}

test.each<[string, Partial<Run>]>([
  ['a plain run', {}],
  [
    'one in a copy, which was forked',
    { workspaceId: 'copy_1', forkedFrom: { runId: 'run_0', path: '0', edited: true, copied: 3, ms: 4, messages: [] } },
  ],
  ['one that came from a file, with a damaged log', { imported: true, damaged: 'log' }],
  ['one that failed', { status: 'failed', failure: { kind: 'internal', message: 'It broke.', advice: 'Try again.' } }],
])('the record of an earlier version says the same in less when its log is packed: %s', (_, more) => {
  const { file, store, raw, add, record } = world(more)
  raw.exec("INSERT INTO older_hosts VALUES ('host_old')")
  store.hosts.register({ id: 'host_old', pid: 1, at: 1, url: null, shell: 'browser' })
  const run = add('run_1')
  const size = record('run_1').length
  expect(JSON.parse(record('run_1'))).toEqual(run)
  store.hosts.remove('host_old')
  store.looseLogs.pack('run_1')
  expect(store.runs.get('run_1')).toEqual(run)
  expect(reopened(file).runs.get('run_1')).toEqual(run)
  expect(store.turns.list(run.conversationId)[0]?.runs).toEqual([run])
  if (run.damaged === undefined) expect(record('run_1').length).toBeLessThan(size - 150)
  expect(store.allWhole('runs')).toBe(true)
})

test('what runs have in common is kept once', () => {
  const { store, raw, add } = world()
  add('run_0')
  const bodies = () => z.number().parse(raw.prepare('SELECT count(*) FROM bodies').pluck().get())
  const were = bodies()
  expect(were).toBe(1)
  for (const id of ['run_1', 'run_2', 'run_3']) add(id)
  for (const id of ['run_1', 'run_2', 'run_3']) store.looseLogs.pack(id)
  expect(bodies()).toBe(were)
})

test('the record of a run is slim from its start, and stays so', () => {
  const { file, store, record } = world()
  const run = sampleRun('run_1')
  store.runs.create(run, 'host_1')
  expect(record('run_1')).not.toContain('tool-loop')
  expect(reopened(file).runs.withStatus(['running'])).toEqual([{ run, owner: 'host_1' }])
  const ended: Run = { ...run, status: 'completed', endedAt: 40, changes: { files: 3, added: 2, removed: 1 } }
  store.runs.save(ended)
  expect(record('run_1')).not.toContain('tool-loop')
  expect(reopened(file).runs.get('run_1')).toEqual(ended)
})

test('a long answer is kept once, whatever becomes of its run, and comes back as it was', () => {
  const { file, store, raw, add, record } = world({ text: `${'long, with half a letter \ud83d. '.repeat(2000)}` })
  const run = add('run_1')
  const kept = () => z.number().parse(raw.prepare('SELECT count(*) FROM bodies').pluck().get())
  const were = kept()
  for (const added of [1, 2, 3]) store.runs.save({ ...run, changes: { files: 1, added, removed: 0 } })
  expect(kept()).toBe(were)
  expect(record('run_1').length).toBeLessThan(2000)
  expect(reopened(file).runs.get('run_1')?.text).toBe(run.text)
  raw.exec("UPDATE bodies SET text = replace(text, 'long', 'song') WHERE text LIKE '%half a letter%'")
  expect(reopened(file).runs.get('run_1')).toMatchObject({ text: '', endedAt: 40, damaged: 'record' })
})

test('nothing is done by a run whose setup is lost', () => {
  const { file, store, raw } = world()
  store.runs.create(sampleRun('run_1'), 'host_1')
  raw.exec('DELETE FROM bodies')
  expect(reopened(file).runs.withStatus(['running'])).toEqual([])
})

test('where what runs share is damaged, the rest of the run is shown, marked', () => {
  const { file, store, raw, add } = world()
  const run = add('run_1')
  store.looseLogs.pack('run_1')
  raw.exec("UPDATE bodies SET text = replace(text, 'tool-loop', 'tool-lop') WHERE text LIKE '%\"strategy\"%'")
  const later = reopened(file)
  expect(later.runs.get('run_1')).toMatchObject({ id: run.id, text: 'Done.', endedAt: 40, damaged: 'record' })
  expect(later.damage.list()).toContainEqual(expect.objectContaining({ table: 'bodies' }))
})

test.each(['status', 'turn_id', 'record'])('damage in the row of a packed run is noticed: %s', (what) => {
  const { file, store, raw, add } = world()
  add('run_1')
  store.looseLogs.pack('run_1')
  const triggers = z
    .array(z.string())
    .parse(raw.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'runs'").pluck().all())
  for (const name of triggers) raw.exec(`DROP TRIGGER ${name}`)
  raw.pragma('foreign_keys = OFF')
  if (what === 'status') raw.exec("UPDATE runs SET status = 'failed'")
  else if (what === 'turn_id') raw.exec("UPDATE runs SET turn_id = 'turn_2'")
  else raw.exec("UPDATE runs SET record = replace(record, 'Done.', 'Dome.')")
  expect(reopened(file).runs.get('run_1')?.damaged).toBe('record')
})

test('snapshots that a record names are named by it alone; all stay named', () => {
  const { store, raw, add } = world({ before: before ?? '', after: after ?? '' })
  add('run_1')
  for (const each of [before, between, after]) store.fileActs.keep('run_1', each ?? '')
  store.looseLogs.pack('run_1')
  expect(raw.prepare('SELECT snapshot FROM run_snapshots').pluck().all()).toEqual([between])
  expect(store.fileActs.snapshots(projectId, 0).toSorted()).toEqual([before, between, after])
})
