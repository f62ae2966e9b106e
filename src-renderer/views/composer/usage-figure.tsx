import { formatCost, formatTokens } from '../../../src-shared/base/format.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { useRunOutline } from '../../stores/runs/run-store.ts'
import { isUnderWay } from '../../stores/runs/runs.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'

/** Tokens and cost of the whole conversation with all branches, including the active run so far. */
export function UsageFigure({ run }: { run: Run | null }) {
  const tree = useWorkbench((state) => state.tree)
  const live = useRunOutline(isUnderWay(run) ? run.id : null)
  if (tree?.state !== 'ready') return null
  const all = tree.value.turns
    .flatMap((turn) => turn.runs)
    .map((each) => (each.id === run?.id && live !== null ? live.totals : each.totals))
  const tokens = all.reduce((sum, each) => sum + each.input + each.output, 0)
  if (tokens === 0) return null
  const cost = all.reduce<number | null>(
    (sum, each) => (sum === null || each.cost === null ? null : sum + each.cost),
    0,
  )
  const priced = cost !== null && cost > 0
  // The cost says more than the token count; the tooltip has both.
  return (
    <span
      className="figure"
      title={`This conversation: ${formatTokens(tokens)}${priced ? `, ${formatCost(cost)}` : ''}`}
    >
      {priced ? formatCost(cost) : formatTokens(tokens)}
    </span>
  )
}
