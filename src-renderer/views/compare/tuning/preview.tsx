import { type ReactNode, useEffect, useState } from 'react'
import type { StartTuning, TuningPreview } from '../../../../src-shared/api/tuning-requests.ts'
import { counted } from '../../../../src-shared/base/format.ts'
import { estimateText } from '../../../../src-shared/comparison/plan/estimate-text.ts'
import { finalPowerText } from '../../../../src-shared/tuning/final-power-text.ts'
import { useAnswer } from '../../../stores/server-cache/use-answer.ts'
import { cx } from '../../../widgets/cx.ts'
import compare from '../compare.module.css'
import styles from './tuning.module.css'

interface Props {
  readonly request: StartTuning | null
  /** Why there is no request yet. */
  readonly problem: string | null
  readonly children: (preview: TuningPreview | null) => ReactNode
}

/** Delay after typing before the host is asked, ms. */
const pauseMs = 250

/** What will be started: rounds, trials, an estimate, and what the final can show. */
export function Preview({ request, problem, children }: Props) {
  const settled = useSettled(request)
  const { answer } = useAnswer('tuning-preview', settled)
  const preview = request !== null && answer.state === 'ready' ? answer.value : null
  const why = problem ?? (answer.state === 'failed' ? `${answer.failure.message} ${answer.failure.advice}` : null)
  return (
    <div className={cx(compare.footLine, styles.footLine)}>
      <div role="status">
        {why !== null && <p>{why}</p>}
        {why === null && preview !== null && <Numbers preview={preview} />}
      </div>
      {children(why === null ? preview : null)}
    </div>
  )
}

function Numbers({ preview }: { readonly preview: TuningPreview }) {
  const { rounds, training, heldOut, finalTrials, trials, detectable, estimate, warnings } = preview
  return (
    <>
      <p>
        <strong>
          {counted(preview.candidates.length, 'candidate')}, {counted(rounds.length, 'round')}
        </strong>{' '}
        on {counted(training, 'training task')}, then {counted(finalTrials, 'trial')} on {heldOut} held-out ones.{' '}
        {estimateText([estimate], trials)}
      </p>
      <p>
        {detectable !== null && `${finalPowerText(detectable)} `}
        {warnings.join(' ')}
      </p>
    </>
  )
}

/** What has not changed for a moment, so that not each letter asks the host. */
function useSettled(request: StartTuning | null): StartTuning | null {
  const [settled, settle] = useState(request)
  const text = JSON.stringify(request)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the request.
  useEffect(() => {
    const timer = setTimeout(() => settle(request), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
