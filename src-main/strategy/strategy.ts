import type { z } from 'zod'
import {
  bindPrompts,
  type PromptBook,
  type Prompts,
  type PromptTable,
  type PromptTexts,
} from '../../src-shared/strategy/prompts.ts'
import type { StrategyInfo } from '../../src-shared/strategy/strategy-info.ts'
import type { Strategy } from './steps.ts'

/** A strategy: its name, its options, its prompts, and how it is built. */
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
  /** Every text that it sends to a model of its own accord. */
  readonly prompts: PromptTable
  readonly roles: StrategyInfo['roles']
  /** The phases and the moves between them, for the phase map. */
  readonly phases: StrategyInfo['phases']
  /**
   * @param inner the wrapped strategy; for wrappers only
   * @param texts those that replace default prompts
   * @param book the default prompts of the app's own strategies, if they are not the present ones
   */
  build(options: O, inner: Strategy | null, texts?: PromptTexts, book?: PromptBook): Strategy
}

/** A strategy as its author defines it: `build` gets the prompts with the options. */
export interface AuthoredStrategy<O, P extends PromptTable> extends Omit<StrategyDefinition<O>, 'build' | 'prompts'> {
  readonly prompts: P
  build(options: O & { readonly prompts: Prompts<P> }, inner: Strategy | null): Strategy
}

export function defineStrategy<O extends object, const P extends PromptTable>(
  authored: AuthoredStrategy<O, P>,
): StrategyDefinition<O> {
  const { prompts } = authored
  return {
    ...authored,
    build: (options, inner, texts) => authored.build({ ...options, prompts: bindPrompts(prompts, texts) }, inner),
  }
}
