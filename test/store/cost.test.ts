import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { migrations } from '../../src-main/store/database/migrations.ts'
import { openDatabase } from '../../src-main/store/database/open-database.ts'
import { conversationId, fill, notes, projectId, sampleRun, temporaryFolder, temporaryStore } from './sample-store.ts'

// Costs are shown by what SQLite plans to touch, not by a clock.
const planRow = z.object({ detail: z.string() })

test('opening lists never reads a log, and every list goes by an index', () => {
  const database = openDatabase(join(temporaryFolder(), 'a.db'), migrations)
  const plans = [
    "SELECT * FROM conversations WHERE project_id = 'p' AND deleted_at IS NULL ORDER BY updated_at DESC, id DESC",
    "SELECT record FROM runs WHERE conversation_id = 'c' ORDER BY number",
    "SELECT record FROM runs WHERE project_id = 'p' ORDER BY number DESC LIMIT 5",
    "SELECT sum(cost) FROM runs WHERE conversation_id = 'c'",
    "SELECT * FROM turns WHERE conversation_id = 'c' ORDER BY number",
    "SELECT text FROM events WHERE run_id = 'r' AND seq > 5 ORDER BY seq",
  ].map((sql) => database.all(planRow, `EXPLAIN QUERY PLAN ${sql}`).map((each) => each.detail))
  database.close()
  for (const plan of plans) expect(plan[0]).toMatch(/^SEARCH \w+ USING (COVERING )?INDEX/)
})

test('100,000 events are appended and read back whole', () => {
  const store = temporaryStore()
  fill(store)
  store.runs.create(sampleRun('run_1'), 'host_1')
  for (let from = 0; from < 100_000; from += 1000) store.events.append('run_1', notes(from, 1000))
  expect(store.events.count('run_1')).toBe(100_000)
  expect(store.events.read('run_1', 99_997)).toEqual(notes(99_998, 2))
  expect(store.events.verify('run_1')).toEqual({ ok: true })
  expect(store.conversations.list(projectId)[0]?.id).toBe(conversationId)
})
