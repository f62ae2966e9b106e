import { formatDuration } from '../base/format.ts'
import { type Budget, bytesLimit } from '../strategy/task.ts'

export const limitedThings = ['steps', 'modelCalls', 'toolCalls', 'tokens', 'cost', 'bytes', 'wallMs'] as const
export type LimitedThing = (typeof limitedThings)[number]

/** A limit as part of a sentence: `2000 steps`. */
export const limitText: { readonly [L in LimitedThing]: (limit: number) => string } = {
  steps: (limit) => `${limit} steps`,
  modelCalls: (limit) => `${limit} model calls`,
  toolCalls: (limit) => `${limit} tool calls`,
  tokens: (limit) => `${limit} tokens`,
  cost: (limit) => `$${limit}`,
  bytes: (limit) => `${limit / 1_000_000} MB in its log`,
  wallMs: (limit) => formatDuration(limit),
}

/** All limits that are set, on one line. */
export function budgetText(budget: Budget): string {
  const set = limitedThings.flatMap((name) => {
    const limit = name === 'bytes' ? bytesLimit(budget) : budget[name]
    return limit === null ? [] : [limitText[name](limit)]
  })
  return set.length === 0 ? 'none' : set.join(', ')
}
