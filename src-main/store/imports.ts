import type { Database } from './database.ts'
import { idRow, keptChangesRow } from './rows.ts'
import type { ImportTable } from './store.ts'

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
        `SELECT c.id FROM imports i JOIN conversations c ON c.id = i.conversation_id
         WHERE i.bundle = ? AND c.project_id = ? AND c.deleted_at IS NULL`,
        bundle,
        projectId,
      )?.id,
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
      database.get(
        keptChangesRow,
        'SELECT changes FROM kept_changes WHERE before = ? AND after = ? LIMIT 1',
        before,
        after,
      )?.changes,
    // Kept in the order of the run, the state at its end last.
    changesOf: (runId) =>
      database.get(
        keptChangesRow,
        'SELECT changes FROM kept_changes WHERE run_id = ? ORDER BY rowid DESC LIMIT 1',
        runId,
      )?.changes,
  }
}
