import { create } from 'zustand'
import { persist } from 'zustand/middleware'

interface Reading {
  /** Whether runs that are over show a line a phase and a line a group of tool calls, or every step. */
  readonly foldFinished: boolean
  /** Whether long lines of changes are broken. */
  readonly wrapChanges: boolean
  /** Whether changes in the whole window stand side by side. */
  readonly sideBySide: boolean
}

/** How things are read; remembered. */
export const useReading = create<Reading>()(
  persist((): Reading => ({ foldFinished: true, wrapChanges: true, sideBySide: true }), { name: 'stratagem-reading' }),
)

interface Folds {
  /** What was opened or folded by hand, by the key of its row; all else of a folded run is closed. */
  readonly open: { readonly [key: string]: boolean }
  /** Runs that were read while they ran and stay as they were read: nothing folds away under a reader's eyes. */
  readonly unfolded: { readonly [runId: string]: true }
  /** By run: what ended before this is folded while the run goes on, ms of the run. It stands still while its reader reads further up. */
  readonly foldedTo: { readonly [runId: string]: number }
}
export const useFolds = create<Folds>(() => ({ open: {}, unfolded: {}, foldedTo: {} }))

export const phaseKey = (runId: string, path: string): string => `${runId} phase ${path}`
export const activityKey = (runId: string, path: string): string => `${runId} activity ${path}`

export function setFold(key: string, open: boolean): void {
  useFolds.setState((state) => ({ open: { ...state.open, [key]: open } }))
}

/** A run is under way in this window: it stays unfolded until its reader is at its end, or folds it. */
export function keepUnfolded(runId: string): void {
  if (useFolds.getState().unfolded[runId]) return
  useFolds.setState((state) => ({ unfolded: { ...state.unfolded, [runId]: true } }))
}

export function mayFold(runId: string): void {
  if (!useFolds.getState().unfolded[runId]) return
  useFolds.setState((state) => {
    const { [runId]: _, ...unfolded } = state.unfolded
    return { unfolded }
  })
}

/** The reader of a run that goes on is at its end: what is over by now may fold. */
export function foldUpTo(runId: string, ms: number): void {
  if ((useFolds.getState().foldedTo[runId] ?? -1) >= ms) return
  useFolds.setState((state) => ({ foldedTo: { ...state.foldedTo, [runId]: ms } }))
}

/** For all runs that are over: a line a phase, or every step. */
export function foldFinished(fold: boolean): void {
  useReading.setState({ foldFinished: fold })
  if (fold) useFolds.setState({ unfolded: {}, open: {}, foldedTo: {} })
}
