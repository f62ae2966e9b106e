import { Check, X } from 'lucide-react'
import { formatFixed } from '../../../../src-shared/base/format.ts'
import { type Evaluation, thresholdOf } from '../../../run/outcome/own-results.ts'
import { useRunOutline } from '../../../stores/runs/run-store.ts'
import { useSettings } from '../../../stores/server-cache/settings-store.ts'
import { StreamedMarkdown } from '../../../widgets/markdown/markdown.tsx'

/** A submitted evaluation: its score, the required score and the reasons. */
export function EvaluationCard({ runId, evaluation }: { readonly runId: string; readonly evaluation: Evaluation }) {
  const strategies = useSettings((state) => state.strategies)
  const known = strategies.state === 'ready' ? strategies.value : []
  const threshold = thresholdOf(useRunOutline(runId)?.strategy ?? null, known)
  const { score, reasoning } = evaluation
  const reached = threshold === null || score >= threshold
  const Icon = reached ? Check : X
  const against = threshold === null ? '' : ` ${reached ? '≥' : '<'} ${formatFixed(threshold, 2)}`
  return (
    <div className="chat-card chat-evaluation">
      <header>
        <span>Evaluation</span>
        <meter className="unseen" min={0} max={1} value={score} aria-label="Score" />
        <svg className="chat-score" viewBox="0 0 96 5" aria-hidden="true">
          <rect width="96" height="5" rx="2.5" className="track" />
          <rect width={96 * score} height="5" rx="2.5" className={reached ? 'ok' : 'bad'} />
          {threshold !== null && <rect x={96 * threshold - 0.75} width="1.5" height="5" className="mark" />}
        </svg>
        <span className="figure">{formatFixed(score, 2) + against}</span>
        {threshold !== null && (
          <span className={reached ? 'chat-state ok' : 'chat-state bad'}>
            <Icon size={13} aria-hidden="true" />
            {reached ? 'good enough' : 'below the threshold'}
          </span>
        )}
      </header>
      {reasoning.trim() !== '' && (
        <div className="chat-reason">
          <StreamedMarkdown text={reasoning} streaming={false} />
        </div>
      )}
    </div>
  )
}
