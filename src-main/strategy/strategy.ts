import type { z } from 'zod'
import type { StrategyInfo } from '../../src-shared/strategy/strategy-info.ts'
import type { Strategy } from './steps.ts'

/** A strategy as its author defines it: its name, its options, and how it is built. */
export interface StrategyDefinition<O = unknown> {
  readonly name: string
  readonly title: string
  readonly summary: string
  /** Increased whenever an existing journal would be read differently. */
  readonly version: number
  /** A wrapper takes an inner strategy; other strategies take none, unless it is `optional`. */
  readonly wrapper: StrategyInfo['wrapper']
  /** Every field has a default and a description: the window makes the form from it. */
  readonly options: z.ZodType<O>
  readonly roles: StrategyInfo['roles']
  /** The phases and the moves between them, for the phase map. */
  readonly phases: StrategyInfo['phases']
  /** @param inner the wrapped strategy; for wrappers only */
  build(options: O, inner: Strategy | null): Strategy
}

export const defineStrategy = <O>(definition: StrategyDefinition<O>): StrategyDefinition<O> => definition
