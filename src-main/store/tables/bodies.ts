import { hash } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { bodyRow } from '../database/rows.ts'
import { damagedRow } from '../database/store-failure.ts'
import type { BodyTable } from '../store.ts'

const refOf = (text: string) => hash('sha256', text)

/** Texts by the SHA-256 of their UTF-8 bytes. */
export function bodyTable(database: Database): BodyTable {
  return {
    put: (text, ref = refOf(text)) => {
      // Writes nothing if it is already stored, but repairs a damaged copy.
      database.run(
        `INSERT INTO bodies (ref, text) VALUES (?, ?)
         ON CONFLICT (ref) DO UPDATE SET text = excluded.text WHERE text <> excluded.text`,
        ref,
        text,
      )
      return ref
    },
    get: (ref) => {
      const found = database.get(bodyRow, 'SELECT text FROM bodies WHERE ref = ?', ref)
      if (found && refOf(found.text) !== ref) {
        database.damage.note('bodies', ref)
        throw damagedRow(`body ${ref} does not have its hash`)
      }
      return found?.text
    },
  }
}
