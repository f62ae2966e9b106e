import { type Failure, FailureError, failureFrom } from '../../../../src-shared/base/failure.ts'
import type { CommandResult } from '../../../../src-shared/comparison/comparison.ts'
import type { Trial } from '../../../../src-shared/comparison/comparison-batch.ts'
import { type ToolBody, toolBody } from '../../../../src-shared/model/tool.ts'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import type { Blobs } from '../../../lab/blobs.ts'
import type { JobResult } from '../../../lab/job-result.ts'
import { keepTrying } from '../../../lab/keep-trying.ts'
import { contentOf, type TrialJob } from '../../../lab/trial-job.ts'
import type { BatchRecord } from '../../comparisons/batches/batch-record.ts'
import { joinedRun } from '../../comparisons/batches/joined-run.ts'
import { trialEnd } from '../../comparisons/batches/trial-end.ts'
import { newLane } from '../../comparisons/lane-work.ts'
import type { HostContext } from '../../host-context.ts'
import { startedVersion } from '../../strategies/leaderboard/started-version.ts'
import { writeInto } from '../import-bundle.ts'
import { type ReadBundle, readBundle } from '../read-bundle.ts'
import { boundedResult, mismatch } from './forged-result.ts'

type Parts = Pick<HostContext, 'id' | 'store' | 'bus'>

/**
 * Stores what a machine reported of a trial: its run, and what it came to.
 *
 * 1. Both in one transaction, and only if the trial has no result yet: it counts once.
 * 2. The machine’s word is taken for the check alone. The figures are those of the run’s own log, which is validated
 *    like that of any import.
 *
 * 3. It is held against the job, and bounded (forged-result.ts).
 *
 * @param job that was asked for
 * @returns the trial's state; `void` if the report is not what it should be
 */
export async function takeResult(
  parts: Parts,
  record: BatchRecord,
  number: number,
  reported: JobResult,
  job: TrialJob,
  blobs: Pick<Blobs, 'get'>,
  signal: AbortSignal,
): Promise<Trial['state']> {
  const result = boundedResult(reported, job)
  if (result.content !== contentOf(job)) return voided(record, number, otherWork(result.machine))
  if (result.state === 'done' && result.bundle === null)
    return voided(record, number, notItsRun(result.machine, 'no run'))
  const get = (name: string, most: number) =>
    keepTrying(
      () => blobs.get(name, most),
      (thrown) => thrown instanceof FailureError || signal.aborted,
    )
  try {
    const bundle = result.bundle === null ? null : await readBundle([await get(result.bundle, maxBundle)])
    const other = bundle === null ? null : mismatch(bundle, job)
    if (other !== null) return voided(record, number, notItsRun(result.machine, other))
    const output = result.output === null ? noOutput : outputIn(await get(result.output, maxOutput), result.machine)
    return store(parts, record, number, result, bundle, output)
  } catch (thrown) {
    if (!(thrown instanceof FailureError)) throw thrown
    return voided(record, number, failureFrom(thrown))
  }
}

function store(
  parts: Parts,
  record: BatchRecord,
  number: number,
  { state: laneState, failure, check }: JobResult,
  bundle: ReadBundle | null,
  output: string,
): Trial['state'] {
  const { conversationId, projectId } = record.current()
  const before = record.trials().find((each) => each.number === number)
  if (before?.state === 'done') return 'done'
  let runId: string | null = null
  const state = parts.store.transaction(() => {
    const ids = bundle === null ? null : writeInto(parts, bundle, conversationId, projectId)
    const runs = bundle === null ? [] : inOrder(bundle)
    const all = runs.map(({ id }) => ids?.get(id) ?? id)
    runId = all.at(-1) ?? null
    const checkResult: CommandResult | null =
      check === null ? null : { ...check, output: parts.store.bodies.put(output) }
    const run = joinedRun(runs)
    const end = trialEnd(
      { ...newLane, state: laneState, failure, checkResult },
      run,
      { aborted: false },
      startedVersion(parts.store, runId),
    )
    const earlier = all.length > 1 ? { earlierRunIds: all.slice(0, -1) } : {}
    record.changeTrial(number, { ...end, runId, ...earlier, asks: false })
    return end.state
  })
  const run = runId === null ? undefined : parts.store.runs.get(runId)
  if (run !== undefined) {
    parts.bus.publish({ kind: 'turn-added', conversationId, turnId: run.turnId })
    parts.bus.publish({ kind: 'run', run })
  }
  return state
}

/** Bytes; what a check prints is cut long before by the machine that runs it. */
const [maxBundle, maxOutput] = [512 << 20, 8 << 20]

const noOutput = JSON.stringify({ kind: 'text', text: '' } satisfies ToolBody)

/** @throws FailureError if it is not the output of a command as the app stores it */
function outputIn(bytes: Buffer, machine: string): string {
  try {
    return JSON.stringify(toolBody.parse(JSON.parse(bytes.toString())))
  } catch {
    throw new FailureError(notItsRun(machine, 'the output of its check in a form that can’t be read'))
  }
}

const inOrder = ({ runs }: ReadBundle): Run[] =>
  runs.map(({ run }) => run).sort((one, other) => one.startedAt - other.startedAt)

export function voided(record: BatchRecord, number: number, failure: Failure): 'void' {
  record.changeTrial(number, { state: 'void', runId: null, result: null, failure, asks: false })
  return 'void'
}

const otherWork = (machine: string): Failure => ({
  kind: 'invalid-request',
  message: `The machine ${machine} reported a result for other work than it was given.`,
  advice: 'Check what runs there, then continue the trials to repeat this one.',
})

const notItsRun = (machine: string, what: string): Failure => ({
  kind: 'invalid-request',
  message: `The machine ${machine} sent ${what} in place of what this trial asked for.`,
  advice: 'Check what runs there, then continue the trials to repeat this one.',
})
