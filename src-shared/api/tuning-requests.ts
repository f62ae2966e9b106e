import { z } from 'zod'
import { sharedSetUp } from '../comparison/comparison.ts'
import type { LaneEstimate } from '../comparison/run-estimate.ts'
import { queueAddress } from '../settings/queue-address.ts'
import type { PresetEntry } from '../strategy/preset.ts'
import { presetSources } from '../strategy/preset.ts'
import { strategyPick } from '../strategy/strategy-pick.ts'
import { budget } from '../strategy/task.ts'
import { parameter } from '../tuning/parameter.ts'
import { type Candidate, limits, type Tuning } from '../tuning/tuning.ts'
import type { RoundPlan } from '../tuning/tuning-plan.ts'
import { id, nowhere, read, result, write } from './request-shape.ts'

export const startTuning = sharedSetUp.extend({
  projectId: id,
  name: z.string().trim().min(1).max(200),
  /** A strategy or a preset: the incumbent. */
  strategy: strategyPick,
  /** Profile ids by role. */
  roles: z.record(z.string().max(64), z.string().min(1).max(64)).default({}),
  /** Of each trial; null: as the settings say. */
  budget: budget.nullable().default(null),
  parameters: z.array(parameter).max(50).default([]),
  /** The profile of the model that proposes prompts; null: prompts stay as they are. */
  proposer: id.nullable().default(null),
  /** Ids of kept tasks. */
  tasks: z.array(id).min(2).max(1000),
  /** Those of them that are held out; null: drawn by the seed. */
  heldOut: z.array(id).min(1).max(1000).nullable().default(null),
  /** Of the tasks that are held out, if they are drawn. */
  heldOutShare: z.number().min(0.1).max(0.9).default(0.5),
  /** At the beginning, the incumbent included. */
  candidates: z.number().int().min(1).max(100).default(16),
  finalists: z.number().int().min(1).max(2).default(1),
  /** Trials of each held-out task in the final. */
  finalRepeats: z.number().int().min(1).max(100).default(3),
  alpha: z.number().min(0.001).max(0.2).default(0.05),
  /** Null: by chance. */
  seed: z.number().int().min(0).max(2_147_483_646).nullable().default(null),
  parallel: z.number().int().min(1).max(16).default(1),
  /** Machines that the trials run on. Not given: as the settings say; null: here. */
  queue: queueAddress.nullable().optional(),
  limits: limits.default({ trials: null, cost: null, wallMs: null }),
})
export type StartTuning = z.infer<typeof startTuning>

/** A search before it starts. */
export interface TuningPreview {
  readonly candidates: readonly Candidate[]
  readonly rounds: readonly RoundPlan[]
  readonly training: number
  readonly heldOut: number
  /** Of all rounds and the final. */
  readonly trials: number
  /** Of them, in the final. */
  readonly finalTrials: number
  /**
   * The smallest difference in success that such a final is likely to show, with one trial a task and settings that have
   * nothing in common, 0 to 1; null if it can show none.
   */
  readonly detectable: number | null
  /** What a trial of the incumbent is likely to take; null if nothing is known. */
  readonly estimate: LaneEstimate | null
  /** Sentences. */
  readonly warnings: readonly string[]
}

const tuningId = id

/** Searching for better options and prompts of a strategy. */
export const tuningRequests = {
  'tuning-preview': read(startTuning, result<TuningPreview>()),
  'tuning-start': write(startTuning, result<Tuning>(), ({ projectId }) => ({ kind: 'project', id: projectId })),
  /** Newest first. */
  'tunings-list': read(z.object({ projectId: id }), result<readonly Tuning[]>()),
  'tuning-open': read(z.object({ tuningId }), result<Tuning>()),
  /** Trials that have ended are kept. */
  'tuning-stop': write(z.object({ tuningId }), result<Tuning>(), nowhere),
  /** Continues one that was stopped or interrupted, with its limits or with new ones. No trial is repeated. */
  'tuning-resume': write(z.object({ tuningId, limits: limits.nullable().default(null) }), result<Tuning>(), nowhere),
  /** Saves a candidate that was compared on held-out tasks as a preset with its evidence. */
  'tuning-save': write(
    z.object({
      tuningId,
      candidate: z.number().int().min(0),
      name: z.string().trim().min(1).max(80),
      source: z.enum(presetSources).default('user'),
    }),
    result<PresetEntry>(),
    nowhere,
  ),
}
