import { CircleCheck, Split } from 'lucide-react'
import { counted } from '../../../src-shared/base/format.ts'
import type { Divergence, ReplayReport } from '../../../src-shared/run/replay.ts'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import { spanLabel, spanType } from '../../run/span-names.ts'
import { useReplays } from '../../stores/runs/replays.ts'
import { spanIn } from '../../stores/runs/run-store.ts'
import { showIn } from '../../stores/session/selection-store.ts'
import { Alert, FailureAlert } from '../../widgets/feedback/alert.tsx'
import { Spinner } from '../../widgets/feedback/spinner.tsx'
import styles from './run-actions.module.css'

interface Props {
  readonly runId: string
  readonly view: RunView
}

/** The result of verifying the run by replay; nothing if it was not verified. */
export function ReplayResult({ runId, view }: Props) {
  const replaying = useReplays((state) => state[runId])
  if (replaying === undefined) return null
  if (replaying.state === 'failed') return <FailureAlert failure={replaying.failure} bare />
  if (replaying.state === 'done') return <Report runId={runId} view={view} report={replaying.report} />
  return (
    <p className={styles.line}>
      <Spinner label="Verifying" />
      <span className={styles.quiet}>Verifying {counted(view.totals.steps, 'step')}…</span>
    </p>
  )
}

function Report({ runId, view, report }: Props & { readonly report: ReplayReport }) {
  const { steps, divergence, reached, versions, damage } = report
  return (
    <div className={styles.result} role="status">
      {divergence === null ? (
        <p className={`${styles.line} ${styles.equal}`}>
          <CircleCheck size={14} aria-hidden="true" />
          Verified: {counted(steps, 'step')}{' '}
          {reached === 'outcome' ? 'and the result match' : 'match, up to where the recording ends'}
        </p>
      ) : (
        <Apart runId={runId} view={view} steps={steps} divergence={divergence} />
      )}
      {versions.logged !== versions.present && (
        <p className={styles.quiet}>
          The strategy was <code>{versions.logged}</code> and is <code>{versions.present}</code> now.
        </p>
      )}
      {damage === null ? (
        <p className={styles.quiet}>The recording is intact.</p>
      ) : (
        <Alert level="error" message="The recording is damaged." advice={damage} />
      )}
    </div>
  )
}

/** The first step that differs from the log. */
function Apart({
  runId,
  view,
  steps,
  divergence,
}: Props & { readonly steps: number; readonly divergence: Divergence }) {
  const { path, expected, got } = divergence
  const span = spanIn(view, path)
  const name = path === '' ? 'the end' : span === null ? `step ${path}` : `${spanType(span)} ${spanLabel(span)}`
  return (
    <>
      <p className={styles.line}>
        <Split size={14} aria-hidden="true" />
        <span>
          First difference at{' '}
          {span === null ? (
            name
          ) : (
            <button type="button" className={styles.step} onClick={() => showIn('timeline', { runId, path })}>
              {name}
            </button>
          )}
          , after {counted(steps, 'step')}
        </span>
      </p>
      <dl className={styles.apart}>
        <dt>Expected</dt>
        <dd>{expected}</dd>
        <dt>Got</dt>
        <dd>{got}</dd>
      </dl>
    </>
  )
}
