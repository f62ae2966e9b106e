import { Waypoints } from 'lucide-react'
import { formatDuration, formatPercent } from '../../../../src-shared/base/format.ts'
import type { CriticalPath } from '../../../../src-shared/timeline/critical-path.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import styles from '../timeline.module.css'

interface Props {
  /** Null while it is hidden. */
  readonly path: CriticalPath | null
  readonly onShow: (shown: boolean) => void
}

/** Toggles the critical path, and shows its length and its share of all work. */
export function PathButton({ path, onShow }: Props) {
  return (
    <>
      <Button
        small
        look="quiet"
        icon={<Waypoints aria-hidden="true" />}
        aria-label="Critical path"
        aria-pressed={path !== null}
        title="What the end waited for: of the run, of a selected phase, or of a marked stretch"
        onClick={() => onShow(path === null)}
      >
        <span className={styles.wide}>Critical path</span>
      </Button>
      {path !== null && (
        <span className="figure" role="status">
          {pathText(path)}
        </span>
      )}
    </>
  )
}

/** `28.0 s, 37 % of all work` */
export function pathText({ workMs, allMs }: Pick<CriticalPath, 'workMs' | 'allMs'>): string {
  const share = allMs === 0 ? '' : `, ${formatPercent(workMs / allMs)} of all work`
  return `${formatDuration(workMs)}${share}`
}
