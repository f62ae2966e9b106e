import type { ApprovalRule } from '../../../src-shared/settings/settings.ts'
import type { Database, FoundRow } from '../database/database.ts'
import { digestColumn } from '../database/row-digests.ts'
import { ruleRow } from '../database/rows.ts'
import type { RuleTable } from '../store.ts'

const columns = `id, project_id AS projectId, tool, pattern, decision, created_at AS createdAt, ${digestColumn('rules')}`

export function ruleTable(database: Database): RuleTable {
  return {
    list: (projectId) =>
      effectiveRows(
        projectId === null
          ? database.rows('rules', ruleRow, `SELECT ${columns} FROM rules ORDER BY created_at, id`)
          : database.rows(
              'rules',
              ruleRow,
              `SELECT ${columns} FROM rules WHERE project_id = ? OR project_id IS NULL ORDER BY created_at, id`,
              projectId,
            ),
      ),
    // No rule is stored twice: what it decided last holds.
    save: ({ id, projectId, tool, pattern, decision, createdAt }) => {
      database.run('DELETE FROM rules WHERE project_id IS ? AND tool = ? AND pattern = ?', projectId, tool, pattern)
      database.run(
        `INSERT INTO rules (id, project_id, tool, pattern, decision, created_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET project_id = excluded.project_id, tool = excluded.tool,
           pattern = excluded.pattern, decision = excluded.decision`,
        ...[id, projectId, tool, pattern, decision, createdAt],
      )
    },
    remove: (id) => {
      database.run('DELETE FROM rules WHERE id = ?', id)
    },
  }
}

/** What a damaged rule allowed needs approval again; what one denied or asked about stays so. */
const effectiveRows = (found: readonly FoundRow<ApprovalRule>[]): ApprovalRule[] =>
  found.flatMap(({ row, whole }) => (row === null || (!whole && row.decision === 'allow') ? [] : [row]))
