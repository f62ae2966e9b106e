import { create } from 'zustand'
import type { RunUnderWay } from '../../../src-shared/api/run-requests.ts'
import type { Run, RunStatus } from '../../../src-shared/run/conversation.ts'
import { ask } from '../../host/host.ts'
import { toLoadable } from './loadable.ts'

/** Active and waiting runs of all projects. */
export const useUnderWay = create<{ readonly runs: readonly RunUnderWay[] }>(() => ({ runs: [] }))

const goesOn = (status: RunStatus): boolean => status === 'running' || status === 'waiting'

export async function loadUnderWay(): Promise<void> {
  const found = await toLoadable(ask('runs-under-way', {}))
  if (found.state === 'ready') useUnderWay.setState({ runs: found.value })
}

/** Listeners for runs that start waiting or end: see `notify.ts`. */
export type RunListener = (change: { readonly before: RunStatus | null; readonly under: RunUnderWay }) => void
const listeners = new Set<RunListener>()

/** @returns a function that unsubscribes */
export function onRunChange(listener: RunListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Applies the host's latest record of a run. For a new run the whole list is requested again, because its title is not
 * known.
 */
export function applyRunChange(run: Run): void {
  const { runs } = useUnderWay.getState()
  const known = runs.find((each) => each.run.id === run.id)
  if (known === undefined) {
    if (goesOn(run.status)) void loadUnderWay()
    return
  }
  const under = { ...known, run }
  const next = runs.map((each) => (each === known ? under : each))
  useUnderWay.setState({ runs: goesOn(run.status) ? next : next.filter((each) => each !== under) })
  if (known.run.status !== run.status) for (const hear of listeners) hear({ before: known.run.status, under })
}

/** Number of runs that wait for the user. */
export const waitingCount = (runs: readonly RunUnderWay[]): number =>
  runs.filter(({ run }) => run.status === 'waiting').length

/** `2 running · 1 waiting for you`; empty if no run is active. */
export function underWayText(runs: readonly RunUnderWay[]): string {
  const waiting = waitingCount(runs)
  const running = runs.length - waiting
  return [
    ...(running === 0 ? [] : [`${running} running`]),
    ...(waiting === 0 ? [] : [`${waiting} waiting for you`]),
  ].join(' · ')
}
