import type { z } from 'zod'
import type { StrategyInfo } from '../../src-shared/strategy/strategy-info.ts'
import type { Strategy } from './steps.ts'

/** A strategy as its author ships it: what it is called, what can be set, and how it is made. */
export interface StrategyDefinition<O = unknown> {
  readonly name: string
  readonly title: string
  readonly summary: string
  /** Raised whenever a journal written before would be read differently. */
  readonly version: number
  /** A wrapper takes an inner strategy; any other takes none, unless it is `optional`. */
  readonly wrapper: StrategyInfo['wrapper']
  /** Every field has a default and a description: the form is drawn from it. */
  readonly options: z.ZodType<O>
  readonly roles: StrategyInfo['roles']
  /** The phases and the moves between them, for the phase map. */
  readonly phases: StrategyInfo['phases']
  /** @param inner the wrapped strategy; for wrappers only */
  build(options: O, inner: Strategy | null): Strategy
}

export const defineStrategy = <O>(definition: StrategyDefinition<O>): StrategyDefinition<O> => definition
