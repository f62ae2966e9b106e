import type { Database } from '../database/database.ts'
import { intactRows } from '../database/found-rows.ts'
import { digestColumn } from '../database/row-digests.ts'
import { draftRow } from '../database/rows.ts'
import type { DraftTable } from '../store.ts'

export function draftTable(database: Database): DraftTable {
  return {
    save: (runId, draft) => {
      database.run(
        `INSERT INTO drafts (run_id, path, text, reasoning, output) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (run_id, path) DO UPDATE SET text = excluded.text, reasoning = excluded.reasoning,
           output = excluded.output`,
        runId,
        draft.path,
        draft.text,
        draft.reasoning,
        draft.output,
      )
    },
    list: (runId) =>
      intactRows(
        database.rows(
          'drafts',
          draftRow,
          `SELECT path, text, reasoning, output, ${digestColumn('drafts')} FROM drafts WHERE run_id = ? ORDER BY drafts.rowid`,
          runId,
        ),
      ),
    clear: (runId, path) => {
      database.run('DELETE FROM drafts WHERE run_id = ? AND path = ?', runId, path)
    },
  }
}
