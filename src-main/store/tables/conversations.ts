import { z } from 'zod'
import type { Conversation, Run } from '../../../src-shared/run/conversation.ts'
import { choiceLabel } from '../../../src-shared/strategy/strategy-info.ts'
import type { DamageNote } from '../database/damage-notes.ts'
import type { Database } from '../database/database.ts'
import { digestColumn } from '../database/row-digests.ts'
import { conversationRow } from '../database/rows.ts'
import type { ConversationTable } from '../store.ts'
import { findRuns, runColumns } from './run-rows.ts'

// Few logs are damaged, however many runs there are: start from those; CROSS JOIN keeps the order.
const columns = `id, project_id AS projectId, title, created_at AS createdAt, updated_at AS updatedAt,
  status, strategy, cost, turns, changes, deleted_at AS deletedAt, ${digestColumn('conversations')},
  (SELECT mark FROM conversation_marks m WHERE m.conversation_id = conversations.id) AS mark,
  (SELECT max(0, CASE WHEN json_valid(r.record) THEN coalesce(json_extract(r.record, '$.durationMs'), 0)
      - coalesce(json_extract(r.record, '$.totals.waitingMs'), 0) END)
    FROM runs r WHERE r.conversation_id = conversations.id AND r.deleted = 0 ORDER BY r.number DESC LIMIT 1) AS workMs,
  (SELECT CASE WHEN json_valid(r.record) THEN json_extract(r.record, '$.totals.cost') END
    FROM runs r WHERE r.conversation_id = conversations.id AND r.deleted = 0 ORDER BY r.number DESC LIMIT 1) AS runCost,
  EXISTS (SELECT 1 FROM damaged_logs d CROSS JOIN runs r ON r.id = d.run_id WHERE r.conversation_id = conversations.id)
    AS logDamaged`

// Goes through all turns: for the list, not for each change of a run.
const branches = `(SELECT count(*) FROM turns t WHERE t.conversation_id = conversations.id AND t.deleted_by IS NULL
    AND NOT EXISTS (SELECT 1 FROM turns a WHERE a.parent_id = t.id AND a.deleted_by IS NULL)) AS branches`

export function conversationTable(database: Database): ConversationTable {
  const damagedIds = damagedConversations(database)
  const find = (sql: string, ...values: string[]) => findConversations(database, damagedIds, sql, ...values)
  const get: ConversationTable['get'] = (id) => find(`SELECT ${columns} FROM conversations WHERE id = ?`, id)[0]
  return {
    list: (projectId) =>
      find(
        `SELECT ${columns}, ${branches} FROM conversations WHERE project_id = ? AND deleted_at IS NULL
         ORDER BY updated_at DESC, id DESC`,
        projectId,
      ),
    get,
    ofDamage: (note) => {
      const id = conversationOf(database, note)
      return id === null ? undefined : get(id)
    },
    create: (row) => {
      database.run(
        'INSERT INTO conversations (id, project_id, title, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
        row.id,
        row.projectId,
        row.title,
        row.createdAt,
        row.createdAt,
      )
      const made = get(row.id)
      if (!made) throw new Error(`conversation ${row.id} was not written`)
      return made
    },
    rename: (id, title) => {
      database.run('UPDATE conversations SET title = ? WHERE id = ?', title, id)
    },
    mark: (id, mark) => {
      if (mark === null) database.run('DELETE FROM conversation_marks WHERE conversation_id = ?', id)
      else database.run('INSERT OR REPLACE INTO conversation_marks (conversation_id, mark) VALUES (?, ?)', id, mark)
    },
    listWith: (run) => writeShown(database, run),
    setDeleted: (id, deletedAt) => {
      database.run('UPDATE conversations SET deleted_at = ? WHERE id = ?', deletedAt, id)
    },
  }
}

/** Damaged ones are marked. */
function findConversations(
  database: Database,
  damagedIds: () => ReadonlySet<string>,
  sql: string,
  ...values: string[]
): Conversation[] {
  const found = database.rows('conversations', conversationRow, sql, ...values)
  const damaged = damagedIds()
  return found.flatMap(({ row, whole }) => {
    if (row === null) return []
    const { logDamaged, mark, ...unmarked } = row
    const conversation = mark === null ? unmarked : { ...unmarked, mark }
    const marked = !whole || logDamaged === 1 || damaged.has(row.id)
    return [marked ? { ...conversation, damaged: true as const } : conversation]
  })
}

