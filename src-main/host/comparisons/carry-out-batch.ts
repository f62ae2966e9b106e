import { isDecided } from '../../../src-shared/batch-results.ts'
import type { Batch, BatchState, Trial } from '../../../src-shared/comparison-batch.ts'
import { failureFrom } from '../../../src-shared/failure.ts'
import type { HostParts } from '../host-parts.ts'
import { found } from '../not-found.ts'
import type { Runs } from '../runs.ts'
import type { BatchRecord } from './batch-record.ts'
import { type BreakOff, carryOutLane, newLane } from './lane-work.ts'
import { trialEnd } from './trial-end.ts'

/** A batch that is going on in this host. */
export interface ActiveBatch {
  readonly record: BatchRecord
  stop(): void
  /** The host quits. */
  interrupt(): void
  /** Never rejects. */
  readonly done: Promise<Batch>
}

/** So many trials in a row that don't count are no chance: what is wrong would be wrong with all the rest. */
const mostVoid = 3

/**
 * Carries out the trials that are still to be done, in the order of the plan, some at the same time.
 *
 * 1. A trial that has ended is kept at once and never done again; one that was broken off begins anew.
 * 2. What is decided early is decided by the planned order (`paired-results.ts`), whatever ends first.
 */
export function launchBatch(parts: HostParts, runs: Runs, record: BatchRecord): ActiveBatch {
  const breaking = new AbortController()
  let inARow = 0
  let decided = false
  const isOver = () => breaking.signal.aborted || decided || inARow >= mostVoid * record.current().parallel

  async function worker(): Promise<void> {
    while (!isOver()) {
      const trial = record.trials().find(({ state }) => state === 'waiting')
      if (trial === undefined) return
      const state = await tryOut(parts, runs, record, trial, breaking.signal)
      inARow = state === 'void' ? inARow + 1 : 0
      decided ||= isDecided(record.current(), record.trials())
    }
  }
  async function all(): Promise<Batch> {
    await Promise.all(Array.from({ length: record.current().parallel }, worker))
    if (inARow >= mostVoid * record.current().parallel) tellOfVoid(parts, record)
    return record.change({ state: endOf() })
  }
  function endOf(): BatchState {
    if (decided) return 'decided'
    if (breaking.signal.aborted) return breaking.signal.reason === 'interrupted' ? 'interrupted' : 'stopped'
    return record.trials().some(({ state }) => state === 'waiting') ? 'stopped' : 'done'
  }
  const breakOff = (why: BreakOff) => breaking.abort(why)
  return {
    record,
    stop: () => breakOff('stopped'),
    interrupt: () => breakOff('interrupted'),
    done: all().catch((thrown: unknown) => {
      const { message, advice } = failureFrom(thrown)
      parts.hub.tell({ kind: 'notice', level: 'error', text: `The trials were broken off. ${message} ${advice}` })
      return record.current()
    }),
  }
}

async function tryOut(
  parts: HostParts,
  runs: Runs,
  record: BatchRecord,
  { number, taskId, lane: label }: Trial,
  signal: AbortSignal,
): Promise<Trial['state']> {
  const batch = record.current()
  const { projectId, conversationId, id: owner } = batch
  const { message, from, check } = found(
    batch.tasks.find(({ id }) => id === taskId),
    'task',
  )
  const planned = found(
    batch.lanes.find((each) => each.label === label),
    'lane',
  )
  const lane = { ...planned, ...planned.picks?.[taskId] }
  record.changeTrial(number, { state: 'running', runId: null, failure: null })
  const task = { projectId, conversationId, parentId: null, message, from, owner, setUp: batch, check }
  const change = ({ runId }: { readonly runId?: string | null }) => {
    if (runId) record.changeTrial(number, { runId })
  }
  const end = await carryOutLane(parts, runs, { task, lane, change, signal }, newLane)
  const result = trialEnd(end, end.runId === null ? undefined : parts.store.runs.get(end.runId))
  record.changeTrial(number, result)
  return result.state
}

function tellOfVoid({ hub }: HostParts, record: BatchRecord): void {
  const why = record.trials().findLast(({ failure, state }) => state === 'void' && failure !== null)?.failure
  const text = `The trials were stopped, as none of the last ones could be carried out. ${why?.message ?? ''} ${why?.advice ?? ''}`
  hub.tell({ kind: 'notice', level: 'warning', text: text.trim() })
}
