import type { z } from 'zod'
import type { Run, Turn } from '../../src-shared/conversation.ts'
import { noteDeletion, noteTurn } from './conversations.ts'
import type { Database } from './database.ts'
import { deletionRow, runRow, turnRow } from './rows.ts'
import type { TurnTable } from './store.ts'

const columns = `id, conversation_id AS conversationId, parent_id AS parentId, message, created_at AS createdAt,
  name, starred, archived`

/** A turn, by its id, and all that answers it. */
export const turnsUnder = `WITH RECURSIVE under(id) AS (
    SELECT ? UNION SELECT turns.id FROM turns JOIN under ON turns.parent_id = under.id
  ) SELECT id FROM under`

export function turnTable(database: Database): TurnTable {
  return {
    list: (conversationId) => {
      const byTurn = new Map<string, Run[]>()
      for (const { record } of database.all(
        runRow,
        'SELECT record, owner FROM runs WHERE conversation_id = ? AND deleted = 0 ORDER BY number',
        conversationId,
      ))
        byTurn.set(record.turnId, [...(byTurn.get(record.turnId) ?? []), record])
      return database
        .all(
          turnRow,
          `SELECT ${columns} FROM turns WHERE conversation_id = ? AND deleted_by IS NULL ORDER BY number`,
          conversationId,
        )
        .map((each) => turnOf(each, byTurn.get(each.id) ?? []))
    },
    get: (id) => {
      const found = database.get(turnRow, `SELECT ${columns} FROM turns WHERE id = ? AND deleted_by IS NULL`, id)
      if (!found) return undefined
      const runs = database.all(runRow, 'SELECT record, owner FROM runs WHERE turn_id = ? ORDER BY number', id)
      return turnOf(
        found,
        runs.map(({ record }) => record),
      )
    },
    create: (row) =>
      database.transaction(() => {
        database.run(
          `INSERT INTO turns (id, conversation_id, parent_id, message, created_at, name, starred, archived)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
          row.id,
          row.conversationId,
          row.parentId,
          row.message,
          row.createdAt,
          row.mark?.name ?? null,
          Number(row.mark?.starred ?? false),
          Number(row.mark?.archived ?? false),
        )
        noteTurn(database, row.conversationId, row.createdAt)
      }),
    mark: (id, { name, starred, archived }) =>
      database.transaction(() => {
        if (name !== undefined) database.run('UPDATE turns SET name = ? WHERE id = ?', name, id)
        if (starred !== undefined) database.run('UPDATE turns SET starred = ? WHERE id = ?', Number(starred), id)
        if (archived !== undefined) database.run('UPDATE turns SET archived = ? WHERE id = ?', Number(archived), id)
      }),
    conversationOf: (id) => database.get(deletionRow, deletion, id)?.conversationId,
    remove: (id, at) => database.transaction(() => remove(database, id, at)),
    restore: (id) => database.transaction(() => restore(database, id)),
  }
}

/** A turn that nobody marked says nothing of marks. */
function turnOf({ name, starred, archived, ...turn }: z.infer<typeof turnRow>, runs: Run[]): Turn {
  const isMarked = name !== null || starred !== 0 || archived !== 0
  return { ...turn, runs, ...(isMarked && { mark: { name, starred: starred !== 0, archived: archived !== 0 } }) }
}

const deletion =
  'SELECT conversation_id AS conversationId, parent_id AS parentId, deleted_by AS deletedBy FROM turns WHERE id = ?'

function remove(database: Database, id: string, at: number): void {
  const found = database.get(deletionRow, deletion, id)
  if (found?.deletedBy !== null) return
  // What was deleted before stays deleted by its own turn, and does not come back with this one.
  database.run(
    `UPDATE turns SET deleted_by = ?, deleted_at = ? WHERE deleted_by IS NULL AND id IN (${turnsUnder})`,
    id,
    at,
    id,
  )
  database.run('UPDATE runs SET deleted = 1 WHERE turn_id IN (SELECT id FROM turns WHERE deleted_by = ?)', id)
  noteDeletion(database, found.conversationId)
}

function restore(database: Database, id: string): boolean {
  const found = database.get(deletionRow, deletion, id)
  if (found?.deletedBy !== id) return false
  const parent = found.parentId === null ? undefined : database.get(deletionRow, deletion, found.parentId)
  if (parent !== undefined && parent.deletedBy !== null) return false
  database.run('UPDATE runs SET deleted = 0 WHERE turn_id IN (SELECT id FROM turns WHERE deleted_by = ?)', id)
  database.run('UPDATE turns SET deleted_by = NULL, deleted_at = NULL WHERE deleted_by = ?', id)
  noteDeletion(database, found.conversationId)
  return true
}
