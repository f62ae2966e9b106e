import type { Database } from '../database/database.ts'
import { intactRows } from '../database/found-rows.ts'
import { digestColumn } from '../database/row-digests.ts'
import { idRow, keptChangesRow } from '../database/rows.ts'
import type { ImportTable } from '../store.ts'

export function importTable(database: Database): ImportTable {
  return {
    add: ({ conversationId, bundle, importedAt }) => {
      database.run(
        'INSERT INTO imports (conversation_id, bundle, imported_at) VALUES (?, ?, ?)',
        conversationId,
        bundle,
        importedAt,
      )
    },
    find: (bundle, projectId) =>
      database.get(
        idRow,
        `SELECT c.id FROM imports JOIN conversations c ON c.id = imports.conversation_id
         WHERE imports.bundle = ? AND c.project_id = ? AND c.deleted_at IS NULL`,
        bundle,
        projectId,
      )?.id,
    ofSession: (session, projectId) =>
      database
        .all(
          idRow,
          `SELECT c.id FROM imports JOIN conversations c ON c.id = imports.conversation_id
           WHERE substr(imports.bundle, ${hashLength + 2}) = ? AND c.project_id = ? AND c.deleted_at IS NULL`,
          session,
          projectId,
        )
        .map(({ id }) => id),
    has: (conversationId) =>
      database.get(idRow, 'SELECT conversation_id AS id FROM imports WHERE conversation_id = ?', conversationId) !==
      undefined,
    keepChanges: (runId, { before, after, changes }) => {
      database.run(
        'INSERT INTO kept_changes (run_id, before, after, changes) VALUES (?, ?, ?, ?)',
        runId,
        before,
        after,
        JSON.stringify(changes),
      )
    },
    changes: (before, after) =>
      keptChanges(database, `${selectKept} WHERE before = ? AND after = ? LIMIT 1`, before, after),
    // Kept in the order of the run, the state at its end last.
    changesOf: (runId) =>
      keptChanges(database, `${selectKept} WHERE run_id = ? ORDER BY kept_changes.rowid DESC LIMIT 1`, runId),
  }
}

/** Characters of SHA-256 in hex. */
const hashLength = 64

const selectKept = `SELECT changes, ${digestColumn('kept_changes')} FROM kept_changes`

const keptChanges = (database: Database, sql: string, ...values: string[]) =>
  intactRows(database.rows('kept_changes', keptChangesRow, sql, ...values))[0]?.changes
