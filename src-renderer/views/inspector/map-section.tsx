import { useMemo } from 'react'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import type { StrategyChoice, StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'
import { layersOf } from '../../parts/strategy/composition.ts'
import { PhaseMap } from '../../parts/strategy/phase-map.tsx'
import { visitsOf } from '../../parts/strategy/phase-visits.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { useSettings } from '../../stores/server-cache/settings-store.ts'
import { Section } from './section.tsx'

const none: readonly StrategyInfo[] = []

/** Where the run is and has been on the map of its strategy. */
export function MapSection({ strategy, view }: { strategy: StrategyChoice; view: RunView }) {
  const strategies = useSettings((state) => valueOr(state.strategies, none))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view's spans grow in place, or are another moment's; `shape` tells of it.
  const visits = useMemo(
    () =>
      visitsOf(
        view,
        layersOf(strategy).map(({ name }) => strategies.find((each) => each.name === name)?.phases ?? []),
      ),
    [view.spans, view.shape, strategy, strategies],
  )
  return (
    <Section title="Phases">
      <PhaseMap choice={strategy} strategies={strategies} visits={visits} />
    </Section>
  )
}
