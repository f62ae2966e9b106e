import type { BoundLane } from '../../../src-shared/comparison/comparison.ts'
import type { Batch, Trial, TrialResult } from '../../../src-shared/comparison/comparison-batch.ts'
import { noTotals } from '../../../src-shared/run/event.ts'
import { defaultBudget } from '../../../src-shared/strategy/task.ts'

const lane = (label: BoundLane['label'], name: string): BoundLane => ({
  label,
  name,
  strategy: { name: 'tool-loop', options: {} },
  choice: { name: 'tool-loop', options: {} },
  roles: {},
  bound: {},
  budget: defaultBudget,
  temperature: null,
  reasoningEffort: null,
})

/** An invented batch in the form that the host stores. */
export const madeBatch = (more: Partial<Batch> = {}): Batch => ({
  id: 'batch_1',
  projectId: 'proj_1',
  conversationId: 'conv_1',
  name: 'Made up',
  lanes: [lane('A', 'plain'), lane('B', '')],
  tasks: [{ id: 't', name: 'The task', message: 'Do it.', from: 'f'.repeat(40), check: null, turnId: null }],
  repeats: 1,
  seed: 1,
  parallel: 1,
  certainty: { alpha: 0.05, margin: 0.1, stopEarly: false },
  mode: 'act',
  approval: 'everything',
  dependencies: 'clone',
  setUpCommand: null,
  state: 'done',
  createdAt: 1_750_000_000_000,
  counts: { done: 0, void: 0, running: 0, planned: 0, asking: 0 },
  ...more,
})

/** The result of one trial; null if it did not count. */
export interface TrialOutcome {
  readonly success: boolean
  readonly workMs?: number
  readonly tokens?: number
  readonly cost?: number | null
  readonly score?: number
}

/** Pairs of lanes A and B, in the order of the plan. */
export function madeTrials(
  pairs: readonly (readonly [a: TrialOutcome | null, b: TrialOutcome | null])[],
  taskId = 't',
): Trial[] {
  return pairs.flatMap((pair, repeat) =>
    (['A', 'B'] as const).map((label, at): Trial => {
      const outcome = pair[at] ?? null
      const common = { number: repeat * 2 + at, taskId, repeat, lane: label, runId: `run_${repeat}${label}` }
      if (outcome === null) return { ...common, state: 'void', result: null, failure: null }
      return { ...common, state: 'done', result: madeResult(outcome), failure: null }
    }),
  )
}

export function madeResult({ success, workMs = 1000, tokens = 100, cost = 0.01, score }: TrialOutcome): TrialResult {
  const totals = { ...noTotals, input: tokens, cost }
  const ran = { command: 'score', exitCode: 0, how: 'exited', durationMs: 1, output: '' } as const
  const check = score === undefined ? null : { ...ran, score }
  return { success, status: 'completed', totals, workMs, changes: null, check }
}
