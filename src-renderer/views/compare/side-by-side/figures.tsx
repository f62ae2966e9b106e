import { formatChange, formatDuration } from '../../../../src-shared/base/format.ts'
import { verdictText } from '../../../../src-shared/comparison/shown/run-verdict.ts'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import { runTime } from '../../../../src-shared/run/time/run-time.ts'
import { costText, modelTimeText, tokensText, toolTimeText } from '../../../../src-shared/run/totals-text.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { runStateText } from '../../../run/run-state-text.ts'
import { useRuns } from '../../../stores/runs/run-store.ts'
import { useRunVerdicts } from '../../../stores/runs/run-verdicts.ts'
import styles from './side-by-side.module.css'
import type { SideRun } from './side-run.ts'

/** The figures of the runs side by side, updated while they run and during playback. */
export function Figures({ runs }: { readonly runs: readonly SideRun[] }) {
  const views = useRuns((state) => state.views)
  const verdicts = useRunVerdicts()
  const isJudged = runs.some(({ run }) => verdicts.has(run.id))
  return (
    <table className={styles.figures} aria-label="Figures">
      <thead>
        <tr>
          <td />
          {runs.map(({ run, name }) => (
            <th key={run.id} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {isJudged && (
          <tr>
            <th scope="row">Check</th>
            {runs.map(({ run }) => {
              const verdict = verdicts.get(run.id)
              const tone = verdict === undefined ? 'plain' : verdict.passed ? 'ok' : 'bad'
              return (
                <td key={run.id} className={styles.check} data-tone={tone}>
                  {verdict === undefined ? '—' : verdictText(verdict)}
                </td>
              )
            })}
          </tr>
        )}
        {rows.map(({ name, of }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {runs.map(({ run }) => (
              <td key={run.id} className="figure">
                {of(run, views[run.id])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface Row {
  readonly name: string
  readonly of: (run: Run, view: RunView | undefined) => string
}

const totals = (run: Run, view: RunView | undefined) => view?.totals ?? run.totals
const rows: readonly Row[] = [
  { name: 'State', of: (run, view) => runStateText[view?.status ?? run.status] },
  { name: 'Working time', of: (run, view) => formatDuration(runTime(run, view).workMs) },
  { name: 'Model', of: (run, view) => modelTimeText(totals(run, view)) },
  { name: 'Tools', of: (run, view) => toolTimeText(totals(run, view)) },
  { name: 'Waited', of: (run, view) => formatDuration(runTime(run, view).waitedMs) },
  { name: 'Tokens', of: (run, view) => tokensText(totals(run, view)) },
  { name: 'Cost', of: (run, view) => costText(totals(run, view)) },
  { name: 'Retries', of: (run, view) => String(totals(run, view).retries) },
  { name: 'Changed', of: (run) => changed(run) },
]

function changed({ changes }: Run): string {
  if (changes === null) return '–'
  if (changes.files === 0) return 'nothing'
  return `${formatChange(changes.added, changes.removed)} in ${changes.files}`
}
