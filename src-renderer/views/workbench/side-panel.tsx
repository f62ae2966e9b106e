import { type SideTab, showSide, useLayout } from '../../stores/layout-store.ts'
import { useShownRun } from '../../stores/turns.ts'
import { ErrorBoundary } from '../../widgets/error-boundary.tsx'
import { Tabs } from '../../widgets/tabs.tsx'
import { ChangesView } from '../changes/changes.tsx'
import { Inspector } from '../inspector/inspector.tsx'

/** The right side: what is selected, or what the run changed. */
export function SidePanel() {
  const tab = useLayout((state) => state.sideTab)
  const files = useShownRun()?.changes?.files
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
      ]}
    />
  )
}
