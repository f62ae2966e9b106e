import type { Database } from '../database/database.ts'
import { intactRows } from '../database/found-rows.ts'
import { digestColumn } from '../database/row-digests.ts'
import { keptStrategyRow } from '../database/rows.ts'

/** The sources of strategies that runs were executed with, built-in ones excepted; the sources are bodies. */
export interface RunStrategyTable {
  /** Once per run is enough. */
  keep(runId: string, source: KeptStrategy): void
  of(runId: string): KeptStrategy[]
  /** Those imported with a project's conversations, each source once, the latest run's first. */
  importedInto(projectId: string): KeptStrategy[]
}
export interface KeptStrategy {
  readonly name: string
  /** SHA-256 of the source, in hex: the key of its body. */
  readonly ref: string
  readonly imported: boolean
}

export function runStrategyTable(database: Database): RunStrategyTable {
  return {
    keep: (runId, { name, ref, imported }) => {
      database.run(
        'INSERT OR IGNORE INTO run_strategies (run_id, name, ref, imported) VALUES (?, ?, ?, ?)',
        runId,
        name,
        ref,
        imported ? 1 : 0,
      )
    },
    of: (runId) =>
      intactRows(
        database.rows(
          'run_strategies',
          keptStrategyRow,
          `SELECT name, ref, imported, ${digestColumn('run_strategies')} FROM run_strategies WHERE run_id = ? ORDER BY name, ref`,
          runId,
        ),
      ),
    importedInto: (projectId) =>
      intactRows(
        database.rows(
          'run_strategies',
          keptStrategyRow,
          // In this order: few strategies were imported, however many runs there are.
          `SELECT name, ref, imported, ${digestColumn('run_strategies')}
           FROM run_strategies CROSS JOIN runs r ON r.id = run_strategies.run_id
           CROSS JOIN conversations c ON c.id = r.conversation_id
           WHERE imported = 1 AND r.project_id = ? AND c.deleted_at IS NULL
           GROUP BY name, ref ORDER BY max(r.number) DESC, ref`,
          projectId,
        ),
      ),
  }
}
