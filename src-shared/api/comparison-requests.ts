import { z } from 'zod'
import { type Comparison, check, laneOrders, laneSetUp, rubric, sharedSetUp } from '../comparison/comparison.ts'
import {
  type Batch,
  batchLimits,
  batchTask,
  certainty,
  fairBudget,
  type KeptTask,
  sentFiles,
  type Trial,
} from '../comparison/comparison-batch.ts'
import type { BatchResults } from '../comparison/comparison-results.ts'
import type { FailureGroup } from '../comparison/failures/failure-groups.ts'
import type { LaneSteps } from '../comparison/failures/step-figures.ts'
import { laneLabel, maxComparedLanes, maxLanes } from '../comparison/lane-label.ts'
import type { LanesEstimate } from '../comparison/run-estimate.ts'
import type { RunVerdict } from '../comparison/shown/run-verdict.ts'
import type { TrialRow } from '../comparison/shown/trial-rows.ts'
import { sweep } from '../comparison/sweep/sweep.ts'
import type { ContainerSupport } from '../comparison/task-container.ts'
import { maxImages, sentImage } from '../mentions/image-marks.ts'
import { queueAddress } from '../settings/queue-address.ts'
import { snapshotId as snapshot } from '../workspace/changes.ts'
import { type FilesChanged, mergeChoice } from '../workspace/merge.ts'
import { id, nowhere, read, readOnce, result, text, write } from './request-shape.ts'

const lanes = z.array(laneSetUp).min(2)
const comparedLanes = lanes.max(maxComparedLanes)

/** What lanes are given: a message of the composer with the files as they are, or what an earlier turn was given. */
const comparisonOrigin = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('message'),
    conversationId: id,
    parentId: id.nullable(),
    message: text.min(1),
    images: z.array(sentImage).max(maxImages).optional(),
    /** The workspace of the files: the project's own folder, or a copy. */
    workspaceId: id.nullable().default(null),
  }),
  /** Its message and the files as they were before it. */
  z.object({ kind: z.literal('turn'), turnId: id }),
])

export const startComparison = sharedSetUp.extend({
  origin: comparisonOrigin,
  lanes: comparedLanes,
  order: z.enum(laneOrders).default('parallel'),
  check: check.nullable().default(null),
  rubric: rubric.nullable().default(null),
})
export type StartComparison = z.infer<typeof startComparison>

export const startBatch = sharedSetUp.extend({
  projectId: id,
  name: z.string().trim().min(1).max(200),
  lanes: lanes.max(maxLanes),
  /** Saved tasks by id, or tasks given in full. */
  tasks: z
    .array(z.union([z.object({ keptTask: id }), batchTask]))
    .min(1)
    .max(1000),
  repeats: z.number().int().min(1).max(1000).default(1),
  /** Null: by chance. */
  seed: z.number().int().min(0).nullable().default(null),
  parallel: z.number().int().min(1).max(16).default(1),
  /** Where machines wait for its trials; null: none, they run in the app itself. Left out: as the settings say. */
  queue: queueAddress.nullable().optional(),
  sends: sentFiles.optional(),
  certainty: certainty.default({ alpha: 0.05, margin: 0.1, stopEarly: false }),
  /** Of the whole batch; left out: none. A limit of money needs a price for every model. */
  limits: batchLimits.optional(),
  /** One limit of a trial for all lanes, in place of their own of that kind. */
  fair: fairBudget.optional(),
  /** That made the lanes, so that it can be shown and varied again; left out: they were made by hand. */
  sweep: sweep.optional(),
})
export type StartBatch = z.infer<typeof startBatch>

export const importTasks = z.object({
  projectId: id,
  /** Absolute. */
  path: z.string().min(1).max(4096),
  /** Null: the name of the file without its ending. */
  set: z.string().trim().min(1).max(200).nullable().default(null),
  /** Command that runs tests, with `{tests}` for their names: for tasks that name tests. */
  testCommand: z.string().trim().min(1).max(10_000).nullable().default(null),
  /** Absolute: a folder with clones of the repositories that tasks name, as `owner__name`, `owner/name` or `name`. */
  repositories: z.string().min(1).max(4096).nullable().default(null),
  /** Names of variables of this computer that tasks may read, for tasks that ask for some. */
  variables: z.array(z.string().min(1).max(200)).max(1000).optional(),
})
export type ImportTasks = z.infer<typeof importTasks>

