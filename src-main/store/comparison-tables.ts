import type { Comparison, ComparisonState } from '../../src-shared/comparison.ts'
import type { Batch, BatchState, KeptTask, Trial } from '../../src-shared/comparison-batch.ts'

/** Comparisons, batches of trials, and tasks, each kept as one JSON record. */
export interface ComparisonTable {
  get(id: string): Comparison | undefined
  /** Newest first; of one conversation or of all. */
  list(projectId: string, conversationId: string | null): Comparison[]
  /** With the host that carries each out. */
  withState(states: readonly ComparisonState[]): { comparison: Comparison; host: string | null }[]
  create(comparison: Comparison, host: string): void
  save(comparison: Comparison): void
  /** Takes over one whose host is gone; false where another was quicker. */
  claim(id: string, from: string | null, host: string): boolean
}

export interface BatchTable {
  get(id: string): Batch | undefined
  /** Newest first. */
  list(projectId: string): Batch[]
  withState(states: readonly BatchState[]): { batch: Batch; host: string | null }[]
  create(batch: Batch, trials: readonly Trial[], host: string): void
  save(batch: Batch): void
  claim(id: string, from: string | null, host: string): boolean
  /** In the order of the plan. */
  trials(batchId: string): Trial[]
  saveTrial(batchId: string, trial: Trial): void
}

export interface TaskTable {
  get(id: string): KeptTask | undefined
  /** Oldest first. */
  list(projectId: string): KeptTask[]
  save(task: KeptTask): void
  remove(id: string): void
}
