import type { Database } from '../database/database.ts'
import { writerRow } from '../database/rows.ts'
import type { WriterTable } from '../store.ts'

export function writerTable(database: Database): WriterTable {
  return {
    take: (workspace, host, isGone) =>
      database.transaction(() => {
        const holder = database.get(writerRow, 'SELECT host FROM writers WHERE place = ?', workspace)
        if (holder !== undefined && holder.host !== host && !isGone(holder.host)) return false
        database.run(
          'INSERT INTO writers (place, host) VALUES (?, ?) ON CONFLICT (place) DO UPDATE SET host = excluded.host',
          workspace,
          host,
        )
        return true
      }),
    release: (workspace, host) => {
      database.run('DELETE FROM writers WHERE place = ? AND host = ?', workspace, host)
    },
  }
}
