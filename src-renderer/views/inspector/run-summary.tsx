import { formatChange, formatCost, formatCount, formatDuration, formatFiles } from '../../../src-shared/base/format.ts'
import type { RunVerdict } from '../../../src-shared/comparison/shown/run-verdict.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { runTime, waitedText } from '../../../src-shared/run/time/run-time.ts'
import { costText, tokenCountText } from '../../../src-shared/run/totals-text.ts'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import { Elapsed } from '../../parts/chat/elapsed.tsx'
import { lastCheck } from '../../run/outcome/last-check.ts'
import { useRunMs } from '../../run/use-run-ms.ts'
import { cx } from '../../widgets/cx.ts'
import styles from './run-summary.module.css'

interface Figure {
  readonly name: string
  readonly value: string
  /** A secondary value, in small text. */
  readonly note: string
  readonly tone?: 'ok' | 'bad'
}

interface RunSummaryProps {
  readonly run: Run
  readonly view: RunView
  /** What the check of its trial or lane said; null for none. */
  readonly verdict: RunVerdict | null
}

/** The six most important figures. */
export function RunSummary({ run, view, verdict }: RunSummaryProps) {
  return (
    <dl className={styles.figures}>
      {summaryOf(run, view, verdict).map(({ name, value, note, tone }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={cx(styles.value, tone !== undefined && styles[tone])}>
            {name === 'Working' && view.status === 'running' ? <Working run={run} view={view} shown={value} /> : value}
          </dd>
          {note !== '' && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  )
}

/** Goes on between events, as the timeline's does. */
function Working({ run, view, shown }: Pick<RunSummaryProps, 'run' | 'view'> & { readonly shown: string }) {
  const { now, still } = useRunMs(run.id)
  const { workMs } = runTime(run, view, now)
  const isWorking = runTime(run, view, now + 1).workMs > workMs
  return still || !isWorking ? shown : <Elapsed ms={workMs} />
}

export function summaryOf(run: Run, view: RunView, verdict: RunVerdict | null = null): readonly Figure[] {
  const { totals } = view
  const { workMs, waitedMs } = runTime(run, view)
  const over = view.status !== 'running' && view.status !== 'waiting'
  const { changes } = run
  // Of a trial or a lane, its own check decides.
  const check = verdict === null ? lastCheck(view) : { command: verdict.check.command, passed: verdict.passed }
  const cached = totals.input === 0 ? 0 : Math.round((100 * totals.cachedInput) / totals.input)
  const limit = view.budget?.cost ?? null
  return [
    { name: 'Working', value: formatDuration(workMs), note: waitedMs < 500 ? '' : waitedText(waitedMs) },
    {
      name: 'Tokens',
      value: tokenCountText(totals, !over),
      note: cached === 0 ? '' : `${cached} % from cache`,
    },
    { name: 'Cost', value: costText(totals, !over), note: limit === null ? '' : `limit ${formatCost(limit)}` },
    changes === null || !over
      ? { name: 'Changed', value: '—', note: '' }
      : changes.files === 0
        ? { name: 'Changed', value: 'nothing', note: '' }
        : { name: 'Changed', value: formatChange(changes.added, changes.removed), note: formatFiles(changes.files) },
    check === null
      ? { name: 'Check', value: '—', note: 'none was run' }
      : {
          name: 'Check',
          value: check.passed ? 'passes' : 'fails',
          note: check.command,
          tone: check.passed ? 'ok' : 'bad',
        },
    {
      name: 'Tool calls',
      value: formatCount(totals.toolCalls),
      note: totals.toolFailures === 0 ? '' : `${totals.toolFailures} failed`,
    },
  ]
}
