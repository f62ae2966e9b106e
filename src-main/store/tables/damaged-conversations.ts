import { z } from 'zod'
import type { DamageNote } from '../database/damage-notes.ts'
import type { Database } from '../database/database.ts'

/** Ids of the conversations with damage found since the database was opened: in a row, a message, a run or a log. */
export function damagedConversations(database: Database): () => ReadonlySet<string> {
  const ids = new Set<string>()
  const resolved = new Set<DamageNote>()
  return () => {
    for (const note of database.damage.list()) {
      if (resolved.has(note)) continue
      resolved.add(note)
      const id = conversationOf(database, note)
      if (id !== null) ids.add(id)
    }
    return ids
  }
}

/** The conversation that a damaged row belongs to; null if it belongs to none, or if that can't be read. */
export function conversationOf(database: Database, { table, key }: DamageNote): string | null {
  if (table === 'conversations') return key
  const sql = owners.get(table)
  return sql === undefined ? null : (database.get(owner, sql, key)?.id ?? null)
}

const owner = z.object({ id: z.string() })
const ofTurn = 'SELECT conversation_id AS id FROM turns WHERE id = ?'
const ofRun = 'SELECT conversation_id AS id FROM runs WHERE id = ?'
const owners: ReadonlyMap<string, string> = new Map([
  ['turns', ofTurn],
  ['runs', ofRun],
  ['events', ofRun],
])
