import { z } from 'zod'
import { failure } from '../base/failure.ts'
import { maxImages, sentImage } from '../mentions/image-marks.ts'
import { changeCount, runStatuses } from '../run/conversation.ts'
import { totals } from '../run/event.ts'
import { queueAddress } from '../settings/queue-address.ts'
import { routedBy } from '../strategy/routing.ts'
import { boundLane, check, commandResult, sharedSetUp } from './comparison.ts'
import { laneLabel } from './lane-label.ts'
import { sweep } from './sweep/sweep.ts'
import { taskParts, taskProof } from './task-parts.ts'
import { batchFork } from './what-if/step-change.ts'

/** A reusable task for lanes: a message, the initial files, and the criterion of success. */
export const batchTask = taskParts.extend({
  id: z.string().min(1).max(64),
  name: z.string().min(1).max(200),
  message: z.string().min(1).max(4_000_000),
  /** That the message sends; left out: none. */
  images: z.array(sentImage).max(maxImages).optional(),
  /** The initial snapshot; null: the project's files at the start of the batch. */
  from: z.string().nullable(),
  /** Null: a run that completes is a success. */
  check: check.nullable(),
  /** The turn that it was made from. */
  turnId: z.string().nullable(),
})
export type BatchTask = z.infer<typeof batchTask>

/** A task saved in a project. */
export const keptTask = batchTask.extend({
  projectId: z.string(),
  createdAt: z.number(),
  /** Of the version that was tried last. */
  proof: taskProof.optional(),
})
export type KeptTask = z.infer<typeof keptTask>

/** The result of a trial, which never changes later. */
export const trialResult = z.object({
  success: z.boolean(),
  status: z.enum(runStatuses),
  totals,
  /** Wall time of the run without waiting for the user, ms. */
  workMs: z.number(),
  changes: changeCount.nullable(),
  check: commandResult.nullable(),
  /** Of what ran, such as `retry@1(tool-loop@3)`; trials from before this was kept have none. */
  strategyVersion: z.string().optional(),
})
export type TrialResult = z.infer<typeof trialResult>

/**
 * One execution of a task by a lane. `void`: it failed for a reason outside the lane (no endpoint, no disk): neither it
 * nor its pair counts, and it is repeated when the batch is resumed. `saved`: it was never run, since its lane had lost
 * the race: neither a failure nor void.
 */
export const trialStates = ['waiting', 'running', 'done', 'void', 'saved'] as const
export const trial = z.object({
  /** Its place in the random order of the batch, from 0. */
  number: z.number(),
  taskId: z.string(),
  /** From 0. Trials of all lanes with the same task and repeat are a pair. */
  repeat: z.number(),
  lane: laneLabel,
  /** If the lane is `auto`: what its rules picked for the task. */
  routed: routedBy.optional(),
  state: z.enum(trialStates),
  /** While it is running: it only waits for its user, and another works in its place. */
  asks: z.boolean().optional(),
  /** Of a task of several steps: the last. */
  runId: z.string().nullable(),
  /** Runs of its earlier steps, oldest first. */
  earlierRunIds: z.array(z.string()).optional(),
  result: trialResult.nullable(),
  failure: failure.nullable(),
})
export type Trial = z.infer<typeof trial>

/**
 * `decided`: it ended early, as every comparison was decided that it may end for. `paused`: by the user. `limited`: a
 * limit for the whole was reached. Both can be resumed.
 */
export const batchStates = ['running', 'interrupted', 'stopped', 'paused', 'limited', 'decided', 'done'] as const
export type BatchState = (typeof batchStates)[number]

/** The certainty required for verdicts. */
export const certainty = z.object({
  /** Maximum rate of "better" or "worse" if there is no difference, 0 to 1. */
  alpha: z.number().min(0.001).max(0.5).default(0.05),
  /** A difference of success that does not matter, 0 to 1, and the same as a share for time, tokens and cost. */
  margin: z.number().min(0.001).max(1).default(0.1),
  /** Whether to end as soon as it is decided. Then a test is used that is valid for any number of looks. */
  stopEarly: z.boolean().default(false),
  /**
   * Whether a lane is out once another is better: its further trials are saved, and the others continue until one is
   * left. All pairs of lanes are then judged by tests that are valid for any number of looks. Left out: no.
   */
  racing: z.boolean().optional(),
})
export type Certainty = z.infer<typeof certainty>

