import { ArrowRight } from 'lucide-react'
import { revealHidden } from '../../../src-shared/base/hidden-characters.ts'
import { StatusDot, statusWords } from '../../parts/history/status-dot.tsx'
import { goToRun } from '../../stores/notify.ts'
import { useStrategyTitle } from '../../stores/server-cache/strategy-titles.ts'
import { underWayText, useUnderWay } from '../../stores/server-cache/under-way.ts'
import { SectionHeader } from '../../widgets/section-header.tsx'
import styles from './welcome.module.css'

/** What goes on in all projects, what waits for the user first. */
export function RunningNow() {
  const runs = useUnderWay((state) => state.runs)
  const title = useStrategyTitle()
  if (runs.length === 0) return null
  const first = [...runs].sort((a, b) => Number(b.run.status === 'waiting') - Number(a.run.status === 'waiting'))
  return (
    <section aria-label="Running now">
      <SectionHeader title={`Running now · ${underWayText(runs)}`} />
      <ul className={styles.list}>
        {first.map((each) => (
          <li key={each.run.id} className={styles.item}>
            <button type="button" className={styles.project} onClick={() => goToRun(each)}>
              <span className={styles.dot}>
                <StatusDot status={each.run.status} />
              </span>
              <span className={styles.name}>{revealHidden(each.title)}</span>
              <span className={styles.folder}>
                {statusWords[each.run.status]} · {each.project} · {title(each.run.strategy)}
              </span>
              <ArrowRight className={styles.go} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
