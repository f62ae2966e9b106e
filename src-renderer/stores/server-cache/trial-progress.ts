import { useMemo } from 'react'
import { create } from 'zustand'
import type { Batch } from '../../../src-shared/comparison/comparison-batch.ts'
import type { TrialProgress } from '../../../src-shared/comparison/machines/machine-state.ts'
import type { ShownTrial } from '../../../src-shared/comparison/shown/shown-trial.ts'

/** How far the running trials of one batch are on other machines: the one that was heard of last. */
interface Heard {
  readonly batchId: string | null
  readonly trials: Map<number, TrialProgress>
}
const useHeard = create<Heard>(() => ({ batchId: null, trials: new Map() }))

export function putTrialProgress(batchId: string, progress: TrialProgress): void {
  useHeard.setState((before) => {
    const trials = before.batchId === batchId ? before.trials : new Map<number, TrialProgress>()
    // The same map: thousands of trials are heard of, each many times.
    return { batchId, trials: trials.set(progress.trial, progress) }
  })
}

/** The trials of a batch as they are on machines, see {@link onMachines}. */
export function useTrialsOnMachines(
  { id, queue, state }: Pick<Batch, 'id' | 'queue' | 'state'>,
  trials: readonly ShownTrial[],
): readonly ShownTrial[] {
  const count = useHeard((heard) => (heard.batchId === id ? heard.trials.size : 0))
  const isQueued = queue !== undefined && state === 'running'
  return useMemo(() => {
    const heard = count === 0 ? null : useHeard.getState().trials
    return isQueued ? onMachines(trials, (trial) => heard?.has(trial) === true) : trials
  }, [isQueued, trials, count])
}

/**
 * Trials that were given to a queue: those that no machine has yet wait. Each is the same object in every answer, so that
 * only what changed is drawn anew.
 *
 * @param isOnMachine whether a machine said of the trial with this number that it runs it
 */
export const onMachines = (
  trials: readonly ShownTrial[],
  isOnMachine: (trial: number) => boolean,
): readonly ShownTrial[] =>
  trials.map((trial) => (trial.state === 'running' && !isOnMachine(trial.number) ? inQueue(trial) : trial))

const waiting = new WeakMap<ShownTrial, ShownTrial>()

function inQueue(trial: ShownTrial): ShownTrial {
  const known = waiting.get(trial)
  if (known !== undefined) return known
  const made = { ...trial, state: 'waiting' as const }
  waiting.set(trial, made)
  return made
}

/** What the machine that runs a trial said last; undefined if none has it. It may be of a trial that has ended since. */
export const useTrialProgress = (batchId: string, trial: number): TrialProgress | undefined =>
  useHeard((heard) => (heard.batchId === batchId ? heard.trials.get(trial) : undefined))
