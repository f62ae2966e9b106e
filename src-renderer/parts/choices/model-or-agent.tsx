import { rolesOf } from '../../../src-shared/strategy/resolve-choice.ts'
import type { StrategyChoice, StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { useSettings } from '../../stores/server-cache/settings-store.ts'
import { AgentChoice, hasAgent } from './agent-choice.tsx'
import styles from './composer.module.css'
import { ModelChoice, type ModelChoiceProps } from './model-choice.tsx'

const noStrategies: readonly StrategyInfo[] = []

interface Props extends ModelChoiceProps {
  readonly onStrategy: (strategy: StrategyChoice) => void
}

/** The model, or the agent with its own model and mode; both if a strategy asks models besides the agent. */
export function ModelOrAgent({ onStrategy, ...props }: Props) {
  const strategies = useSettings((state) => valueOr(state.strategies, noStrategies))
  const { strategy } = props.choices
  if (!hasAgent(strategy)) return <ModelChoice {...props} />
  const agent = <AgentChoice strategy={strategy} onChange={onStrategy} side={props.side ?? 'top'} />
  if (rolesOf(strategy, strategies).length === 0) return agent
  return (
    <div className={styles.agentAndModel}>
      {agent}
      <ModelChoice {...props} />
    </div>
  )
}
