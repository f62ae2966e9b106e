import { z } from 'zod'
import { comparison as comparisonShape } from '../../../src-shared/comparison/comparison.ts'
import type { Database } from '../database/database.ts'
import { readableRows } from '../database/found-rows.ts'
import { digestColumn } from '../database/row-digests.ts'
import { inJson, stamped } from '../database/rows.ts'
import type { ComparisonTable } from './comparison-tables.ts'

const row = z.object({ record: inJson(comparisonShape), host: z.string().nullable() })

export function comparisonTable(database: Database): ComparisonTable {
  return {
    get: (id) =>
      readableRows(
        database.rows(
          'comparisons',
          row,
          `SELECT record, host, ${digestColumn('comparisons')} FROM comparisons WHERE id = ?`,
          id,
        ),
      )[0]?.record,
    list: (projectId, conversationId) =>
      readableRows(
        database.rows(
          'comparisons',
          row,
          `SELECT record, host, ${digestColumn('comparisons')} FROM comparisons WHERE project_id = ? AND conversation_id = coalesce(?, conversation_id)
           ORDER BY number DESC`,
          projectId,
          conversationId,
        ),
      ).map(({ record }) => record),
    withState: (states) =>
      readableRows(
        database.rows(
          'comparisons',
          row,
          `SELECT record, host, ${digestColumn('comparisons')} FROM comparisons WHERE state IN (SELECT value FROM json_each(?)) ORDER BY number`,
          JSON.stringify(states),
        ),
      ).map(({ record, host }) => ({ comparison: record, host })),
    stamps: () =>
      database.all(
        stamped,
        `SELECT id, state || octet_length(record) || CASE WHEN state IN ('running', 'judging') AND json_valid(record) THEN
           json_extract(record, '$.lanes[0].state', '$.lanes[1].state', '$.lanes[2].state', '$.lanes[3].state')
         ELSE '' END AS stamp FROM comparisons`,
      ),
    create: (made, host) => {
      database.run(
        'INSERT INTO comparisons (id, project_id, conversation_id, state, host, record) VALUES (?, ?, ?, ?, ?, ?)',
        made.id,
        made.projectId,
        made.conversationId,
        made.state,
        host,
        JSON.stringify(comparisonShape.parse(made)),
      )
    },
    save: (changed) => {
      const record = JSON.stringify(comparisonShape.parse(changed))
      database.run('UPDATE comparisons SET state = ?, record = ? WHERE id = ?', changed.state, record, changed.id)
    },
    claim: (id, from, host) =>
      database.run('UPDATE comparisons SET host = ? WHERE id = ? AND host IS ?', host, id, from) === 1,
  }
}
