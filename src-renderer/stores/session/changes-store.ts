import { create } from 'zustand'

/** The run whose changes are shown, if the user chose one; otherwise the run at the end of the branch is used. */
export const useChosenChanges = create<{ readonly runId: string | null }>(() => ({ runId: null }))
