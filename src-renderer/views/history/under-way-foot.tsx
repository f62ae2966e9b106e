import { ChevronUp } from 'lucide-react'
import { shortenMiddle } from '../../../src-shared/base/format.ts'
import { revealHidden } from '../../../src-shared/base/hidden-characters.ts'
import { StatusDot } from '../../parts/history/status-dot.tsx'
import { runStateText } from '../../run/run-state-text.ts'
import { goToRun } from '../../stores/notify.ts'
import { underWayText, useUnderWay } from '../../stores/server-cache/under-way.ts'
import { Menu } from '../../widgets/overlays/menu.tsx'
import styles from './under-way-foot.module.css'

/** Below the conversation list: active runs of all projects, with links. */
export function UnderWayFoot() {
  const runs = useUnderWay((state) => state.runs)
  if (runs.length === 0) return null
  const first = [...runs].sort((a, b) => Number(b.run.status === 'waiting') - Number(a.run.status === 'waiting'))
  return (
    <div className={styles.foot}>
      <Menu
        side="top"
        trigger={
          <button type="button" className={styles.button}>
            {underWayText(runs)}
            <ChevronUp aria-hidden="true" />
          </button>
        }
        groups={[
          {
            label: 'Running in all projects',
            items: first.map((each) => ({
              label: shortenMiddle(revealHidden(each.title), 48),
              summary: `${runStateText[each.run.status]} · ${each.project}`,
              icon: <StatusDot status={each.run.status} />,
              run: () => goToRun(each),
            })),
          },
        ]}
      />
    </div>
  )
}
