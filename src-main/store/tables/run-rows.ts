import { z } from 'zod'
import { type Run, run, runStatuses } from '../../../src-shared/run/conversation.ts'
import { noTotals } from '../../../src-shared/run/event.ts'
import type { Database, FoundRow } from '../database/database.ts'
import { digestColumn } from '../database/row-digests.ts'
import { inJson } from '../database/rows.ts'
import { isSlim, readSlimRecord } from './slim-record.ts'

/** What is read of a run: its record, and the columns used if that can't be read. */
export const runColumns = `runs.id, runs.turn_id AS turnId, runs.conversation_id AS conversationId,
  runs.project_id AS projectId, runs.status, runs.cost, runs.owner, runs.record,
  EXISTS (SELECT 1 FROM damaged_logs WHERE damaged_logs.run_id = runs.id) AS logDamaged, ${digestColumn('runs')}`

const row = z.object({
  id: z.string(),
  turnId: z.string(),
  conversationId: z.string(),
  projectId: z.string(),
  status: z.enum(runStatuses).catch('failed'),
  cost: z.number().nullable().catch(null),
  owner: z.string().nullable().catch(null),
  record: z.string().catch(''),
  logDamaged: z.number(),
})
type RunRow = z.infer<typeof row>
const record = inJson(run)

export interface FoundRun {
  readonly run: Run
  readonly owner: string | null
  /** False: its record is lost, and only its row is known. */
  readonly readable: boolean
}

/** Runs, damaged ones marked. The SQL selects `runColumns`. */
export function findRuns(database: Database, sql: string, ...values: (string | number | null)[]): FoundRun[] {
  return database.rows('runs', row, sql, ...values).flatMap((found) => foundRun(database, found) ?? [])
}

function foundRun(database: Database, { row, whole }: FoundRow<RunRow>): FoundRun | null {
  if (row === null) return null
  const { id, turnId, conversationId, projectId, owner, logDamaged } = row
  const { run: read, readable } = readRecord(database, row)
  if (!readable || (whole && logDamaged === 0)) return { run: read, owner, readable }
  const ids = { id, turnId, conversationId, projectId }
  return { run: { ...read, ...ids, damaged: whole ? 'log' : 'record' }, owner, readable: true }
}

/** What is left of a run whose record is lost or incomplete. */
function readRecord(database: Database, row: RunRow): Pick<FoundRun, 'run' | 'readable'> {
  const lost = { run: standIn(row), readable: false }
  if (!isSlim(row.record)) {
    const read = record.safeParse(row.record)
    return read.success ? { run: read.data, readable: true } : lost
  }
  const read = readSlimRecord(database, row, row.record)
  if (read === null) return lost
  if (read.setup === null) return { run: { ...lost.run, ...read.own, damaged: 'record' }, readable: false }
  return { run: { ...read.own, ...read.setup }, readable: true }
}

/** What is left of a run whose record can't be read: its log may still be intact. */
const standIn = ({ id, turnId, conversationId, projectId, status, cost }: RunRow): Run => ({
  id,
  turnId,
  conversationId,
  projectId,
  strategy: { name: 'unknown', options: {} },
  roles: {},
  mode: 'plan',
  approval: 'ask',
  status: status === 'running' || status === 'waiting' ? 'interrupted' : status,
  startedAt: 0,
  endedAt: null,
  durationMs: 0,
  totals: { ...noTotals, cost },
  text: '',
  failure: {
    kind: 'damaged',
    message: 'The record of this run was damaged on disk and can’t be read.',
    advice: 'Open its timeline to see what is left, or restore a backup of the data folder.',
  },
  before: null,
  after: null,
  changes: null,
  damaged: 'record',
})
