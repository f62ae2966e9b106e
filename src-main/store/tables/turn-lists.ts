import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { digestColumn } from '../database/row-digests.ts'
import type { TurnListTable } from '../log-tables.ts'
import { turnsUnder } from './turns.ts'

const row = z.object({ list: z.string(), length: z.number() })

/** The list of every nth turn is kept, for branches that start further up. */
const stays = 32

export function turnListTable(database: Database): TurnListTable {
  return {
    get: (turnId) => {
      const sql = `SELECT list, length, ${digestColumn('turn_lists')} FROM turn_lists WHERE turn_id = ?`
      const [found] = database.rows('turn_lists', row, sql, turnId)
      if (found === undefined) return undefined
      if (found.whole && found.row !== null) return found.row
      // It is rebuilt from the logs.
      database.run('DELETE FROM turn_lists WHERE turn_id = ?', turnId)
      return undefined
    },
    save: ({ id, parentId }, { list, length }) =>
      database.transaction(() => {
        database.run(
          'DELETE FROM turn_lists WHERE turn_id = ? AND (SELECT number FROM turns WHERE id = ?) % ? <> 0',
          parentId,
          parentId,
          stays,
        )
        database.run(
          `INSERT INTO turn_lists (turn_id, list, length) VALUES (?, ?, ?)
           ON CONFLICT (turn_id) DO UPDATE SET list = excluded.list, length = excluded.length`,
          id,
          list,
          length,
        )
      }),
  }
}

const turnOfRun = z.object({ turnId: z.string() })

/** A run has ended, which may change the messages of all following turns: call in the transaction that writes it. */
export function forgetLists(database: Database, runId: string): void {
  const turn = database.get(turnOfRun, 'SELECT turn_id AS turnId FROM runs WHERE id = ?', runId)
  if (turn !== undefined) database.run(`DELETE FROM turn_lists WHERE turn_id IN (${turnsUnder})`, turn.turnId)
}
