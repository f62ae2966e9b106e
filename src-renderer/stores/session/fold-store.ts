import { create } from 'zustand'
import { persist } from 'zustand/middleware'

interface Reading {
  /** Whether finished runs show one line per phase and per group of tool calls, or every step. */
  readonly foldFinished: boolean
  /** Whether long lines of changes wrap. */
  readonly wrapChanges: boolean
  /** Whether full-window changes are shown side by side. */
  readonly sideBySide: boolean
}

/** Display preferences; persisted. */
export const useReading = create<Reading>()(
  persist((): Reading => ({ foldFinished: true, wrapChanges: true, sideBySide: true }), { name: 'stratagem-reading' }),
)

interface Folds {
  /** Rows opened or folded by the user, by key; in a folded run all others are closed. */
  readonly open: { readonly [key: string]: boolean }
  /** Runs that the user watched while they ran. They stay unfolded, so that nothing folds while it is being read. */
  readonly unfolded: { readonly [runId: string]: true }
  /**
   * By run: spans that ended earlier are folded while the run continues, ms of the run. It does not advance while the
   * user reads further up.
   */
  readonly foldedTo: { readonly [runId: string]: number }
}
export const useFolds = create<Folds>(() => ({ open: {}, unfolded: {}, foldedTo: {} }))

export const phaseKey = (runId: string, path: string): string => `${runId} phase ${path}`
export const activityKey = (runId: string, path: string): string => `${runId} activity ${path}`

export function setFold(key: string, open: boolean): void {
  useFolds.setState((state) => ({ open: { ...state.open, [key]: open } }))
}

/** Keeps an active run in this window unfolded until the user scrolls to its end or folds it. */
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

/** The user is at the end of an active run: spans that ended so far may fold. */
export function foldUpTo(runId: string, ms: number): void {
  if ((useFolds.getState().foldedTo[runId] ?? -1) >= ms) return
  useFolds.setState((state) => ({ foldedTo: { ...state.foldedTo, [runId]: ms } }))
}

/** For all finished runs: one line per phase, or every step. */
export function foldFinished(fold: boolean): void {
  useReading.setState({ foldFinished: fold })
  if (fold) useFolds.setState({ unfolded: {}, open: {}, foldedTo: {} })
}
