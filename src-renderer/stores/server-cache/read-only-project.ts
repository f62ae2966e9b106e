import { useWorkbench } from '../session/workbench-store.ts'

/** Whether the open project is read-only: it contains runs that were imported for viewing. */
export const isReadOnlyProject = (): boolean => useWorkbench.getState().project?.readOnly === true

export const useReadOnlyProject = (): boolean => useWorkbench((state) => state.project?.readOnly === true)
