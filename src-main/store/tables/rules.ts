import type { Database } from '../database/database.ts'
import { intactRows } from '../database/found-rows.ts'
import { digestColumn } from '../database/row-digests.ts'
import { ruleRow } from '../database/rows.ts'
import type { RuleTable } from '../store.ts'

const columns = `id, project_id AS projectId, tool, pattern, created_at AS createdAt, ${digestColumn('rules')}`

export function ruleTable(database: Database): RuleTable {
  return {
    list: (projectId) =>
      // What a damaged rule allowed needs approval again.
      intactRows(
        projectId === null
          ? database.rows('rules', ruleRow, `SELECT ${columns} FROM rules ORDER BY created_at, id`)
          : database.rows(
              'rules',
              ruleRow,
              `SELECT ${columns} FROM rules WHERE project_id = ? ORDER BY created_at, id`,
              projectId,
            ),
      ),
    // No rule is stored twice.
    add: (rule) => {
      database.run(
        `INSERT INTO rules (id, project_id, tool, pattern, created_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (project_id, tool, pattern) DO NOTHING`,
        rule.id,
        rule.projectId,
        rule.tool,
        rule.pattern,
        rule.createdAt,
      )
    },
    remove: (id) => {
      database.run('DELETE FROM rules WHERE id = ?', id)
    },
  }
}
