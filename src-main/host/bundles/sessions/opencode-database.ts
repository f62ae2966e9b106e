import { existsSync } from 'node:fs'
import { z } from 'zod'
import { parseOutside } from '../../../../src-shared/base/excess.ts'
import { type ForeignDatabase, readForeign } from '../../../store/database/read-foreign.ts'
import { bytesOf, type FoundFile } from './found-file.ts'
import { timeOf } from './lenient.ts'
import { type OpencodeData, opencodeData } from './opencode-parts.ts'
import { readOpencode } from './read-opencode.ts'

/** The latest sessions that are looked at, and rows of one. */
const [maxSessions, maxRows] = [1000, 100_000]
/** Bytes of a database that is read into memory. */
const largest = 1_000_000_000

const listed = z.object({
  id: z.string(),
  title: z.string().catch(''),
  folder: z.string(),
  parent: z.string().nullable().catch(null),
  at: z.unknown(),
})
type Listed = z.infer<typeof listed>
const stored = z.object({ id: z.string(), created: z.unknown(), data: z.string() })
const part = stored.extend({ message: z.string() })

/**
 * Sessions of opencode since 2026: one SQLite database, whose tables `message` and `part` hold each as JSON without its
 * ids. Nothing is written to it or next to it.
 *
 * Source: github.com/anomalyco/opencode, packages/opencode/src/session/session.sql.ts.
 */
export function findInDatabase(file: string, folders: ReadonlySet<string>): readonly FoundFile[] {
  const all = reading(file, (database) =>
    database.all(
      listed,
      `SELECT id, title, directory AS folder, parent_id AS parent, time_updated AS at
       FROM session ORDER BY time_updated DESC LIMIT ${maxSessions}`,
    ),
  )
  return (all ?? []).flatMap(({ id, title, folder, parent, at }): FoundFile[] => {
    if (parent !== null || !folders.has(folder)) return []
    return [{ tool: 'opencode', id, title, at: timeOf(at) ?? 0, read: () => readWhole(file, id, all ?? []) }]
  })
}

/** Null if there is no such database, or one in another form. */
function reading<T>(file: string, read: (database: ForeignDatabase) => T): T | null {
  if (!existsSync(file)) return null
  let database: ForeignDatabase | null = null
  try {
    database = readForeign(existsSync(`${file}-shm`) ? file : bytesOf(file, largest))
    return read(database)
  } catch {
    return null
  } finally {
    database?.close()
  }
}

function readWhole(file: string, id: string, all: readonly Listed[]): ReturnType<FoundFile['read']> {
  const family = [...all.filter((each) => each.id === id), ...descendants(all, id)]
  const read = reading(file, (database) => family.map((each) => [each.id, assembled(database, each)] as const)) ?? []
  const pieces = read.map(([, { text }]) => Buffer.from(text))
  const [own, ...children] = read.map(([each, { data }]) => [each, data] as const)
  return { session: readOpencode(own?.[1] ?? nothing, new Map(children)), pieces }
}

const nothing: OpencodeData = { info: {}, entries: [], leftOut: 1 }

/** In the form of `opencode export`. Ids grow with time. */
function assembled(database: ForeignDatabase, { id, title, folder }: Listed) {
  const parts = new Map<string, z.infer<typeof part>[]>()
  for (const each of database.all(
    part,
    `SELECT id, message_id AS message, time_created AS created, data FROM part WHERE session_id = ?
     ORDER BY id LIMIT ${maxRows}`,
    id,
  ))
    put(parts, each.message, each)
  const messages = database.all(
    stored,
    `SELECT id, time_created AS created, data FROM message WHERE session_id = ?
     ORDER BY time_created, id LIMIT ${maxRows}`,
    id,
  )
  const whole = {
    info: { id, title, directory: folder },
    messages: messages.map((message) => ({
      info: withId(message),
      parts: (parts.get(message.id) ?? []).map((each) => withId(each)),
    })),
  }
  const data = opencodeData(whole) ?? nothing
  const tooMany = rowsBeyond(database, 'message', id) + rowsBeyond(database, 'part', id)
  return { data: { ...data, leftOut: data.leftOut + tooMany }, text: JSON.stringify(whole) }
}

/** How many rows of the session come after those that are read. */
function rowsBeyond(database: ForeignDatabase, table: 'message' | 'part', id: string): number {
  const [found] = database.all(
    z.object({ count: z.number() }),
    `SELECT count(*) AS count FROM ${table} WHERE session_id = ?`,
    id,
  )
  return Math.max(0, (found?.count ?? 0) - maxRows)
}

function put<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/** What is no JSON object is left out, and counted, where it is read. */
function withId({ id, data }: { readonly id: string; readonly data: string }): unknown {
  try {
    const value: unknown = parseOutside(data)
    return typeof value === 'object' && value !== null ? { ...value, id } : null
  } catch {
    return null
  }
}

/** Sessions of its helpers, and of theirs. */
export function descendants<T extends { readonly id: string; readonly parent: string | null }>(
  all: readonly T[],
  id: string,
): readonly T[] {
  const known = new Set([id])
  const found: T[] = []
  for (let grown = true; grown; ) {
    const more = all.filter((each) => each.parent !== null && known.has(each.parent) && !known.has(each.id))
    for (const each of more) known.add(each.id)
    found.push(...more)
    grown = more.length > 0
  }
  return found
}
