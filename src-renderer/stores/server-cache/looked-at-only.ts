import { useWorkbench } from '../session/workbench-store.ts'

/** Whether nothing goes on in the open project: it holds what was imported to be looked at. */
export const isLookedAtOnly = (): boolean => useWorkbench.getState().project?.lookedAtOnly === true

export const useLookedAtOnly = (): boolean => useWorkbench((state) => state.project?.lookedAtOnly === true)
