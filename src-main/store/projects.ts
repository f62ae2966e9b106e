import type { Database } from './database.ts'
import { projectRow } from './rows.ts'
import type { ProjectTable } from './store.ts'

const columns = 'id, folder, name, opened_at AS openedAt'

export function projectTable(database: Database): ProjectTable {
  return {
    list: () =>
      database.all(projectRow, `SELECT ${columns} FROM projects WHERE listed = 1 ORDER BY opened_at DESC, id DESC`),
    get: (id) => database.get(projectRow, `SELECT ${columns} FROM projects WHERE id = ?`, id),
    byFolder: (folder) => database.get(projectRow, `SELECT ${columns} FROM projects WHERE folder = ?`, folder),
    save: (row) => {
      database.run(
        `INSERT INTO projects (id, folder, name, opened_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET folder = excluded.folder, name = excluded.name,
           opened_at = excluded.opened_at, listed = 1`,
        row.id,
        row.folder,
        row.name,
        row.openedAt,
      )
    },
    forget: (id) => {
      database.run('UPDATE projects SET listed = 0 WHERE id = ?', id)
    },
  }
}
