import { failureFrom } from '../../../../src-shared/base/failure.ts'
import type { Batch, BatchState, Trial } from '../../../../src-shared/comparison/comparison-batch.ts'
import type { LaneLabel } from '../../../../src-shared/comparison/lane-label.ts'
import { lanesOut, openRace } from '../../../../src-shared/comparison/race/race.ts'
import { openEarlyEnd } from '../../../trials/early-end.ts'
import type { ExecutionSlot } from '../../run-ports/execution-slot.ts'
import { createLaneTurns } from '../lane-turns.ts'
import type { LaneInterruption } from '../lane-work.ts'
import { limitReached } from './batch-limits.ts'
import type { BatchRecord } from './batch-record.ts'
import type { BatchParts, TrialRunner } from './run-trial.ts'

/** An active batch of this host. */
export interface ActiveBatch {
  readonly record: BatchRecord
  stop(): void
  /** Starts no more trials; it is `paused` once the running ones have ended. */
  pause(): void
  /** The host quits. */
  interrupt(): void
  /** Never rejects. */
  readonly done: Promise<Batch>
}

/**
 * This many consecutive trials that don't count, of all lanes or of one, are no coincidence: the rest would probably
 * fail too, and those of the other lanes would have no pair.
 */
const maxVoid = 3
/** Of trials at the same time, this many count for that: more would cost too much before it is noticed. */
const mostAtOnce = 64

/** A trial that waits for its user keeps its copy and its run: this many may, in addition to those that work. */
const maxAsking = 8

/**
 * Executes the remaining trials in the planned order, some in parallel.
 *
 * 1. An ended trial is stored at once and never repeated; an interrupted one starts again.
 * 2. Early stopping goes by the planned order (`paired-results.ts`), whatever ends first.
 * 3. While a trial only waits for its user, the next planned one works in its place; once answered, it continues
 *    before any that has not started. Its pair stays the same, and waiting is not part of its measurements.
 * 4. When it is decided or broken off, those that still wait for their user are aborted.
 * 5. A pause and a limit of the whole are looked at before each start: running trials end by themselves.
 * 6. In a race, what a lane that has lost has still waiting is saved; its running trials end and count. What only waits
 *    for a machine is not running: it is withdrawn, also when the whole is decided, pauses, or reaches a limit.
 */
export function launchBatch(parts: Pick<BatchParts, 'bus'>, record: BatchRecord, runner: TrialRunner): ActiveBatch {
  const breaking = new AbortController()
  const { parallel } = runner
  const turns = createLaneTurns(parallel)
  const [asking, running] = [new Map<number, AbortController>(), new Map<number, AbortController>()]
  let started = 0
  const voids = countVoids(maxVoid * Math.min(parallel, mostAtOnce))
  const decide = record.current().certainty.racing === true ? raceIn(record) : decidedIn(record)
  let decided = decide(null)
  let limited: string | null = null
  const isOver = () => breaking.signal.aborted || decided || voids.tooMany()
  const startsMore = () => {
    if (isOver() || record.current().pausing === true) return false
    limited ??= limitReached(record.current(), record.spent())
    return limited === null
  }

  async function worker(): Promise<void> {
    for (;;) {
      const turn = turns.of(started++)
      await turn.take(breaking.signal)
      const trial = startsMore() ? record.nextWaiting() : undefined
      if (trial === undefined) return turn.giveBack()
      await one(trial, turn).finally(turn.giveBack)
    }
  }
  async function one(trial: Trial, turn: ExecutionSlot): Promise<void> {
    const own = new AbortController()
    const signal = AbortSignal.any([breaking.signal, own.signal])
    const asks = (isAsking: boolean) => {
      if (isAsking) asking.set(trial.number, own)
      else asking.delete(trial.number)
      showAsking(record, trial.number, isAsking)
      letGo()
    }
    running.set(trial.number, own)
    const state = await runner.run(trial, { signal, turn, asks })
    asking.delete(trial.number)
    running.delete(trial.number)
    // Before another takes its slot: this result may end the batch.
    voids.note(trial.lane, state)
    decided = decide(trial.number) || decided
    letGo()
  }
  function letGo(): void {
    if (isOver()) for (const each of asking.values()) each.abort('stopped')
    const [goesOn, out] = [startsMore(), new Set(record.current().out?.map(({ lane }) => lane))]
    for (const [number, each] of running) {
      const isNeeded = goesOn && !out.has(record.trial(number)?.lane ?? '')
      if (!isNeeded && runner.isUnclaimed(number)) each.abort('stopped')
    }
  }
  async function all(): Promise<Batch> {
    const work = () =>
      worker().catch((thrown: unknown) => {
        breakOff('stopped')
        throw thrown
      })
    const workers = await Promise.allSettled(Array.from({ length: parallel + maxAsking }, work))
    for (const each of workers) if (each.status === 'rejected') throw each.reason
    if (voids.tooMany()) notifyVoid(parts, record)
    const state = endOf()
    await runner.close(state !== 'interrupted')
    return record.change({
      state,
      pausing: undefined,
      limited: state === 'limited' ? (limited ?? undefined) : undefined,
    })
  }
  function endOf(): BatchState {
    if (decided) return 'decided'
    if (breaking.signal.aborted) return breaking.signal.reason === 'interrupted' ? 'interrupted' : 'stopped'
    if (record.nextWaiting() === undefined) return 'done'
    if (voids.tooMany()) return 'stopped'
    return record.current().pausing === true ? 'paused' : limited === null ? 'stopped' : 'limited'
  }
  const breakOff = (why: LaneInterruption) => breaking.abort(why)
  return {
    record,
    stop: () => breakOff('stopped'),
    pause: () => {
      record.change({ pausing: true })
      letGo()
    },
    interrupt: () => breakOff('interrupted'),
    done: all().catch(async (thrown: unknown) => {
      await runner.close(false)
      const { message, advice } = failureFrom(thrown)
      parts.bus.publish({ kind: 'notice', level: 'error', text: `The trials were interrupted. ${message} ${advice}` })
      try {
        return record.change({ state: 'interrupted', pausing: undefined })
      } catch {
        // The next start detects and reports it.
        return record.current()
      }
    }),
  }
}

