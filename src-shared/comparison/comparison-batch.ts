import { z } from 'zod'
import { failure } from '../base/failure.ts'
import { changeCount, runStatuses } from '../run/conversation.ts'
import { totals } from '../run/event.ts'
import { routedBy } from '../strategy/routing.ts'
import { boundLane, check, commandResult, laneLabel, sharedSetUp } from './comparison.ts'

/** A task that can be given to lanes again and again: a message, the files to begin with, and how to tell success. */
export const batchTask = z.object({
  id: z.string().min(1).max(64),
  name: z.string().min(1).max(200),
  message: z.string().min(1).max(4_000_000),
  /** Snapshot to begin with; null: the project's files as they are when the batch starts. */
  from: z.string().nullable(),
  /** Null: a run that completes is a success. */
  check: check.nullable(),
  /** The turn that it was made from. */
  turnId: z.string().nullable(),
})
export type BatchTask = z.infer<typeof batchTask>

/** A task that is kept for a project. */
export const keptTask = batchTask.extend({ projectId: z.string(), createdAt: z.number() })
export type KeptTask = z.infer<typeof keptTask>

/** The result of a trial. Nothing of it is changed later. */
export const trialResult = z.object({
  success: z.boolean(),
  status: z.enum(runStatuses),
  totals,
  /** Wall time of the run without waiting for the user, ms. */
  workMs: z.number(),
  changes: changeCount.nullable(),
  check: commandResult.nullable(),
})
export type TrialResult = z.infer<typeof trialResult>

/**
 * One lane at one task, once. `void`: what failed was not the lane's doing (no endpoint, no disk): it counts for
 * nobody, nor does its pair, and is tried again when the batch is resumed.
 */
export const trialStates = ['waiting', 'running', 'done', 'void'] as const
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
  /** While it is running: all that it does is wait for its user, and another works in its place. */
  asks: z.boolean().optional(),
  runId: z.string().nullable(),
  result: trialResult.nullable(),
  failure: failure.nullable(),
})
export type Trial = z.infer<typeof trial>

/** `decided`: it ended early, as every comparison with the first lane was decided. */
export const batchStates = ['running', 'interrupted', 'stopped', 'decided', 'done'] as const
export type BatchState = (typeof batchStates)[number]

/** How sure the words of the results are. */
export const certainty = z.object({
  /** The most often that "better" or "worse" is said where there is no difference, 0 to 1. */
  alpha: z.number().min(0.001).max(0.5).default(0.05),
  /** A difference of success that does not matter, 0 to 1, and the same as a share for time, tokens and cost. */
  margin: z.number().min(0.001).max(1).default(0.1),
  /** Whether to end as soon as it is decided. Then looks are paid for with a test that bears any number of them. */
  stopEarly: z.boolean().default(false),
})
export type Certainty = z.infer<typeof certainty>

export const batch = sharedSetUp.extend({
  id: z.string(),
  projectId: z.string(),
  /** A conversation of its own, which holds the runs of all trials. */
  conversationId: z.string(),
  name: z.string(),
  lanes: z.array(boundLane).min(2),
  tasks: z.array(batchTask.extend({ from: z.string() })).min(1),
  repeats: z.number(),
  /** Of the order of the trials and of the results' resampling. */
  seed: z.number(),
  /** Trials at the same time. */
  parallel: z.number(),
  certainty,
  state: z.enum(batchStates),
  createdAt: z.number(),
  /** So far. */
  counts: z.object({
    done: z.number(),
    void: z.number(),
    running: z.number(),
    planned: z.number(),
    /** Of those that are running, such that wait for the user. */
    asking: z.number().default(0),
  }),
})
export type Batch = z.infer<typeof batch>
