/** How much a model shall think before it answers, from nothing to most. Not every model knows each of them. */
export const reasoningEfforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export type ReasoningEffort = (typeof reasoningEfforts)[number]

/** What people read of each. */
export const effortNames: { readonly [effort in ReasoningEffort]: string } = {
  none: 'None: don’t think',
  minimal: 'Minimal',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  xhigh: 'Extra high',
  max: 'Maximum',
}

/** Why a model can't be told how much to think, in a sentence; null if it can: every API has a field for it. */
export const whyNoEffort = ({ preset }: { readonly preset: string }): string | null =>
  preset === 'demo' ? 'The demo follows rules and does not think' : null
