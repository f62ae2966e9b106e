import { formatDuration } from '../../../../src-shared/base/format.ts'
import { viewTime } from '../../../../src-shared/run/time/run-time.ts'
import { costWithWord, knownCost, knownTokens, tokensText } from '../../../../src-shared/run/totals-text.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { useHighlighted } from '../../../parts/timeline/canvas/use-highlighted.ts'
import { LaneSummaryTable } from '../../../parts/timeline/controls/lane-summary-table.tsx'
import { SpanTable } from '../../../parts/timeline/controls/span-table.tsx'
import { changeFrom, changeText } from '../../../parts/timeline/model/lane-summary.ts'
import type { SpanFilter } from '../../../parts/timeline/model/legend-kinds.ts'
import styles from './lane-tables.module.css'
import type { SeenRun } from './side-run.ts'

interface Props {
  readonly seen: readonly SeenRun[]
  readonly shown: 'list' | 'summary'
  /** What the lists show; null: all. */
  readonly only: SpanFilter | null
}

/** The steps of the runs as tables side by side. */
export function LaneTables({ seen, shown, only }: Props) {
  const lanes = seen.flatMap(({ run, name, mark, view }) =>
    view === null ? [] : [{ run, name, mark: mark ?? name, view }],
  )
  if (shown === 'summary') return <LaneSummaryTable lanes={lanes} />
  const [first] = lanes
  return (
    <div className={styles.lists}>
      {lanes.map(({ run, name, mark, view }) => (
        <section key={run.id} className={styles.list} aria-label={`Spans of ${name}`}>
          <h3>
            {mark}
            <span className="figure">
              {totalText(view, first === undefined || first.view === view ? null : first.view)}
            </span>
          </h3>
          <LaneList runId={run.id} view={view} only={only} />
        </section>
      ))}
    </div>
  )
}

function LaneList({ runId, view, only }: { runId: string; view: RunView; only: SpanFilter | null }) {
  const { filtered, path } = useHighlighted({ view, canvas: null, selectedPath: null, only })
  return <SpanTable runId={runId} view={view} only={filtered ?? path?.spans ?? null} narrow />
}

/** The totals of a run, and the differences from the first one. */
function totalText(view: RunView, first: RunView | null): string {
  const work = (each: RunView) => viewTime(each).workMs
  const part = (text: string, of: (view: RunView) => number | null) => {
    const change = first === null ? '' : changeText(changeFrom(of(first), of(view)))
    return change === '' ? text : `${text} (${change})`
  }
  return [
    part(formatDuration(work(view)), work),
    part(tokensText(view.totals), ({ totals }) => knownTokens(totals)),
    part(costWithWord(view.totals), ({ totals }) => knownCost(totals)),
  ].join(' · ')
}
