import { Columns2 } from 'lucide-react'
import type { Run, Turn } from '../../../../src-shared/run/conversation.ts'
import type { StrategyChoice, StrategyInfo } from '../../../../src-shared/strategy/strategy-info.ts'
import { toastOnFailure } from '../../../stores/report.ts'
import { setUpComparison } from '../../../stores/server-cache/comparisons.ts'
import { valueOr } from '../../../stores/server-cache/loadable.ts'
import { useReadOnly } from '../../../stores/server-cache/read-only-project.ts'
import { useSettings } from '../../../stores/server-cache/settings-store.ts'
import { askAgain } from '../../../stores/session/again/ask-again.ts'
import { useBranch } from '../../../stores/session/turns.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { lanesForRun } from '../../lanes/lane-drafts.ts'

const none: readonly StrategyInfo[] = []
/** Strategies that people try first, most likely first. */
const likely = ['plan-revise-execute', 'tool-loop', 'tdd', 'reflection'] as const

/** Under the newest answer: offers to send the message again with another strategy, or to compare both. */
export function NextSteps({ run, turn }: { readonly run: Run; readonly turn: Turn }) {
  const isNewest = useBranch().at(-1)?.id === turn.id
  const readOnly = useReadOnly()
  const strategies = useSettings((state) => valueOr(state.strategies, none))
  if (!isNewest || readOnly || run.imported) return null
  const used = namesIn(run.strategy)
  const others = likely
    .flatMap((name) => strategies.filter((each) => each.name === name && !used.includes(name)))
    .slice(0, 2)
  if (others.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className="chat-next" role="group" aria-label="What to try next">
      <span>Try the same with</span>
      {others.map(({ name, title }) => (
        <Button
          key={name}
          small
          onClick={() => void toastOnFailure(askAgain(turn, { strategy: { name, options: {} } }))}
        >
          {title}
        </Button>
      ))}
      <span>or</span>
      <Button
        small
        icon={<Columns2 aria-hidden="true" />}
        onClick={() => setUpComparison({ kind: 'turn', turnId: turn.id }, turn.message, lanesForRun(run))}
      >
        Compare with…
      </Button>
    </div>
  )
}

const namesIn = ({ name, inner }: StrategyChoice): readonly string[] => [
  name,
  ...(inner === undefined ? [] : namesIn(inner)),
]
