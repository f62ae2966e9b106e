import { z } from 'zod'
import type { Database, FoundRow } from './database.ts'
import { type DigestedTable, damagedIn } from './row-digests.ts'

/** Rows that can be read, whole or not: what is damaged is noted, and shown. */
export const readable = <T>(found: readonly FoundRow<T>[]): T[] =>
  found.flatMap(({ row }) => (row === null ? [] : [row]))

/** Rows that are what was written: by a damaged one nothing is done. */
export const sound = <T>(found: readonly FoundRow<T>[]): T[] =>
  found.flatMap(({ row, whole }) => (row === null || !whole ? [] : [row]))

/** Looks at each row of a table, and notes those that are not whole. @returns whether all are */
export function allWhole(database: Database, table: DigestedTable): boolean {
  return database.rows(table, z.object({}), damagedIn(table)).length === 0
}
