import { create } from 'zustand'
import type { TrialProgress } from '../../../src-shared/comparison/machines/machine-state.ts'

/** How far the running trials of one batch are on other machines: the one that was heard of last. */
interface Heard {
  readonly batchId: string | null
  readonly trials: ReadonlyMap<number, TrialProgress>
}
const useHeard = create<Heard>(() => ({ batchId: null, trials: new Map() }))

export function putTrialProgress(batchId: string, progress: TrialProgress): void {
  useHeard.setState((before) => {
    const known = before.batchId === batchId ? before.trials : []
    return { batchId, trials: new Map([...known, [progress.trial, progress]]) }
  })
}

/** Of how many of these trials a machine said that it runs them. */
export const useHeardCount = (batchId: string, trials: readonly number[]): number =>
  useHeard((heard) => (heard.batchId === batchId ? trials.filter((trial) => heard.trials.has(trial)).length : 0))

/** What the machine that runs a trial said last; undefined if none has it. It may be of a trial that has ended since. */
export const useTrialProgress = (batchId: string, trial: number): TrialProgress | undefined =>
  useHeard((heard) => (heard.batchId === batchId ? heard.trials.get(trial) : undefined))
