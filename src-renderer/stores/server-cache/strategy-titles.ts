import { useCallback } from 'react'
import type { StrategyChoice, StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'
import { strategyTitle, titleInConversation } from '../../../src-shared/strategy/strategy-title.ts'
import { valueOr } from './loadable.ts'
import { useSettings } from './settings-store.ts'

const none: readonly StrategyInfo[] = []

/** Everything that a title can be looked up in; empty until loaded. */
export const useKnownStrategies = (): readonly StrategyInfo[] =>
  useSettings(({ strategies }) => valueOr(strategies, none))

/** The title of a strategy, as used everywhere in the window: see `strategyTitle`. */
export function useStrategyTitle(): (strategy: StrategyChoice | string) => string {
  const known = useKnownStrategies()
  return useCallback(
    (strategy) =>
      typeof strategy === 'string' ? strategyTitle(strategy, known) : titleInConversation(strategy, known),
    [known],
  )
}

/** The same, for code outside of components. */
export const titleNow = (strategy: StrategyChoice): string =>
  titleInConversation(strategy, valueOr(useSettings.getState().strategies, none))
