import { formatCost, formatCount, formatTokens } from '../base/format.ts'
import type { Totals } from './event.ts'

type Used = Pick<Totals, 'input' | 'output' | 'cost' | 'unreported'>

/** The number of tokens; of other agents only what they report, which is never shown as 0. */
export function tokenCountText({ input, output, unreported }: Used): string {
  const count = input + output
  if (unreported === undefined || unreported.tokens === 0) return formatCount(count)
  return count === 0 ? 'not reported' : `${formatCount(count)} reported`
}

/** With the word. */
export function tokensText(totals: Used): string {
  const tokens = formatTokens(totals.input + totals.output)
  if (totals.unreported === undefined || totals.unreported.tokens === 0) return tokens
  return totals.input + totals.output === 0 ? 'tokens not reported' : `${tokens} reported`
}

/** The cost; of other agents only what they report. */
export function costText({ cost, unreported }: Used): string {
  if (unreported === undefined || unreported.cost === 0) return formatCost(cost)
  return cost === null || cost === 0 ? 'not reported' : `${formatCost(cost)} reported`
}

/** The same in a list of figures without names. */
export function costWithWord(totals: Used): string {
  const text = costText(totals)
  return text === 'not reported' ? 'cost not reported' : text
}

/** Tokens in and out; null if an agent did not report its own. */
export const knownTokens = ({ input, output, unreported }: Used): number | null =>
  unreported !== undefined && unreported.tokens > 0 ? null : input + output

/** US dollars; null if a price is not known, or if an agent did not report its cost. */
export const knownCost = ({ cost, unreported }: Used): number | null =>
  unreported !== undefined && unreported.cost > 0 ? null : cost