/** Whether a batch is decided, after the trial with this number; null: at its start. */
type Decide = (number: number | null) => boolean

function decidedIn(record: BatchRecord): Decide {
  if (!record.current().certainty.stopEarly) return () => false
  const end = openEarlyEnd(record.current(), record.trials())
  return (number) => {
    const trial = number === null ? undefined : record.trial(number)
    if (trial === undefined) return false
    end.note(trial)
    return end.isDecided()
  }
}

/** Drops lanes as they lose; it is decided when one is left. */
function raceIn(record: BatchRecord): Decide {
  const { lanes, certainty } = record.current()
  const labels = lanes.map(({ label }) => label)
  const race = openRace(labels, certainty.alpha, record.trials())
  return (number) => {
    const trial = number === null ? undefined : record.trial(number)
    if (trial !== undefined) race.note(trial)
    const before = record.current().out ?? []
    const out = lanesOut(labels.length, race.claims(), before)
    const isOver = out.length === labels.length - 1
    const isLate = trial?.state === 'waiting' && (isOver || out.some(({ lane }) => lane === trial.lane))
    if (out.length > before.length || isLate) record.dropLanes(out, isOver)
    return isOver
  }
}

function showAsking(record: BatchRecord, number: number, asks: boolean): void {
  try {
    record.changeTrial(number, { asks })
  } catch {
    // A summary for lists that can't be saved is no reason to end a run.
    return
  }
}

function countVoids(most: number) {
  const inARow = new Map<LaneLabel | 'all', number>()
  return {
    note: (lane: LaneLabel, state: Trial['state']) => {
      for (const row of [lane, 'all'] as const) inARow.set(row, state === 'void' ? (inARow.get(row) ?? 0) + 1 : 0)
    },
    tooMany: () => [...inARow.values()].some((count) => count >= most),
  }
}

function notifyVoid({ bus }: Pick<BatchParts, 'bus'>, record: BatchRecord): void {
  const last = record.trials().findLast(({ failure, state }) => state === 'void' && failure !== null)
  const whose = last === undefined ? '' : `, the last of them of lane ${last.lane},`
  const why = last?.failure
  const text = `The trials were stopped because several in a row${whose} could not run. ${why?.message ?? ''} ${why?.advice ?? ''}`
  bus.publish({ kind: 'notice', level: 'warning', text: text.trim() })
}
