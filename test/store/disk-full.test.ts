import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { migrations } from '../../src-main/store/database/migrations.ts'
import { openDatabase } from '../../src-main/store/database/open-database.ts'
import { eventTable } from '../../src-main/store/log/events.ts'
import { conversationTable } from '../../src-main/store/tables/conversations.ts'
import { projectTable } from '../../src-main/store/tables/projects.ts'
import { runTable } from '../../src-main/store/tables/runs.ts'
import { turnTable } from '../../src-main/store/tables/turns.ts'
import { FailureError } from '../../src-shared/base/failure.ts'
import { conversationId, note, notes, projectId, sampleRun, temporaryFolder } from './sample-store.ts'

test('a full disk is told in words, takes nothing that was written, and writing goes on once there is room (T4)', () => {
  const database = openDatabase(join(temporaryFolder(), 'a.db'), migrations)
  projectTable(database).save({ id: projectId, folder: '/p', name: 'p', openedAt: 1 })
  conversationTable(database).create({ id: conversationId, projectId, title: 't', createdAt: 1 })
  turnTable(database).create({ id: 'turn_1', conversationId, parentId: null, message: 'm', createdAt: 1 })
  runTable(database).create(sampleRun('run_1'), 'host_1')
  const events = eventTable(database, { set: () => undefined })
  const long = 'x'.repeat(3000)
  const before = database.get(pageCount, 'PRAGMA page_count')?.page_count ?? 0
  // SQLite answers as it does on a full disk once a file may not grow.
  for (let room = 1; room <= 30; room++) {
    database.get(maxPageCount, `PRAGMA max_page_count = ${before + room}`)
    const failure = fillUp(() =>
      database.transaction(() => events.append('run_1', [note(events.count('run_1'), long)])),
    )
    expect(failure).toMatchObject({ kind: 'store-failed', message: expect.stringContaining('full') })
    expect(events.verify('run_1')).toEqual({ ok: true })
  }
  const count = events.count('run_1')
  expect(count).toBeGreaterThan(20)
  expect(events.read('run_1', -1)).toEqual(notes(0, count, long))
  database.close()
})

const pageCount = z.object({ page_count: z.number() })
const maxPageCount = z.object({ max_page_count: z.number() })

function fillUp(write: () => void) {
  for (;;) {
    try {
      write()
    } catch (thrown) {
      if (thrown instanceof FailureError) return thrown.failure
      throw thrown
    }
  }
}
