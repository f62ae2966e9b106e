import { create } from 'zustand'

/** The run whose changes are shown where the reader chose one; else the run at the end of the branch. */
export const useChosenChanges = create<{ readonly runId: string | null }>(() => ({ runId: null }))
