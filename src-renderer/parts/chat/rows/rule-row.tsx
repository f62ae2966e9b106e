import { formatCost } from '../../../../src-shared/base/format.ts'
import { formatWorkingTime } from '../../../../src-shared/run/time/run-time.ts'
import { liveTime } from '../../../../src-shared/run/time/work-times.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import type { StrategyChoice } from '../../../../src-shared/strategy/strategy-info.ts'
import { type GroupFacts, groupFacts } from '../../../run/phase-facts.ts'
import { useRunMs } from '../../../run/use-run-ms.ts'
import { spanIn, useRunOutline } from '../../../stores/runs/run-store.ts'
import { useStrategyTitle } from '../../../stores/server-cache/strategy-titles.ts'
import { Elapsed } from '../elapsed.tsx'
import type { RunRow } from './run-layout.ts'

/** The heading of a phase, a branch or a child run: its name, time, role and cost. */
export function RuleRow({ runId, row }: { readonly runId: string; readonly row: Exclude<RunRow, { kind: 'block' }> }) {
  const view = useRunOutline(runId)
  const title = useStrategyTitle()
  if (view === null) return null
  if (row.kind === 'rule') return <hr className="chat-line" />
  if (row.kind === 'branch') return <div className="chat-rule branch">{`branch ${row.number} of ${row.of}`}</div>
  const facts = groupFacts(view, row.path)
  if (facts === null) return null
  return (
    <h3 className="chat-rule">
      <em className={facts.hue}>{nameOf(view, row.path, title)}</em>
      <Figures runId={runId} view={view} path={row.path} facts={facts} />
      {!facts.running && <span className="unseen"> ended</span>}
      <Failed view={view} path={row.path} />
    </h3>
  )
}

function nameOf(view: RunView, path: string, title: (strategy: StrategyChoice) => string): string {
  const span = spanIn(view, path)
  if (span?.kind === 'phase') return span.title === '' ? span.name : span.title
  return span?.kind === 'child' ? `delegated · ${span.agent ?? title(span.strategy)}` : ''
}

function Figures({ runId, view, path, facts }: FiguresProps) {
  const { now, still } = useRunMs(runId)
  const span = spanIn(view, path)
  const live = span === null ? null : liveTime(view, span, now)
  const rest = [facts.roles.join(', '), facts.calls > 0 && facts.cost !== null ? formatCost(facts.cost) : '']
  const parts = [facts.running ? '' : formatWorkingTime(facts.time), ...rest].filter((part) => part !== '')
  return (
    <>
      {facts.running && live !== null && (
        <Elapsed key={`${live.isWorking}`} ms={live.workMs} still={still || !live.isWorking} />
      )}
      <span className="figure">{(facts.running && parts.length > 0 ? '· ' : '') + parts.join(' · ')}</span>
    </>
  )
}

interface FiguresProps {
  readonly runId: string
  readonly view: RunView
  readonly path: string
  readonly facts: GroupFacts
}

function Failed({ view, path }: { readonly view: RunView; readonly path: string }) {
  const span = spanIn(view, path)
  if (span?.state === 'failed') return <span className="chat-state bad">failed</span>
  return span?.state === 'interrupted' ? <span className="chat-state">stopped here</span> : null
}
