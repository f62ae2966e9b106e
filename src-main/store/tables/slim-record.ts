import { z } from 'zod'
import { type Run, run as runShape } from '../../../src-shared/run/conversation.ts'
import type { Database } from '../database/database.ts'
import { inJson } from '../database/rows.ts'
import { isDamage } from '../database/store-failure.ts'
import { bodyTable } from './bodies.ts'

/**
 * The record of a run without what is stored elsewhere: its row has its owner and status, and what it shares with
 * the runs around it is a body. A record of an earlier version is the run as it is.
 */
const setup = runShape.pick({ strategy: true, roles: true, mode: true, approval: true })
type Setup = z.infer<typeof setup>
const inRow = { id: true, turnId: true, conversationId: true, projectId: true, status: true } as const
const own = runShape.omit({ strategy: true, roles: true, mode: true, approval: true, ...inRow })
const slimRecord = inJson(own.extend({ setup: z.string() }))

/** What a run's row says in addition to its record. */
type RowSays = Pick<Run, keyof typeof inRow>

// `setup` comes first, so that the two formats differ at the beginning.
export const isSlim = (record: string): boolean => record.startsWith('{"setup":')

/** Stores the run's setup; the record has the rest. */
export function storeSlimRecord(database: Database, run: Run): string {
  const { strategy, roles, mode, approval } = run
  const ref = bodyTable(database).put(JSON.stringify(setup.parse({ strategy, roles, mode, approval })))
  return JSON.stringify({ setup: ref, ...own.parse(run) })
}

/** @returns null if the record can't be read; `setup` is null if the shared part is lost: the rest can be shown */
export function readSlimRecord(
  database: Database,
  { id, turnId, conversationId, projectId, status }: RowSays,
  record: string,
): { readonly own: Omit<Run, keyof Setup>; readonly setup: Setup | null } | null {
  const read = slimRecord.safeParse(record)
  if (!read.success) return null
  const { setup: ref, ...rest } = read.data
  return { own: { id, turnId, conversationId, projectId, status, ...rest }, setup: setupAt(database, ref) }
}

/** Few are in use at a time. */
const maxKnown = 200
const known = new WeakMap<Database, Map<string, Setup>>()

function setupAt(database: Database, ref: string): Setup | null {
  const setups = known.get(database) ?? new Map<string, Setup>()
  known.set(database, setups)
  const found = setups.get(ref) ?? readSetup(database, ref)
  if (found === null) return null
  if (setups.size >= maxKnown) setups.clear()
  setups.set(ref, found)
  return found
}

const setupText = inJson(setup)

function readSetup(database: Database, ref: string): Setup | null {
  try {
    const read = setupText.safeParse(bodyTable(database).get(ref))
    return read.success ? read.data : null
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown
    return null
  }
}
