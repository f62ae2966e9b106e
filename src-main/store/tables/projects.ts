import type { Database } from '../database/database.ts'
import { digestColumn } from '../database/row-digests.ts'
import { projectRow } from '../database/rows.ts'
import type { ProjectRow, ProjectTable } from '../store.ts'

const columns = `id, folder, name, opened_at AS openedAt, ${digestColumn('projects')}`

export function projectTable(database: Database): ProjectTable {
  return {
    list: () => find(database, `SELECT ${columns} FROM projects WHERE listed = 1 ORDER BY opened_at DESC, id DESC`),
    get: (id) => find(database, `SELECT ${columns} FROM projects WHERE id = ?`, id)[0],
    byFolder: (folder) => find(database, `SELECT ${columns} FROM projects WHERE folder = ?`, folder)[0],
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

/** Damaged ones are marked. */
const find = (database: Database, sql: string, ...values: string[]): ProjectRow[] =>
  database
    .rows('projects', projectRow, sql, ...values)
    .flatMap(({ row, whole }) => (row === null ? [] : [whole ? row : { ...row, damaged: true as const }]))
