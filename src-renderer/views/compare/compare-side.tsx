import type { ShownLane } from '../../parts/lanes/lane-text.ts'
import { useSelection } from '../../stores/session/selection-store.ts'
import { ErrorBoundary } from '../../widgets/feedback/error-boundary.tsx'
import { Inspector } from '../inspector/inspector.tsx'
import styles from './compare.module.css'

/** Side panel next to the lanes, with the selection in one of them; empty without a selection. */
export function CompareSide({ lanes }: { readonly lanes: readonly ShownLane[] }) {
  const shown = useSelection(({ selected }) =>
    lanes.some((each) => each.run !== null && each.run.id === selected?.runId),
  )
  if (!shown) return null
  return (
    <aside className={styles.side} aria-label="Selected">
      <ErrorBoundary>
        <Inspector />
      </ErrorBoundary>
    </aside>
  )
}
