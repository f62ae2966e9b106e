import { type SideTab, showSide, useLayout } from '../../stores/layout-store.ts'
import { leaves, useShownRun } from '../../stores/turns.ts'
import { useWorkbench } from '../../stores/workbench-store.ts'
import { ErrorBoundary } from '../../widgets/error-boundary.tsx'
import { Tabs } from '../../widgets/tabs.tsx'
import { BranchesView } from '../branches/branches-view.tsx'
import { ChangesView } from '../changes/changes.tsx'
import { Inspector } from '../inspector/inspector.tsx'

/** The right side: what is selected, what the run changed, or all branches. */
export function SidePanel() {
  const tab = useLayout((state) => state.sideTab)
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
          panel: (
            <ErrorBoundary>
              <ChangesView />
            </ErrorBoundary>
          ),
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
