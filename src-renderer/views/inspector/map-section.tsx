import { useMemo } from 'react'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import type { StrategyChoice, StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'
import { layersOf } from '../../parts/strategy/composition.ts'
import { PhaseMap } from '../../parts/strategy/phase-map.tsx'
import { visitsOf } from '../../parts/strategy/phase-visits.ts'
import { useByShape } from '../../stores/runs/use-by-shape.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { useSettings } from '../../stores/server-cache/settings-store.ts'
import { Section } from './section.tsx'

const none: readonly StrategyInfo[] = []

/** Where the run is and has been on the map of its strategy. */
export function MapSection({ strategy, view }: { strategy: StrategyChoice; view: RunView }) {
  const strategies = useSettings((state) => valueOr(state.strategies, none))
  const still = useByShape(view, view.spans, view.shape)
  const visits = useMemo(
    () =>
      visitsOf(
        still,
        layersOf(strategy).map(({ name }) => strategies.find((each) => each.name === name)?.phases ?? []),
      ),
    [still, strategy, strategies],
  )
  return (
    <Section title="Phases">
      <PhaseMap choice={strategy} strategies={strategies} visits={visits} />
    </Section>
  )
}
