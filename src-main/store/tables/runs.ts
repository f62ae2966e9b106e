import { z } from 'zod'
import { type Run, run as runShape } from '../../../src-shared/run/conversation.ts'
import type { Database } from '../database/database.ts'
import { olderHostLives } from '../database/older-hosts.ts'
import type { RunTable } from '../store.ts'
import { noteRun } from './conversations.ts'
import { addLooseLog } from './pack-log.ts'
import { findRuns, runColumns } from './run-rows.ts'
import { storeSlimRecord } from './slim-record.ts'
import { turnsUnder } from './turns.ts'

/** A run is stored as one JSON record; the other columns are for queries. */
export function runTable(database: Database): RunTable {
  return {
    get: (id) => findRuns(database, `SELECT ${runColumns} FROM runs WHERE id = ?`, id)[0]?.run,
    list: (projectId, limit) => list(database, projectId, limit),
    under: (turnId) =>
      findRuns(database, `SELECT ${runColumns} FROM runs WHERE turn_id IN (${turnsUnder}) ORDER BY number`, turnId).map(
        ({ run }) => run,
      ),
    withStatus: (statuses) =>
      // The substitute for an unreadable record must not overwrite it.
      findRuns(
        database,
        `SELECT ${runColumns} FROM runs WHERE status IN (SELECT value FROM json_each(?)) ORDER BY number`,
        JSON.stringify(statuses),
      ).flatMap(({ run, owner, readable }) => (readable ? [{ run, owner }] : [])),
    create: (run, owner) => database.transaction(() => create(database, run, owner)),
    save: (run) => database.transaction(() => save(database, run)),
    claim: (id, from, owner) =>
      database.run('UPDATE runs SET owner = ? WHERE id = ? AND owner IS ?', owner, id, from) === 1,
  }
}

function list(database: Database, projectId: string | null, limit: number): Run[] {
  const rows =
    projectId === null
      ? findRuns(database, `SELECT ${runColumns} FROM runs WHERE deleted = 0 ORDER BY number DESC LIMIT ?`, limit)
      : findRuns(
          database,
          `SELECT ${runColumns} FROM runs WHERE project_id = ? AND deleted = 0 ORDER BY number DESC LIMIT ?`,
          projectId,
          limit,
        )
  return rows.map(({ run }) => run)
}

function create(database: Database, run: Run, owner: string): void {
  database.run(
    `INSERT INTO runs (id, turn_id, conversation_id, project_id, status, cost, owner, record)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    run.id,
    run.turnId,
    run.conversationId,
    run.projectId,
    run.status,
    run.totals.cost,
    owner,
    recordOf(database, run),
  )
  noteRun(database, run, null)
}

function save(database: Database, run: Run): void {
  const before = database.get(costRow, 'SELECT cost FROM runs WHERE id = ?', run.id)
  const written = database.run(
    'UPDATE runs SET status = ?, cost = ?, record = ? WHERE id = ?',
    run.status,
    run.totals.cost,
    recordOf(database, run),
    run.id,
  )
  if (written !== 1) throw new Error(`run ${run.id} is not in the store`)
  if (run.endedAt !== null) addLooseLog(database, run.id)
  noteRun(database, run, before?.cost ?? null)
}

const costRow = z.object({ cost: z.number().nullable() })

/** Stores only what the schema names and accepts: writing a record that can't be read again is a bug here. */
function recordOf(database: Database, { damaged, ...run }: Run): string {
  // Damage found here is found again; only the record says what was imported.
  const stored = run.imported && damaged !== undefined ? { ...run, damaged } : run
  return olderHostLives(database) ? JSON.stringify(runShape.parse(stored)) : storeSlimRecord(database, stored)
}
