import type { Database } from '../database/database.ts'
import { sound } from '../database/found-rows.ts'
import { wholeOf } from '../database/row-digests.ts'
import { ruleRow } from '../database/rows.ts'
import type { RuleTable } from '../store.ts'

const columns = `id, project_id AS projectId, tool, pattern, created_at AS createdAt, ${wholeOf('rules')}`

export function ruleTable(database: Database): RuleTable {
  return {
    list: (projectId) =>
      // What a damaged rule allowed needs approval again.
      sound(
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
