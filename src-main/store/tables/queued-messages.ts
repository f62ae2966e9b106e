import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { inJson } from '../database/rows.ts'
import type { QueuedMessageTable } from '../store.ts'

const row = z.object({ messages: inJson(z.array(z.string())).catch([]) })

export function queuedMessageTable(database: Database): QueuedMessageTable {
  return {
    of: (runId) => database.get(row, 'SELECT messages FROM queued_messages WHERE run_id = ?', runId)?.messages ?? [],
    set: (runId, messages) => {
      if (messages.length === 0) database.run('DELETE FROM queued_messages WHERE run_id = ?', runId)
      else
        database.run(
          'INSERT OR REPLACE INTO queued_messages (run_id, messages) VALUES (?, ?)',
          runId,
          JSON.stringify(messages),
        )
    },
  }
}
