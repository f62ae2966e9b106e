import { create } from 'zustand'
import type { RunUnderWay } from '../../../src-shared/api/run-requests.ts'
import type { Run, RunStatus } from '../../../src-shared/run/conversation.ts'
import { ask } from '../../host/host.ts'
import { loaded } from './loadable.ts'

/** Runs of all projects that go on or wait for the user. */
export const useUnderWay = create<{ readonly runs: readonly RunUnderWay[] }>(() => ({ runs: [] }))

const goesOn = (status: RunStatus): boolean => status === 'running' || status === 'waiting'

export async function loadUnderWay(): Promise<void> {
  const found = await loaded(ask('runs-under-way', {}))
  if (found.state === 'ready') useUnderWay.setState({ runs: found.value })
}

/** Who hears that a run waits or has ended: see `notify.ts`. */
export type RunListener = (change: { readonly before: RunStatus | null; readonly under: RunUnderWay }) => void
const listeners = new Set<RunListener>()

/** @returns its undoing */
export function onRunChange(listener: RunListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes the host's newest word on a run. A run that is new is asked for with the rest: its title is not known. */
export function takeUnderWay(run: Run): void {
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

/** How many wait for the user. */
export const waitingCount = (runs: readonly RunUnderWay[]): number =>
  runs.filter(({ run }) => run.status === 'waiting').length

/** `2 running · 1 waiting for you`; empty if nothing goes on. */
export function underWayText(runs: readonly RunUnderWay[]): string {
  const waiting = waitingCount(runs)
  const running = runs.length - waiting
  return [
    ...(running === 0 ? [] : [`${running} running`]),
    ...(waiting === 0 ? [] : [`${waiting} waiting for you`]),
  ].join(' · ')
}
