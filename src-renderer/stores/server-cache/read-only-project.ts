import { useWorkbench } from '../session/workbench-store.ts'

/** Whether nothing goes on in the open project: it holds what was imported to be looked at. */
export const isReadOnlyProject = (): boolean => useWorkbench.getState().project?.readOnly === true

export const useReadOnlyProject = (): boolean => useWorkbench((state) => state.project?.readOnly === true)
