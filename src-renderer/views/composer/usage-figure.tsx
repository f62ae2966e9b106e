import { formatCost, formatTokens } from '../../../src-shared/base/format.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { costText, tokensText } from '../../../src-shared/run/totals-text.ts'
import { addUse, noUse, type Use } from '../../../src-shared/run/use.ts'
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
    .reduce<Use>(addUse, noUse)
  if (all.input + all.output === 0) return null
  const isPriced = all.cost !== null && all.cost > 0
  // The cost says more than the token count; the tooltip has both.
  return (
    <span className="figure" title={`This conversation: ${tokensText(all)}${isPriced ? `, ${costText(all)}` : ''}`}>
      {isPriced ? formatCost(all.cost) : formatTokens(all.input + all.output)}
    </span>
  )
}
