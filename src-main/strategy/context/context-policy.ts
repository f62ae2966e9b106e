import { z } from 'zod'

/**
 * What a loop does when its messages outgrow the model's context window. `prune` shortens old tool results, and leaves
 * out old rounds if that is not enough; `summarize` lets a model sum up old rounds; `none` sends everything and fails.
 */
export const contextPolicies = ['prune-then-summarize', 'prune', 'summarize', 'none'] as const
export type ContextPolicy = (typeof contextPolicies)[number]

export const contextOption = z
  .enum(contextPolicies)
  .default('prune-then-summarize')
  .describe('When the context window is nearly full: shorten old tool results, summarize old rounds, both, or neither')
