import type { Database } from './database.ts'
import { fileActRow, numberRow, snapshotRow } from './rows.ts'
import type { FileActTable } from './store.ts'

export function fileActTable(database: Database): FileActTable {
  return {
    add: (act) =>
      database.transaction(() => {
        // A run that is resumed began where it began the first time.
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
        return database.get(numberRow, 'SELECT max(number) AS number FROM file_acts')?.number ?? 0
      }),
    finish: (number, after) => {
      database.run('UPDATE file_acts SET after = ? WHERE number = ?', after, number)
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
    snapshots: (projectId) =>
      database
        .all(
          snapshotRow,
          `SELECT before AS snapshot FROM file_acts WHERE project_id = ? UNION
           SELECT after FROM file_acts WHERE project_id = ? AND after IS NOT NULL UNION
           SELECT from_snapshot FROM workspaces WHERE project_id = ? UNION
           SELECT last FROM workspaces WHERE project_id = ? AND last IS NOT NULL`,
          projectId,
          projectId,
          projectId,
          projectId,
        )
        .map(({ snapshot }) => snapshot),
  }
}
