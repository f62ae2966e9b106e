import Sqlite from 'better-sqlite3'
import { z } from 'zod'
import { createDamageNotes, type DamageNotes } from './damage-notes.ts'
import type { DigestedTable } from './row-digests.ts'
import { damagedRow, storeFailure } from './store-failure.ts'

type Value = string | number | null | Uint8Array

/**
 * One connection, as the tables use it. Statements are prepared once; every row is parsed by the schema it
 * is read with; SQLite's errors come out as failures. SQL texts must be constants: they are the cache's keys.
 */
export interface Database {
  run(sql: string, ...values: Value[]): number
  get<T extends z.ZodType>(row: T, sql: string, ...values: Value[]): z.infer<T> | undefined
  all<T extends z.ZodType>(row: T, sql: string, ...values: Value[]): z.infer<T>[]
  /**
   * Rows of a table that has digests; the SQL selects `digestColumn(table)` too. A row that is damaged or can't be read
   * is noted as damaged and doesn't make the query fail.
   */
  rows<T extends z.ZodType>(table: DigestedTable, row: T, sql: string, ...values: Value[]): FoundRow<z.infer<T>>[]
  /** The damage found in the database. */
  readonly damage: DamageNotes
  /** Takes the write lock at once, so that what it reads cannot change before it writes. A nested transaction is
   *  part of the outer one: if it fails, the outer one must fail too. */
  transaction<T>(work: () => T): T
  /** Called within a transaction: the work is done once all of it is committed, and never if it is not. */
  afterCommit(work: () => void): void
  exec(sql: string): void
  close(): void
}

export interface FoundRow<T> {
  /** Null if it can't be read. */
  readonly row: T | null
  readonly whole: boolean
  /** The row's key. */
  readonly key: string
}

/** A row that doesn't match its schema is damaged: no unparsed row is ever returned. */
function parsed<T extends z.ZodType>(row: T, found: unknown): z.infer<T> {
  const result = row.safeParse(found)
  if (result.success) return result.data
  throw damagedRow(result.error.message)
}

const marks = z.object({ whole: z.number(), damagedKey: z.coerce.string() }).catch({ whole: 0, damagedKey: '' })

function foundRow<T extends z.ZodType>(
  damage: DamageNotes,
  table: DigestedTable,
  row: T,
  found: unknown,
): FoundRow<z.infer<T>> {
  const { whole, damagedKey: key } = marks.parse(found)
  const result = row.safeParse(found)
  const isWhole = whole === 1 && result.success
  if (!isWhole) damage.note(table, key)
  return { row: result.success ? result.data : null, whole: isWhole, key }
}

/** @param refuseOutdated throws if a newer version of the app has changed the database since it was opened */
export function wrapConnection(connection: Sqlite.Database, refuseOutdated: () => void): Database {
  const failing = <T>(work: () => T): T => {
    try {
      return work()
    } catch (thrown) {
      // Then the newer version is the cause: a table or a function that this version doesn't know.
      if (thrown instanceof Sqlite.SqliteError && thrown.code === 'SQLITE_ERROR') refuseOutdated()
      throw storeFailure(thrown, connection.name)
    }
  }
  const prepared = new Map<string, Sqlite.Statement>()
  const statement = (sql: string) => {
    const known = prepared.get(sql)
    if (known) return known
    const made = connection.prepare(sql)
    prepared.set(sql, made)
    return made
  }
  const damage = createDamageNotes()
  const inTransaction = connection.transaction((work: () => void) => work())
  let committed: (() => void)[] = []
  return {
    run: (sql, ...values) =>
      failing(() => {
        if (!connection.inTransaction) refuseOutdated()
        return statement(sql).run(...values).changes
      }),
    get: (row, sql, ...values) =>
      failing(() => {
        const found = statement(sql).get(...values)
        return found === undefined ? undefined : parsed(row, found)
      }),
    all: (row, sql, ...values) => failing(() => statement(sql).all(...values)).map((each) => parsed(row, each)),
    rows: (table, row, sql, ...values) =>
      failing(() => statement(sql).all(...values)).map((each) => foundRow(damage, table, row, each)),
    damage,
    transaction: (work) =>
      failing(() => {
        if (connection.inTransaction) return work()
        const done: { value: ReturnType<typeof work> }[] = []
        committed = []
        inTransaction.immediate(() => {
          refuseOutdated()
          done[0] = { value: work() }
        })
        for (const each of committed) each()
        const [first] = done
        if (!first) throw new Error('the transaction did not run')
        return first.value
      }),
    afterCommit: (work) => void committed.push(work),
    exec: (sql) => failing(() => void connection.exec(sql)),
    close: () => failing(() => void connection.close()),
  }
}
