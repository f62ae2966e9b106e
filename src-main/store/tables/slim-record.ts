import { z } from 'zod'
import { type Run, run as runShape } from '../../../src-shared/run/conversation.ts'
import type { Database } from '../database/database.ts'
import { inJson } from '../database/rows.ts'
import { isDamage } from '../database/store-failure.ts'
import { bodyTable } from './bodies.ts'

/**
 * The record of a run without what is stored elsewhere: its row has its owner and status; what it shares with the runs
 * around it is a body, and so is a long answer, since a record is written again with each change of the run. A record of
 * an earlier version is the run as it is.
 */
const setup = runShape.pick({ strategy: true, roles: true, mode: true, approval: true })
type Setup = z.infer<typeof setup>
const inRow = { id: true, turnId: true, conversationId: true, projectId: true, status: true } as const
const own = runShape.omit({ strategy: true, roles: true, mode: true, approval: true, ...inRow })
const slimRecord = inJson(own.extend({ setup: z.string(), answer: z.string().optional() }))

/** Characters of an answer that a record has itself. */
const maxText = 20_000

/** What a run's row says in addition to its record. */
type RowSays = Pick<Run, keyof typeof inRow>

// `setup` comes first, so that the two formats differ at the beginning.
export const isSlim = (record: string): boolean => record.startsWith('{"setup":')

/** Stores the run's setup; the record has the rest. */
export function storeSlimRecord(database: Database, run: Run): string {
  const { strategy, roles, mode, approval } = run
  const ref = bodyTable(database).put(JSON.stringify(setup.parse({ strategy, roles, mode, approval })))
  if (run.text.length <= maxText) return JSON.stringify({ setup: ref, ...own.parse(run) })
  const answer = bodyTable(database).put(JSON.stringify(run.text))
  return JSON.stringify({ setup: ref, answer, ...own.parse({ ...run, text: '' }) })
}

/**
 * @returns null if the record can't be read; `setup` is null if a part that is stored elsewhere is lost: the rest can be
 * shown
 */
export function readSlimRecord(
  database: Database,
  { id, turnId, conversationId, projectId, status }: RowSays,
  record: string,
): { readonly own: Omit<Run, keyof Setup>; readonly setup: Setup | null } | null {
  const read = slimRecord.safeParse(record)
  if (!read.success) return null
  const { setup: ref, answer, ...rest } = read.data
  const text = answer === undefined ? rest.text : answerAt(database, answer)
  return {
    own: { id, turnId, conversationId, projectId, status, ...rest, text: text ?? '' },
    setup: text === null ? null : setupAt(database, ref),
  }
}

const jsonText = inJson(z.string())

function answerAt(database: Database, ref: string): string | null {
  const read = jsonText.safeParse(bodyAt(database, ref))
  return read.success ? read.data : null
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
  const read = setupText.safeParse(bodyAt(database, ref))
  return read.success ? read.data : null
}

function bodyAt(database: Database, ref: string): string | null {
  try {
    return bodyTable(database).get(ref) ?? null
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown
    return null
  }
}
