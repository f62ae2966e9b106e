import type { OtherTool } from '../../../src-shared/strategy/other-tools.ts'
import { useWorkbench, type Workbench } from '../session/workbench-store.ts'

/** Whether the open project is read-only: it contains runs that were imported for viewing. */
export const useReadOnlyProject = (): boolean => useWorkbench((state) => state.project?.readOnly === true)

/** The tool that recorded the open conversation, if it was imported from one: all of its runs are. */
const recordedBy = ({ tree }: Workbench): OtherTool | null =>
  tree?.state === 'ready' ? (tree.value.turns[0]?.runs[0]?.recordedBy ?? null) : null

export const useRecordedBy = (): OtherTool | null => useWorkbench(recordedBy)

const readOnly = (state: Workbench): boolean => state.project?.readOnly === true || recordedBy(state) !== null

/** Whether nothing can be continued in the open project or conversation. */
export const isReadOnly = (): boolean => readOnly(useWorkbench.getState())

export const useReadOnly = (): boolean => useWorkbench(readOnly)