export interface ImportedTasks {
  readonly set: string
  readonly tasks: readonly KeptTask[]
  /** What was not imported, each with the reason as a sentence. */
  readonly refused: readonly { readonly name: string; readonly why: string }[]
  /** What of an imported task is not as its author wrote it, as sentences. */
  readonly warnings: readonly { readonly name: string; readonly what: string }[]
}

export interface TaskImage {
  readonly name: string
  /** As docker or podman writes it. */
  readonly size: string
  /** Names of the tasks that need it, of all projects; empty: it can go. */
  readonly tasks: readonly string[]
}

/** A batch with all its trials and the results so far. */
export interface BatchView {
  readonly batch: Batch
  readonly trials: readonly Trial[]
  readonly results: BatchResults
}

/** What has changed of a batch since a revision of it. */
export interface BatchChanges {
  readonly head: Omit<Batch, 'lanes' | 'tasks'>
  /** Never changes; null unless everything was asked for. */
  readonly plan: Pick<Batch, 'lanes' | 'tasks'> | null
  /** The trials that have changed, those that changed first at the front. */
  readonly rows: readonly TrialRow[]
  /** To ask for what changes after it. */
  readonly revision: number
  /** There are further rows: ask again at once. */
  readonly more: boolean
  /** Null: the window has them. */
  readonly results: { readonly stamp: string; readonly results: BatchResults } | null
  /** The results are of fewer trials: ask again in a while. */
  readonly isBehind: boolean
}

/** What the logs of a batch's trials say, as far as they have been read. */
export interface BatchDetails {
  /** The largest first. */
  readonly failures: readonly FailureGroup[]
  readonly steps: readonly LaneSteps[]
  /** Number of trials that ended and whose logs are still to be read: ask again. */
  readonly pending: number
}

/** `csv`, `jsonl`, `parquet`: a row a trial. `inspect`: one lane as a log of Inspect. */
export const batchReportFormats = ['html', 'json', 'csv', 'jsonl', 'parquet', 'inspect'] as const
export type BatchReportFormat = (typeof batchReportFormats)[number]
export interface BatchReport {
  /** A file name. */
  readonly name: string
  readonly text: string
  /** Of `text`. */
  readonly encoding: 'utf8' | 'base64'
}

const comparisonId = id
const batchId = id

