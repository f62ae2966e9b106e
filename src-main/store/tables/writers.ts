import type { Database } from '../database/database.ts'
import { writerRow } from '../database/rows.ts'
import type { WriterTable } from '../store.ts'

export function writerTable(database: Database): WriterTable {
  return {
    take: (place, host, isGone) =>
      database.transaction(() => {
        const holder = database.get(writerRow, 'SELECT host FROM writers WHERE place = ?', place)
        if (holder !== undefined && holder.host !== host && !isGone(holder.host)) return false
        database.run(
          'INSERT INTO writers (place, host) VALUES (?, ?) ON CONFLICT (place) DO UPDATE SET host = excluded.host',
          place,
          host,
        )
        return true
      }),
    release: (place, host) => {
      database.run('DELETE FROM writers WHERE place = ? AND host = ?', place, host)
    },
  }
}