/** A turn was added: call in the transaction that writes it. */
export function noteTurn(database: Database, conversationId: string, at: number): void {
  database.run(
    'UPDATE conversations SET turns = turns + 1, updated_at = max(updated_at, ?) WHERE id = ?',
    at,
    conversationId,
  )
}

/** Turns were deleted or restored: call in the same transaction. The cost stays, since the money was spent. */
export function noteDeletion(database: Database, conversationId: string): void {
  const latest = findRuns(database, latestRun, conversationId)[0]?.run
  database.run(
    `UPDATE conversations SET status = ?, strategy = ?, changes = ?,
       turns = (SELECT count(*) FROM turns WHERE conversation_id = conversations.id AND deleted_by IS NULL) WHERE id = ?`,
    latest?.status ?? null,
    latest === undefined ? null : choiceLabel(latest.strategy),
    latest?.changes ? JSON.stringify(latest.changes) : null,
    conversationId,
  )
}
const latestRun = `SELECT ${runColumns} FROM runs WHERE conversation_id = ? AND deleted = 0 ORDER BY number DESC LIMIT 1`

function writeShown(database: Database, { status, strategy, changes, conversationId }: Run): void {
  database.run(
    'UPDATE conversations SET status = ?, strategy = ?, changes = ? WHERE id = ?',
    status,
    choiceLabel(strategy),
    changes && JSON.stringify(changes),
    conversationId,
  )
}

/**
 * A run was written: call in the same transaction. Status, strategy and changes are the latest run's that is not
 * deleted, cost is the sum of all known ones.
 * @param before the run's cost before; ignored while the run is new
 */
export function noteRun(database: Database, run: Run, before: number | null): void {
  const at = run.endedAt ?? run.startedAt
  database.run('UPDATE conversations SET updated_at = max(updated_at, ?) WHERE id = ?', at, run.conversationId)
  noteCost(database, run, before)
  database.run(
    `UPDATE conversations SET status = ?, strategy = ?, changes = ? WHERE id = ?
       AND ? = (SELECT id FROM runs WHERE conversation_id = conversations.id AND deleted = 0 ORDER BY number DESC LIMIT 1)`,
    run.status,
    choiceLabel(run.strategy),
    run.changes && JSON.stringify(run.changes),
    run.conversationId,
    run.id,
  )
}

/** Adds the change of the run's cost instead of summing all runs; rounded, since sums of fractions aren't exact. */
function noteCost(database: Database, run: Run, before: number | null): void {
  const { cost } = run.totals
  if (cost !== null) {
    if (cost === (before ?? 0) && run.endedAt === null) return
    const more = cost - (before ?? 0)
    database.run(
      'UPDATE conversations SET cost = round(coalesce(cost, 0) + ?, 12) WHERE id = ?',
      more,
      run.conversationId,
    )
  } else if (before !== null && before !== 0)
    database.run(
      'UPDATE conversations SET cost = (SELECT sum(cost) FROM runs WHERE conversation_id = conversations.id) WHERE id = ?',
      run.conversationId,
    )
}

/** Ids of the conversations with damage found since the database was opened: in a row, a message, a run or a log. */
function damagedConversations(database: Database): () => ReadonlySet<string> {
  const ids = new Set<string>()
  const resolved = new Set<DamageNote>()
  return () => {
    for (const note of database.damage.list()) {
      if (resolved.has(note)) continue
      resolved.add(note)
      const id = conversationOf(database, note)
      if (id !== null) ids.add(id)
    }
    return ids
  }
}

/** The conversation that a damaged row belongs to; null if it belongs to none, or if that can't be read. */
function conversationOf(database: Database, { table, key }: DamageNote): string | null {
  if (table === 'conversations') return key
  const sql = owners.get(table)
  return sql === undefined ? null : (database.get(owner, sql, key)?.id ?? null)
}

const owner = z.object({ id: z.string() })
const ofTurn = 'SELECT conversation_id AS id FROM turns WHERE id = ?'
const ofRun = 'SELECT conversation_id AS id FROM runs WHERE id = ?'
const owners: ReadonlyMap<string, string> = new Map([
  ['turns', ofTurn],
  ['runs', ofRun],
  ['events', ofRun],
])
