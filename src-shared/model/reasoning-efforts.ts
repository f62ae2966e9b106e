/** How much a model shall think before it answers, from nothing to most. Not every model knows each of them. */
export const reasoningEfforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
