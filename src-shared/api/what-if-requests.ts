import { z } from 'zod'
import { check } from '../comparison/comparison.ts'
import { type Batch, type BatchState, batchLimits } from '../comparison/comparison-batch.ts'
import type { StepEffect } from '../comparison/comparison-results.ts'
import type { StepWithRest } from '../comparison/what-if/fork-estimate.ts'
import { stepChange } from '../comparison/what-if/step-change.ts'
import { approvalModes } from '../model/tool.ts'
import { id, read, result, write } from './request-shape.ts'

const forks = z.object({
  runId: id,
  /** Forks of each lane. */
  repeats: z.number().int().min(1).max(1000).default(10),
  parallel: z.number().int().min(1).max(16).default(1),
  /** Null: by chance. */
  seed: z.number().int().min(0).nullable().default(null),
  /** Null: a run that completes is a success. Not given: that of the task or comparison that the run belongs to. */
  check: check.nullable().optional(),
  /** Null: as it was. */
  approval: z.enum(approvalModes).nullable().default(null),
  /** Of all forks together. Not given: no limits. */
  limits: batchLimits.optional(),
})

export const startWhatIf = forks.extend({
  /** Path of the step. */
  path: z.string().min(1).max(1000),
  /** Each is a lane; the first lane of the batch is the step as it was. */
  changes: z.array(stepChange).min(1).max(20),
})
export type StartWhatIf = z.infer<typeof startWhatIf>

export const startScan = forks.extend({
  repeats: z.number().int().min(1).max(1000).default(5),
  /** Steps are left out, evenly, until there are no more trials than this. */
  maxTrials: z.number().int().min(2).max(10_000).default(200),
})
export type StartScan = z.infer<typeof startScan>

/** A batch that continues a run from one of its steps, with what it found so far. */
export interface WhatIf {
  readonly batchId: string
  readonly kind: 'change' | 'scan'
  readonly state: BatchState
  /** Trials done, and planned. */
  readonly done: number
  readonly planned: number
  readonly createdAt: number
  /** A scan has one for each of its steps but the last: the effect of what the run decided there. */
  readonly effects: readonly WhatIfEffect[]
}

export interface WhatIfEffect extends StepEffect {
  /** Path of the step. */
  readonly path: string
  /** What was changed; of a scan: what the run did. */
  readonly name: string
}

/** What would have happened: a run continued many times from a step, as it was and with something changed. */
export const whatIfRequests = {
  'what-if-start': write(startWhatIf, result<Batch>(), ({ runId }) => ({ kind: 'run', id: runId })),
  /** Continues a run many times from each of its model calls and questions, with nothing changed. */
  'what-if-scan': write(startScan, result<Batch>(), ({ runId }) => ({ kind: 'run', id: runId })),
  /** Of one run, newest first. */
  'what-ifs-list': read(z.object({ runId: id }), result<readonly WhatIf[]>()),
  /** What a what-if of this run would check, from which steps it can continue, and where the run stands. */
  'what-if-steps': read(
    z.object({ runId: id }),
    result<{
      readonly steps: readonly StepWithRest[]
      readonly check: z.infer<typeof check> | null
      /** Whether it worked in a container: what its commands changed outside of the workspace is not in forks. */
      readonly inContainer: boolean
      readonly conversationId: string
      readonly turnId: string
    }>(),
  ),
}