/**
 * Limits of a whole batch; null is no limit. They are checked before each trial starts: those that are running then end
 * by themselves, so the use may exceed a limit by as much as they still take.
 */
export const batchLimits = z.object({
  /** US dollars. */
  cost: z.number().positive().nullable().default(null),
  /** Input and output together. */
  tokens: z.number().int().positive().nullable().default(null),
  /** While the batch is running, ms. */
  wallMs: z.number().int().positive().nullable().default(null),
})

/** What the trials of a batch have used so far, also those that do not count or were interrupted. */
export const batchSpent = z.object({
  /** US dollars; null if a trial had no known price. */
  cost: z.number().nullable(),
  /** Input and output together; null if an agent did not report its own. */
  tokens: z.number().nullable(),
  /** Time in which the batch was running, ms. */
  wallMs: z.number(),
})

/** The same limit of one trial for all lanes: tokens (input and output together), or US dollars. */
export const fairBudget = z.object({ of: z.enum(['tokens', 'cost']), amount: z.number().positive() })

/** A lane that lost the race. */
export const laneOut = z.object({
  lane: laneLabel,
  /** A lane that is better. */
  by: laneLabel,
  /** Pairs of trials of the two until then. */
  after: z.number(),
})

/** Ignored files that the user lets be sent to machines, as project-relative paths. */
export const sentFiles = z.array(z.string().min(1).max(4096)).max(1000)

export const batch = sharedSetUp.extend({
  id: z.string(),
  projectId: z.string(),
  /** A conversation of its own, which holds the runs of all trials. */
  conversationId: z.string(),
  name: z.string(),
  lanes: z.array(boundLane).min(2),
  tasks: z.array(batchTask.extend({ from: z.string() })).min(1),
  repeats: z.number(),
  /** Seed for the order of the trials and for the resampling of the results. */
  seed: z.number(),
  /** Trials at the same time. */
  parallel: z.number(),
  /** Left out: the trials run in the app itself. */
  queue: queueAddress.optional(),
  /** Left out: none. */
  sends: sentFiles.optional(),
  /** Ignored files that tasks have on this computer, and that were not sent. */
  unsent: z.array(z.string()).optional(),
  certainty,
  /** Left out: no limits. */
  limits: batchLimits.optional(),
  /** Left out: each lane has its own limits. */
  fair: fairBudget.optional(),
  /** Its trials continue a run from a step: they are no trials of a task, and are ranked with none. */
  fork: batchFork.optional(),
  /** That made its lanes; left out: they were made by hand. */
  sweep: sweep.optional(),
  state: z.enum(batchStates),
  /** No more trials start, and it is `paused` once those that are running have ended. */
  pausing: z.boolean().optional(),
  /** Which limit was reached, as a sentence, if it is `limited`. */
  limited: z.string().optional(),
  /** In the order in which they lost. */
  out: z.array(laneOut).optional(),
  spent: batchSpent.optional(),
  createdAt: z.number(),
  /** So far. */
  counts: z.object({
    done: z.number(),
    void: z.number(),
    running: z.number(),
    planned: z.number(),
    /** Number of running ones that wait for the user. */
    asking: z.number().default(0),
    /** Never run, since their lanes lost the race. */
    saved: z.number().optional(),
  }),
})
export type Batch = z.infer<typeof batch>

/** The part of a batch that each trial changes. */
export const batchTally = batch.pick({ counts: true, spent: true })
export type BatchTally = z.infer<typeof batchTally>

/** A batch that is ready to start. */
export type BatchPlan = Omit<Batch, 'id' | 'conversationId' | 'state' | 'createdAt' | 'counts'>
