import { z } from 'zod'
import type { Database, FoundRow } from './database.ts'
import { type DigestedTable, damagedIn } from './row-digests.ts'

/** Rows that can be read, intact or not: damaged ones are noted, and shown. */
export const readableRows = <T>(found: readonly FoundRow<T>[]): T[] =>
  found.flatMap(({ row }) => (row === null ? [] : [row]))

/** Only intact rows: damaged ones are never acted on. */
export const intactRows = <T>(found: readonly FoundRow<T>[]): T[] =>
  found.flatMap(({ row, whole }) => (row === null || !whole ? [] : [row]))

/** Checks each row of a table, and notes the damaged ones. @returns whether all are intact */
export function areAllIntact(database: Database, table: DigestedTable): boolean {
  return database.rows(table, z.object({}), damagedIn(table)).length === 0
}