/** Comparing strategies: in parallel lanes on one turn, and over many trials. */
export const comparisonRequests = {
  'comparison-start': write(startComparison, result<Comparison>(), ({ origin }) =>
    origin.kind === 'turn' ? { kind: 'turn', id: origin.turnId } : { kind: 'conversation', id: origin.conversationId },
  ),
  /** What a run of each lane is likely to take, its models' limits, and how often lanes disagreed at these tasks (ids). */
  'comparison-estimate': read(
    z.object({
      projectId: id,
      lanes: lanes.max(maxLanes),
      message: text.default(''),
      tasks: z.array(id).max(10_000).default([]),
    }),
    result<LanesEstimate>(),
  ),
  /** Newest first. */
  'comparisons-list': read(
    z.object({ projectId: id, conversationId: id.nullable().default(null) }),
    result<readonly Comparison[]>(),
  ),
  'comparison-open': read(z.object({ comparisonId }), result<Comparison>()),
  /** `lane`: null stops all. Finished work is kept. */
  'comparison-stop': write(
    z.object({ comparisonId, lane: laneLabel.nullable().default(null) }),
    result<Comparison>(),
    nowhere,
  ),
  /** Continues one that the end of the app interrupted. */
  'comparison-resume': write(z.object({ comparisonId }), result<Comparison>(), nowhere),
  /** Has the evaluator judge the lanes (again). Returns when it has started. */
  'comparison-judge': write(z.object({ comparisonId, rubric }), result<Comparison>(), nowhere),
  /** What checks said of the runs of a conversation: of its trials, or of the lanes of its comparisons. */
  'run-verdicts': read(z.object({ conversationId: id }), result<readonly RunVerdict[]>()),
  /** The user's own verdict. */
  'comparison-verdict': write(
    z.object({
      comparisonId,
      choice: z.union([laneLabel, z.literal('tie')]),
      reasons: z.string().max(20_000).default(''),
      blind: z.boolean().default(false),
    }),
    result<Comparison>(),
    nowhere,
  ),
  /**
   * Merges a lane's changes into the project: with `ours` and `choices` as the user chose from `files-merge-plan`
   * (`base`: the lane's `before`, `theirs`: its `after`); without, all that is not in conflict.
   */
  'comparison-apply': write(
    z.object({
      comparisonId,
      lane: laneLabel,
      ours: snapshot.nullable().default(null),
      choices: z.array(mergeChoice).max(100_000).nullable().default(null),
    }),
    result<{ readonly comparison: Comparison; readonly changed: FilesChanged }>(),
    nowhere,
  ),
  /**
   * Reverts what was applied last; later changes are kept, and if they are in the
   * way, they are listed with the reason.
   */
  'comparison-take-back': write(
    z.object({ comparisonId }),
    result<{ readonly comparison: Comparison; readonly changed: FilesChanged }>(),
    nowhere,
  ),
  /**
   * The conversation continues from this lane. `copy`: in a copy with the lane's files, whose id is returned; else in
   * the project's own folder. The next message follows `turnId`.
   */
  'comparison-continue': write(
    z.object({ comparisonId, lane: laneLabel, copy: z.boolean().default(false) }),
    result<{ readonly comparison: Comparison; readonly turnId: string; readonly workspaceId: string | null }>(),
    nowhere,
  ),

  'tasks-list': read(z.object({ projectId: id }), result<readonly KeptTask[]>()),
  /** Makes a task from an earlier turn: its message, the files before it, and this check. */
  'task-from-turn': write(
    z.object({ turnId: id, name: z.string().trim().min(1).max(200).nullable().default(null), check: check.nullable() }),
    result<KeptTask>(),
    nowhere,
  ),
  'task-save': write(z.object({ projectId: id, task: batchTask }), result<KeptTask>(), nowhere),
  /**
   * Reads tasks from a file (JSON Lines, also those of SWE-bench) or a folder (Harbor's) and keeps them as a task set. One
   * that was imported into this set before is replaced, by its name.
   */
  'tasks-import': write(importTasks, result<ImportedTasks>(), ({ projectId }) => ({ kind: 'project', id: projectId })),
  /** Tries a task with its solution and with nothing done, and keeps what was found. Returns when it has ended. */
  'task-prove': write(z.object({ taskId: id }), result<KeptTask>(), nowhere),
  /** What can start containers on this computer, for tasks that need one. Asks docker and podman. */
  'containers-support': read(z.object({}), result<ContainerSupport>()),
  /** The images that were built for tasks on this computer. Asks docker and podman. */
  'task-images': read(z.object({}), result<readonly TaskImage[]>()),
  /** Returns those that are gone: one that a container uses stays. What is needed again is built again. */
  'task-images-remove': write(
    z.object({ names: z.array(z.string().regex(/^stratagem-task:[0-9a-f-]{1,100}$/)).max(10_000) }),
    result<readonly string[]>(),
    nowhere,
  ),
  'task-delete': write(z.object({ taskId: id }), result<null>(), nowhere),

  'batch-start': write(startBatch, result<Batch>(), ({ projectId }) => ({ kind: 'project', id: projectId })),
  /** Newest first. */
  'batches-list': read(z.object({ projectId: id }), result<readonly Batch[]>()),
  'batch-open': read(z.object({ batchId }), result<BatchView>()),
  /** `since`, `results`: what the caller has of it; null: nothing. */
  'batch-changes': read(
    z.object({
      batchId,
      since: z.number().int().min(0).nullable().default(null),
      results: z.string().max(1000).nullable().default(null),
    }),
    result<BatchChanges>(),
  ),
  /** Where trials fail, and how lanes work. Reads logs for a moment and returns what is known by then. */
  'batch-details': read(z.object({ batchId }), result<BatchDetails>()),
  'batch-stop': write(z.object({ batchId }), result<Batch>(), nowhere),
  /** Starts no more trials; it is paused once those that are running have ended. */
  'batch-pause': write(z.object({ batchId }), result<Batch>(), nowhere),
  /**
   * Continues one that was stopped, paused, interrupted, or ended by a limit; finished trials are not repeated.
   * `limits`: in place of its own.
   */
  'batch-resume': write(z.object({ batchId, limits: batchLimits.optional() }), result<Batch>(), nowhere),
  /**
   * Adds repeats of every task to a finished batch. The user has seen results by then, so from then on verdicts use
   * the test that is valid for any number of looks (`certainty.stopEarly`).
   */
  'batch-extend': write(
    z.object({ batchId, repeats: z.number().int().min(1).max(1000), limits: batchLimits.optional() }),
    result<Batch>(),
    nowhere,
  ),
  'batch-report': readOnce(
    z.object({ batchId, format: z.enum(batchReportFormats), lane: laneLabel.nullable().default(null) }),
    result<BatchReport>(),
  ),
}
