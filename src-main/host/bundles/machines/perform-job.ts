import type { Failure } from '../../../../src-shared/base/failure.ts'
import type { BoundLane } from '../../../../src-shared/comparison/comparison.ts'
import { toolBody } from '../../../../src-shared/model/tool.ts'
import type { Blobs } from '../../../lab/blobs.ts'
import type { JobResult } from '../../../lab/job-result.ts'
import { contentOf, type TrialJob } from '../../../lab/trial-job.ts'
import { newId } from '../../base/ids.ts'
import { isOfSurroundings } from '../../comparisons/lane-failures.ts'
import { type LaneRecord, newLane, runLane } from '../../comparisons/lane-work.ts'
import { ownerOfHost } from '../../comparisons/task-sets/prove-task.ts'
import type { HostContext } from '../../host-context.ts'
import type { Runs } from '../../runs/runs.ts'
import type { KeyHider } from '../../settings/redact-keys.ts'
import { prepareExport } from '../prepare-export.ts'
import type { MachineModels } from './machine-models.ts'
import { placeProject } from './place-project.ts'

export type JobParts = Pick<
  HostContext,
  | 'id'
  | 'options'
  | 'clock'
  | 'store'
  | 'profiles'
  | 'keys'
  | 'strategies'
  | 'trust'
  | 'workspaces'
  | 'workOf'
  | 'sealed'
  | 'containers'
>

export interface JobWork {
  readonly job: TrialJob
  /** Who signed it. */
  readonly signer: string
  readonly models: Extract<MachineModels, { ok: true }>
  readonly machine: string
  /** What home sent. */
  readonly files: Blobs
  /** What goes back. */
  readonly results: Blobs
  change(patch: Partial<LaneRecord>): void
  /** Called if something else than the lane kept it from being done. */
  note(failure: Failure): void
  /** Of the keys of this machine. */
  readonly hider: Pick<KeyHider, 'text'>
  /** Its reason is a `LaneInterruption`. */
  readonly signal: AbortSignal
}

/**
 * Executes a job like a trial of this host’s own, in a copy of the files, and sends back its run.
 * @returns null if it was interrupted: another machine shall do it
 * @throws FailureError if what it needs does not arrive, or is another version here
 */
export async function performJob(parts: JobParts, runs: Runs, work: JobWork): Promise<JobResult | null> {
  const { job, files, results } = work
  const projectId = await placeProject(parts, work.signer, job, files)
  for (const ref of job.bodies)
    if (parts.store.bodies.get(ref) === undefined) parts.store.bodies.put((await files.get(ref)).toString())
  const conversationId = newConversation(parts, projectId, job)
  try {
    const lane = await runLane(
      parts,
      runs,
      { task: laneTask(parts, job, projectId, conversationId), lane: laneOf(job, work.models.bound), ...around(work) },
      newLane,
    )
    if (work.signal.aborted || !isOver(lane.state)) return null
    const failure = troubleOf(parts, lane)
    if (failure !== null) work.note(failure)
    const bundle = lane.runId === null ? null : await bundleOf(parts, lane, lane.runId)
    const output = lane.checkResult === null ? null : outputOf(parts, lane.checkResult.output)
    return {
      version: 1,
      experiment: job.experiment,
      trial: job.trial,
      round: job.round,
      content: contentOf(job),
      machine: work.machine,
      state: lane.state,
      failure: lane.failure && withoutKeys(lane.failure, work.hider),
      check: lane.checkResult,
      output: output === null ? null : await results.put(Buffer.from(output)),
      bundle: bundle === null ? null : await results.put(bundle),
    }
  } finally {
    // It is at home now, or nobody wants it: in any case it is not continued here.
    forget(parts, runs, conversationId)
  }
}

/** What says nothing about the lane. */
function troubleOf({ store }: Pick<JobParts, 'store'>, lane: LaneRecord): Failure | null {
  const ofRun = (lane.runId === null ? undefined : store.runs.get(lane.runId))?.failure ?? null
  return lane.failure ?? (ofRun !== null && isOfSurroundings(ofRun) ? ofRun : null)
}

export const withoutKeys = ({ message, advice, kind, detail }: Failure, { text }: Pick<KeyHider, 'text'>): Failure => ({
  kind,
  message: text(message),
  advice: text(advice),
  ...(detail !== undefined && { detail: text(detail) }),
})

const around = ({ change, signal }: JobWork) => ({ change, signal })

const isOver = (state: LaneRecord['state']): state is JobResult['state'] =>
  state === 'done' || state === 'failed' || state === 'stopped'

function newConversation({ store, clock }: JobParts, projectId: string, { experiment, trial }: TrialJob): string {
  const id = newId('conv')
  store.conversations.create({ id, projectId, title: `Trial ${trial} of ${experiment}`, createdAt: clock.now() })
  return id
}

function laneTask(parts: JobParts, { task, setUp }: TrialJob, projectId: string, conversationId: string) {
  const { message, images, from, check, container, ...own } = task
  return {
    projectId,
    conversationId,
    parentId: null,
    message,
    images,
    from,
    owner: ownerOfHost(parts.id),
    // What is installed in the project at home is not here: the set-up command installs it.
    setUp: { ...setUp, dependencies: 'none' as const },
    check,
    // Whoever signed it does not decide which variables of this machine are read.
    own: { ...own, ...(container && { container: { ...container, allowedVariables: [] } }) },
  }
}

const laneOf = ({ lane }: TrialJob, bound: Readonly<Record<string, BoundLane['bound'][string]>>): BoundLane => ({
  label: lane.label,
  name: lane.name,
  strategy: lane.choice,
  choice: lane.choice,
  roles: {},
  budget: lane.budget,
  temperature: null,
  reasoningEffort: null,
  bound: { ...bound },
})

/** Without the keys of this machine, which are removed like those of any export. */
const bundleOf = async (parts: JobParts, { earlierRunIds }: LaneRecord, id: string): Promise<Uint8Array> => {
  // Those of several steps are turns of one conversation.
  const conversationId = earlierRunIds === undefined ? null : (parts.store.runs.get(id)?.conversationId ?? null)
  const subject =
    conversationId === null ? ({ kind: 'run', id } as const) : ({ kind: 'conversation', id: conversationId } as const)
  return (await prepareExport(parts, subject, 'bundle', true)).bytes
}

/** The body as it is stored, which home stores again. */
function outputOf({ store }: JobParts, ref: string): string | null {
  const text = store.bodies.get(ref)
  return text === undefined || !toolBody.safeParse(JSON.parse(text)).success ? null : text
}

function forget({ store, clock }: JobParts, runs: Runs, conversationId: string): void {
  for (const { runs: all } of store.turns.list(conversationId))
    for (const { id, status } of all) if (status === 'interrupted') runs.dismiss(id)
  store.conversations.setDeleted(conversationId, clock.now())
}
