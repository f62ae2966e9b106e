import { ChangesView } from '../parts/changes/changes.tsx'
import { FileView } from '../parts/files/file-view.tsx'
import { type SideTab, showSide, useLayout, useWide } from '../stores/session/layout-store.ts'
import { leaves, useShownRun } from '../stores/session/turns.ts'
import { useWorkbench } from '../stores/session/workbench-store.ts'
import { BranchesView } from '../views/branches/tree/branches-view.tsx'
import { Inspector } from '../views/inspector/inspector.tsx'
import { Tabs } from '../widgets/controls/tabs.tsx'
import { ErrorBoundary } from '../widgets/feedback/error-boundary.tsx'

/** The panel on the right: the selection, the run's changes, a file, or all branches. */
export function SidePanel() {
  const tab = useLayout((state) => state.sideTab)
  // A view that fills the window is not drawn in the panel as well.
  const wide = useWide((state) => state.page)
  const files = useShownRun()?.changes?.files
  const branches = useWorkbench(({ tree }) => (tree?.state === 'ready' ? leaves(tree.value).length : 0))
  return (
    <Tabs<SideTab>
      name="Details"
      value={tab}
      onChange={showSide}
      tabs={[
        {
          value: 'inspector',
          label: 'Inspector',
          panel: (
            <ErrorBoundary>
              <Inspector />
            </ErrorBoundary>
          ),
        },
        {
          value: 'changes',
          label: 'Changes',
          figure: files === 0 ? undefined : files,
          panel: <ErrorBoundary>{wide !== 'changes' && <ChangesView />}</ErrorBoundary>,
        },
        {
          value: 'file',
          label: 'File',
          panel: <ErrorBoundary>{wide !== 'file' && <FileView />}</ErrorBoundary>,
        },
        {
          value: 'branches',
          label: 'Branches',
          figure: branches < 2 ? undefined : branches,
          panel: (
            <ErrorBoundary>
              <BranchesView />
            </ErrorBoundary>
          ),
        },
      ]}
    />
  )
}
