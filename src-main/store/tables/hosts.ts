import type { Database } from '../database/database.ts'
import type { HostLocks } from '../database/host-locks.ts'
import { hostRow } from '../database/rows.ts'
import type { HostTable } from '../store.ts'

export function hostTable(database: Database, locks: HostLocks): HostTable {
  return {
    register: (host) => {
      database.run(
        `INSERT INTO hosts (id, pid, beat_at, url, shell) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET pid = excluded.pid, beat_at = excluded.beat_at, url = excluded.url,
           shell = excluded.shell`,
        host.id,
        host.pid,
        host.at,
        host.url,
        host.shell,
      )
    },
    remove: (id) => {
      database.run('DELETE FROM hosts WHERE id = ?', id)
      locks.clear(id)
    },
    list: () => database.all(hostRow, 'SELECT id, pid, beat_at AS beatAt, url, shell FROM hosts ORDER BY rowid'),
    hold: locks.hold,
    isHeld: locks.isHeld,
    locked: locks.list,
  }
}
