import { ChevronRight, CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { verdictText } from '../../../src-shared/comparison/shown/run-verdict.ts'
import { StoredBody } from '../../parts/chat/cards/tool-body.tsx'
import { useRunVerdict } from '../../stores/runs/run-verdicts.ts'
import { useShownRun } from '../../stores/session/turns.ts'

/** What the check of a trial or lane said, before all that its run said of itself. */
export function TrialVerdict() {
  const runId = useShownRun()?.id ?? ''
  const verdict = useRunVerdict(runId)
  const [shown, show] = useState(false)
  if (verdict === null) return null
  const Icon = verdict.passed ? CircleCheck : CircleX
  return (
    <section className="chat-verdict" data-tone={verdict.passed ? 'ok' : 'bad'} aria-label="Check of this run">
      <p>
        <Icon size={14} aria-hidden="true" />
        <span>{verdictText(verdict)}</span>
        <button type="button" className="chat-link" aria-expanded={shown} onClick={() => show(!shown)}>
          <ChevronRight size={13} aria-hidden="true" />
          Output of the check
        </button>
      </p>
      {shown && <StoredBody body={{ ref: verdict.check.output, size: 0 }} />}
    </section>
  )
}
