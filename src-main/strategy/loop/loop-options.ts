import { z } from 'zod'
import { type ContextPolicy, contextOption } from '../context/context-policy.ts'
import type { LoopPrompts, SubmissionPrompts } from './loop-prompts.ts'

/**
 * The option `maxTurns` of every strategy with a tool loop; it is shown as what it limits, rounds. The name is that of
 * stored choices and presets.
 *
 * @param what the scope of the count, such as `one step`
 */
const roundsOption = (what: string) =>
  z
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(50)
    .meta({
      title: 'Max rounds',
      description: `Rounds of model call and tool calls in ${what} after which you are asked whether to continue`,
    })

/** An option that is a whole number of times, such as revisions or attempts. */
export const timesOption = (least: number, most: number, usual: number, describe: string) =>
  z.number().int().min(least).max(most).default(usual).describe(describe)

/** What a loop needs to know of a strategy's options. */
export interface LoopOptions {
  readonly maxTurns: number
  readonly context: ContextPolicy
  /** Whether the model has a tool for its list of what is to be done. */
  readonly todos?: boolean | undefined
  readonly prompts: LoopPrompts
}
/** The same for one that asks for calls of its own tools. */
export interface SubmissionOptions extends LoopOptions {
  readonly prompts: LoopPrompts & SubmissionPrompts
}

/**
 * The options of every strategy that is made of tool loops. @param what the rounds are counted in, such as `one step`
 */
export const loopOptions = (what: string) => ({ maxTurns: roundsOption(what), context: contextOption })
