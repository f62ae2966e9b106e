import { counted, formatCost, formatCount, formatDuration, formatTokens } from '../base/format.ts'
import type { Totals } from './event.ts'
import type { Use } from './use.ts'

/**
 * The number of tokens; of other agents only what they report, which is never shown as 0.
 * @param isOpen while the run is under way: an agent may still report it
 */
export function tokenCountText({ input, output, unreported, cut }: Use, isOpen = false): string {
  const count = input + output
  if (unreported === undefined || unreported.tokens === 0) return leastText(formatCount(count), cut)
  return count === 0 ? notReported(isOpen) : `${formatCount(count)} reported`
}

/** With the word. */
export function tokensText(use: Use, isOpen = false): string {
  const tokens = formatTokens(use.input + use.output)
  if (use.unreported === undefined || use.unreported.tokens === 0) return leastText(tokens, use.cut)
  return use.input + use.output === 0 ? `tokens ${notReported(isOpen)}` : `${tokens} reported`
}

/** The cost; of other agents only what they report. */
export function costText({ cost, unreported, cut = 0 }: Use, isOpen = false): string {
  if (unreported === undefined || unreported.cost === 0)
    return cut > 0 && cost ? `≥ ${formatCost(cost)}` : formatCost(cost)
  return cost === null || cost === 0 ? notReported(isOpen) : `${formatCost(cost)} reported`
}

/** The same in a list of figures without names. */
export function costWithWord(use: Use, isOpen = false): string {
  const text = costText(use, isOpen)
  return text === notReported(isOpen) ? `cost ${text}` : text
}

/** With answers that were cut off, the sum is the least that was used, and an estimate. */
const leastText = (text: string, cut = 0): string => (cut > 0 ? `≥ ${text}, estimated` : text)

const notReported = (isOpen: boolean): string => (isOpen ? 'not reported yet' : 'not reported')

/** Tokens and cost in one line; says it once if nothing of both is reported. */
export function spentText(use: Use, isOpen = false): string {
  const hasNone = use.input + use.output === 0 && (use.cost ?? 0) === 0
  if (hasNone && (use.unreported?.tokens ?? 0) > 0 && (use.unreported?.cost ?? 0) > 0)
    return `tokens and cost ${notReported(isOpen)}`
  return `${tokensText(use, isOpen)} · ${costWithWord(use, isOpen)}`
}

/** Calls of our models; null if other agents did all the work, with models of their own. */
export const knownModelCalls = (totals: Use & { readonly modelCalls: number }): number | null =>
  totals.modelCalls === 0 && (totals.unreported !== undefined || totals.input + totals.output > 0)
    ? null
    : totals.modelCalls

/** `1.2 s in 3 calls`; a dash where other agents did all the work, with models of their own. */
export function modelTimeText(totals: Totals): string {
  const calls = knownModelCalls(totals)
  return calls === null ? '—' : `${formatDuration(totals.modelMs)} in ${counted(calls, 'call')}`
}

/** `1.2 s in 3 calls, 1 failed`. */
export const toolTimeText = ({ toolMs, toolCalls, toolFailures }: Totals): string =>
  `${formatDuration(toolMs)} in ${counted(toolCalls, 'call')}${toolFailures === 0 ? '' : `, ${toolFailures} failed`}`

/** Tokens in and out; null if an agent did not report its own. */
export const knownTokens = ({ input, output, unreported }: Use): number | null =>
  unreported !== undefined && unreported.tokens > 0 ? null : input + output

/** US dollars; null if a price is not known, or if an agent did not report its cost. */
export const knownCost = ({ cost, unreported }: Use): number | null =>
  unreported !== undefined && unreported.cost > 0 ? null : cost
