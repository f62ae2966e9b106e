import { Waypoints } from 'lucide-react'
import { formatDuration, formatPercent } from '../../../../src-shared/base/format.ts'
import type { CriticalPath } from '../../../../src-shared/timeline/critical-path.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import styles from '../timeline.module.css'

interface Props {
  /** Its length in words, see `pathText`; null while it is hidden. */
  readonly text: string | null
  readonly onShow: (shown: boolean) => void
}

/** Toggles the critical path, and shows its length and its share of all work. */
export function PathButton({ text, onShow }: Props) {
  return (
    <>
      <Button
        small
        look="quiet"
        icon={<Waypoints aria-hidden="true" />}
        aria-label="Critical path"
        aria-pressed={text !== null}
        title="What the end waited for: of the run, of a selected phase, or of a marked stretch"
        onClick={() => onShow(text === null)}
      >
        <span className={styles.wide}>Critical path</span>
      </Button>
      {text !== null && (
        <span className="figure" role="status">
          {text}
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
