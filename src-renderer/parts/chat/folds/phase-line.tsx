import { ChevronRight } from 'lucide-react'
import { formatCost, formatDuration } from '../../../../src-shared/base/format.ts'
import { revealHidden } from '../../../../src-shared/base/hidden-characters.ts'
import { phaseOutcome } from '../../../run/outcome/phase-outcome.ts'
import { groupFacts } from '../../../run/phase-facts.ts'
import { spanIn, useRunOutline } from '../../../stores/runs/run-store.ts'
import { phaseKey, setFold } from '../../../stores/session/fold-store.ts'
import type { FoldedRow } from './fold-rows.ts'

interface Props {
  readonly runId: string
  readonly row: Extract<FoldedRow, { kind: 'phase-line' }>
}

/** An ended phase in one line: its outcome, cost and time. Expands to its steps. */
export function PhaseLine({ runId, row }: Props) {
  const view = useRunOutline(runId)
  const facts = view === null ? null : groupFacts(view, row.path)
  if (view === null || facts === null) return null
  const span = spanIn(view, row.path)
  const name = span?.kind === 'phase' ? span.title || span.name : ''
  const { text, result } = phaseOutcome(view, row.path)
  return (
    <button
      type="button"
      className="chat-phase chat-fold-line"
      aria-expanded={row.open}
      onClick={() => setFold(phaseKey(runId, row.path), !row.open)}
    >
      <ChevronRight size={14} aria-hidden="true" />
      <em className={facts.hue} title={name}>
        {name}
      </em>
      <span className="chat-done">{revealHidden(text)}</span>
      {span?.state === 'failed' && <span className="chat-state bad">failed</span>}
      {span?.state === 'interrupted' && <span className="chat-state">stopped here</span>}
      {result !== null && span?.state === 'ok' && <span className={`chat-result ${result.tone}`}>{result.text}</span>}
      <span className="chat-cost figure">{facts.calls > 0 && facts.cost !== null ? formatCost(facts.cost) : ''}</span>
      <span className="chat-time figure">{formatDuration(facts.time.workMs)}</span>
    </button>
  )
}
