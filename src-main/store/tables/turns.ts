import type { z } from 'zod'
import type { Run, Turn } from '../../../src-shared/run/conversation.ts'
import type { Database } from '../database/database.ts'
import { digestColumn } from '../database/row-digests.ts'
import { countRow, deletionRow, idRow, turnRow } from '../database/rows.ts'
import type { TurnTable } from '../store.ts'
import { noteDeletion, noteTurn } from './conversations.ts'
import { findRuns, runColumns } from './run-rows.ts'

const columns = `id, conversation_id AS conversationId, parent_id AS parentId, message, created_at AS createdAt,
  name, starred, archived, ${digestColumn('turns')}`

/** A turn, by its id, and all that follow it. */
export const turnsUnder = `WITH RECURSIVE under(id) AS (
    SELECT ? UNION SELECT turns.id FROM turns JOIN under ON turns.parent_id = under.id
  ) SELECT id FROM under`

export function turnTable(database: Database): TurnTable {
  const get = (id: string): Turn | undefined => {
    const [found] = find(database, `SELECT ${columns} FROM turns WHERE id = ? AND deleted_by IS NULL`, id)
    if (!found) return undefined
    const runs = findRuns(database, `SELECT ${runColumns} FROM runs WHERE turn_id = ? ORDER BY number`, id)
    return turnOf(
      found,
      runs.map(({ run }) => run),
    )
  }
  return {
    list: (conversationId) => {
      const byTurn = new Map<string, Run[]>()
      const runs = findRuns(
        database,
        `SELECT ${runColumns} FROM runs WHERE conversation_id = ? AND deleted = 0 ORDER BY number`,
        conversationId,
      )
      for (const { run } of runs) byTurn.set(run.turnId, [...(byTurn.get(run.turnId) ?? []), run])
      const turns = find(
        database,
        `SELECT ${columns} FROM turns WHERE conversation_id = ? AND deleted_by IS NULL ORDER BY number`,
        conversationId,
      ).map((each) => turnOf(each, byTurn.get(each.row.id) ?? []))
      // A damaged index leaves rows out silently.
      const count = database.get(countRow, 'SELECT turns AS count FROM conversations WHERE id = ?', conversationId)
      if (count !== undefined && count.count !== turns.length) database.damage.note('turns', conversationId)
      // So does a run whose row says that it is deleted or belongs to another conversation.
      const known = new Set(turns.map(({ id }) => id))
      const listed = runs.filter(({ run }) => known.has(run.turnId)).length
      if (database.get(countRow, countRuns, conversationId)?.count !== listed)
        database.damage.note('runs', conversationId)
      return turns
    },
    end: (conversationId, most) => {
      const [newest] = find(database, newestTurn, conversationId)
      const turns: Turn[] = []
      let id = newest?.row.id ?? null
      while (id !== null && turns.length < most) {
        const turn = get(id)
        if (turn === undefined) break
        turns.push(turn)
        id = turn.parentId
      }
      return turns.reverse()
    },
    get,
    answers: (conversationId, parentId) => {
      const sql = parentId === null ? answersToNone : answersTo
      return database.all(idRow, sql, parentId ?? conversationId).map(({ id }) => id)
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

/** No turn follows the newest one yet, so it ends its branch. */
const newestTurn = `SELECT ${columns} FROM turns WHERE conversation_id = ? AND deleted_by IS NULL
  ORDER BY number DESC LIMIT 1`

const answersTo = 'SELECT id FROM turns WHERE parent_id = ? AND deleted_by IS NULL ORDER BY number'
const answersToNone =
  'SELECT id FROM turns WHERE conversation_id = ? AND parent_id IS NULL AND deleted_by IS NULL ORDER BY number'

interface FoundTurn {
  readonly row: z.infer<typeof turnRow>
  readonly whole: boolean
}

function find(database: Database, sql: string, id: string): FoundTurn[] {
  return database.rows('turns', turnRow, sql, id).flatMap(({ row, whole }) => (row === null ? [] : [{ row, whole }]))
}

/** A turn without marks stores none. */
function turnOf({ row: { name, starred, archived, ...turn }, whole }: FoundTurn, runs: Run[]): Turn {
  const isMarked = name !== null || starred !== 0 || archived !== 0
  const mark = { name, starred: starred !== 0, archived: archived !== 0 }
  return { ...turn, runs, ...(isMarked && { mark }), ...(!whole && { damaged: true as const }) }
}

const countRuns = `SELECT count(*) AS count FROM turns CROSS JOIN runs ON runs.turn_id = turns.id
  WHERE turns.conversation_id = ? AND turns.deleted_by IS NULL`

const deletion =
  'SELECT conversation_id AS conversationId, parent_id AS parentId, deleted_by AS deletedBy FROM turns WHERE id = ?'

function remove(database: Database, id: string, at: number): void {
  const found = database.get(deletionRow, deletion, id)
  if (found?.deletedBy !== null) return
  // Turns deleted earlier stay deleted by their own removal, and are not restored with this one.
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
