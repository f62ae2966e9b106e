import type { Database } from './database.ts'
import { fileActRow } from './rows.ts'
import type { FileActTable } from './store.ts'

export function fileActTable(database: Database): FileActTable {
  return {
    // A run that is resumed began where it began the first time.
    add: (act) => {
      database.run(
        `INSERT INTO file_acts (place, project_id, kind, run_id, at, before, after) VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (run_id) DO NOTHING`,
        act.place,
        act.projectId,
        act.kind,
        act.runId,
        act.at,
        act.before,
        act.after,
      )
    },
    setAfter: (runId, after) => {
      database.run('UPDATE file_acts SET after = ? WHERE run_id = ?', after, runId)
    },
    list: (place) =>
      database.all(
        fileActRow,
        `SELECT place, project_id AS projectId, kind, run_id AS runId, at, before, after FROM file_acts
         WHERE place = ? ORDER BY number`,
        place,
      ),
  }
}
