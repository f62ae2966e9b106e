import type { Database } from '../database/database.ts'
import { readableRows } from '../database/found-rows.ts'
import { digestColumn } from '../database/row-digests.ts'
import { workspaceRow } from '../database/rows.ts'
import { damagedRow } from '../database/store-failure.ts'
import type { WorkspaceTable } from '../store.ts'

const columns = `id, project_id AS projectId, purpose, owner, name, from_snapshot AS "from", folder,
  created_at AS createdAt, state, host, last, ${digestColumn('workspaces')}`

export function workspaceTable(database: Database): WorkspaceTable {
  return {
    get: (id) => {
      const [found] = database.rows('workspaces', workspaceRow, `SELECT ${columns} FROM workspaces WHERE id = ?`, id)
      if (found?.whole === false) throw damagedRow(`workspace ${id}`)
      return found?.row ?? undefined
    },
    list: (projectId) =>
      readableRows(
        projectId === null
          ? database.rows(
              'workspaces',
              workspaceRow,
              `SELECT ${columns} FROM workspaces WHERE state <> 'removed' ORDER BY number`,
            )
          : database.rows(
              'workspaces',
              workspaceRow,
              `SELECT ${columns} FROM workspaces WHERE project_id = ? AND state <> 'removed' ORDER BY number`,
              projectId,
            ),
      ),
    create: (row) => {
      database.run(
        `INSERT INTO workspaces (id, project_id, purpose, owner, name, from_snapshot, folder, created_at, state, host, last)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        row.id,
        row.projectId,
        row.purpose,
        row.owner,
        row.name,
        row.from,
        row.folder,
        row.createdAt,
        row.state,
        row.host,
        row.last,
      )
    },
    move: (id, from, to) =>
      database.run(
        'UPDATE workspaces SET state = ?, host = ?, last = ? WHERE id = ? AND state = ?',
        to.state,
        to.host,
        to.last,
        id,
        from,
      ) === 1,
    drop: (id) => {
      database.run("DELETE FROM workspaces WHERE id = ? AND state = 'making'", id)
    },
  }
}
