import type { Run } from '../../src-shared/conversation.ts'
import { noteTurn } from './conversations.ts'
import type { Database } from './database.ts'
import { runRow, turnRow } from './rows.ts'
import type { TurnTable } from './store.ts'

const columns = 'id, conversation_id AS conversationId, parent_id AS parentId, message, created_at AS createdAt'

export function turnTable(database: Database): TurnTable {
  return {
    list: (conversationId) => {
      const byTurn = new Map<string, Run[]>()
      for (const { record } of database.all(
        runRow,
        'SELECT record, owner FROM runs WHERE conversation_id = ? ORDER BY number',
        conversationId,
      ))
        byTurn.set(record.turnId, [...(byTurn.get(record.turnId) ?? []), record])
      return database
        .all(turnRow, `SELECT ${columns} FROM turns WHERE conversation_id = ? ORDER BY number`, conversationId)
        .map((each) => ({ ...each, runs: byTurn.get(each.id) ?? [] }))
    },
    get: (id) => {
      const found = database.get(turnRow, `SELECT ${columns} FROM turns WHERE id = ?`, id)
      if (!found) return undefined
      const runs = database.all(runRow, 'SELECT record, owner FROM runs WHERE turn_id = ? ORDER BY number', id)
      return { ...found, runs: runs.map(({ record }) => record) }
    },
    create: (row) =>
      database.transaction(() => {
        database.run(
          'INSERT INTO turns (id, conversation_id, parent_id, message, created_at) VALUES (?, ?, ?, ?, ?)',
          row.id,
          row.conversationId,
          row.parentId,
          row.message,
          row.createdAt,
        )
        noteTurn(database, row.conversationId, row.createdAt)
      }),
  }
}
