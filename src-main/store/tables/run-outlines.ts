import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { intactRows } from '../database/found-rows.ts'
import { digestColumn } from '../database/row-digests.ts'
import { idRow } from '../database/rows.ts'

/** Makes long runs open quickly. All of it can be rebuilt from the run's log. */
export interface RunOutlineTable {
  get(runId: string, format: number): KeptOutline | undefined
  /** Like `get`, without the text. */
  reach(runId: string, format: number): Omit<KeptOutline, 'text'> | undefined
  /** Replaces one that covers less or has another format. */
  put(runId: string, format: number, outline: KeptOutline): void
  /**
   * Runs whose logs are much longer than their outlines.
   * @param from minimum number of events of a log @param end events at a log's end that no outline covers
   * @param every outlines cover a multiple of this many events
   */
  behind(format: number, from: number, end: number, every: number): string[]
}
export interface KeptOutline {
  /** The last event that it covers. */
  readonly seq: number
  /** Whether each of these was parsed as an event that this app knows. */
  readonly plain: boolean
  readonly text: string
}

const reachRow = z.object({ seq: z.number(), plain: z.number().transform((flag) => flag === 1) })
const outlineRow = reachRow.extend({ text: z.string() })

export function runOutlineTable(database: Database): RunOutlineTable {
  return {
    get: (runId, format) =>
      intactRows(
        database.rows(
          'run_outlines',
          outlineRow,
          `SELECT seq, plain, text, ${digestColumn('run_outlines')} FROM run_outlines WHERE run_id = ? AND format = ?`,
          runId,
          format,
        ),
      )[0],
    reach: (runId, format) =>
      database.get(reachRow, 'SELECT seq, plain FROM run_outlines WHERE run_id = ? AND format = ?', runId, format),
    put: (runId, format, { seq, plain, text }) => {
      database.run(
        `INSERT INTO run_outlines (run_id, format, seq, plain, text) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (run_id) DO UPDATE SET format = excluded.format, seq = excluded.seq, plain = excluded.plain,
           text = excluded.text
         WHERE excluded.format <> run_outlines.format OR excluded.seq > run_outlines.seq`,
        runId,
        format,
        seq,
        plain ? 1 : 0,
        text,
      )
    },
    behind: (format, from, end, every) =>
      database
        .all(
          idRow,
          `SELECT h.run_id AS id FROM event_heads h JOIN runs r ON r.id = h.run_id
           LEFT JOIN run_outlines o ON o.run_id = h.run_id AND o.format = ?
           WHERE h.seq + 1 >= ? AND coalesce(o.seq, -1) + 1 < ((h.seq + 1 - ?) / ?) * ?`,
          format,
          from,
          end,
          every,
          every,
        )
        .map(({ id }) => id),
  }
}
