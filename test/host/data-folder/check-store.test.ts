import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { checkStore } from '../../../src-main/host/upkeep/check-store.ts'
import { migrations } from '../../../src-main/store/database/migrations.ts'
import { openDatabase } from '../../../src-main/store/database/open-database.ts'
import { openStore } from '../../../src-main/store/open-store.ts'
import { fill, notes, sampleRun, temporaryFolder } from '../../store/sample-store.ts'

test('damage is marked in the lists before anybody comes to the damaged place (T40)', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const file = join(temporaryFolder(), 'a.db')
  const store = openStore(file)
  onTestFinished(store.close)
  fill(store)
  store.runs.create(sampleRun('run_1', { status: 'completed' }), 'host_1')
  store.runs.create(sampleRun('run_2', { status: 'completed' }), 'host_1')
  for (const run of ['run_1', 'run_2']) store.events.append(run, notes(0, 1200, 'one'))
  const database = openDatabase(file, migrations)
  database.run("UPDATE events SET text = replace(text, 'one', 'two') WHERE run_id = 'run_1' AND seq = 1100")
  database.close()
  expect(store.conversations.list('proj_1').some(({ damaged }) => damaged)).toBe(false)

  const end = checkStore(store)
  vi.advanceTimersByTime(60_000)
  end()
  expect(store.damage.list()).toEqual([{ table: 'events', key: 'run_1' }])
  expect(store.runs.list(null, 10).map(({ id, damaged }) => [id, damaged])).toEqual([
    ['run_2', undefined],
    ['run_1', 'log'],
  ])
  expect(store.conversations.list('proj_1')).toMatchObject([{ damaged: true }])
})
