import { formatCost, formatDuration, formatNumber, formatTokens, listed } from '../../base/format.ts'
import type { Batch } from '../comparison-batch.ts'
import { fairText, limitTexts } from '../limits-text.ts'
import { earlyEndText } from '../power-text.ts'
import type { LaneEstimate, LanesEstimate, RateLimit } from '../run-estimate.ts'
import { estimatedSum } from './estimate-text.ts'

/** How trials that are about to start will end, and what they are held to. */
export interface TrialsPlan extends Pick<Batch, 'limits' | 'fair'> {
  readonly certainty: Pick<Batch['certainty'], 'alpha' | 'stopEarly' | 'racing'>
  readonly lanes: number
  readonly runsEach: number
  readonly parallel: number
}

/** When they end, their limits with what of them is likely to be reached, and what holds them up: a sentence each. */
export function planTexts(plan: TrialsPlan, estimate: LanesEstimate | null): string[] {
  const { limits, fair, runsEach } = plan
  return [
    ...endTexts(plan),
    ...(limits === undefined ? [] : limitTexts(limits)),
    ...planWarnings(plan, estimate),
    ...(fair === undefined ? [] : [fairText(fair)]),
    ...(estimate?.rates.map((rate) => rateText(rate, estimate.lanes, runsEach)) ?? []),
  ]
}

/** Of these sentences, those that want a decision before the start: limits that the estimate exceeds. */
export const planWarnings = ({ limits, ...plan }: TrialsPlan, estimate: LanesEstimate | null): string[] =>
  limits === undefined || estimate === null ? [] : reachedTexts(limits, estimate.lanes, plan)

function endTexts({ certainty: { alpha, stopEarly, racing }, lanes }: TrialsPlan): string[] {
  const rate = `${formatNumber(Math.round(alpha * 1000) / 10)} %`
  if (racing === true)
    return [
      `Race: a lane is out once another is shown to be better, and its other trials are not run. The chance of any wrong “better” is at most ${rate}, whenever it ends.`,
      earlyEndText,
    ]
  if (!stopEarly) return []
  const until = lanes < 3 ? 'it is clear which lane is better' : 'every lane is clearly better or worse than lane A'
  return [
    `Trials end early once ${until}. The chance of a wrong “better” or “worse”${lanes < 3 ? '' : ' of any of them'} is at most ${rate}, whenever they end.`,
    earlyEndText,
  ]
}

/** What is likely to end them before all have run. */
function reachedTexts(
  limits: NonNullable<Batch['limits']>,
  lanes: readonly (LaneEstimate | null)[],
  { runsEach, parallel }: Pick<TrialsPlan, 'runsEach' | 'parallel'>,
): string[] {
  const [cost, tokens, work] = (['cost', 'tokens', 'workMs'] as const).map(
    (figure) => estimatedSum(lanes, figure, runsEach).value,
  )
  const isOver = (limit: number | null, sum: number | null | undefined): boolean =>
    limit !== null && sum != null && sum > limit
  const over = [
    ...(isOver(limits.cost, cost) ? [formatCost(limits.cost ?? 0)] : []),
    ...(isOver(limits.tokens, tokens) ? [formatTokens(limits.tokens ?? 0)] : []),
    ...(isOver(limits.wallMs, work == null ? null : work / parallel) ? [formatDuration(limits.wallMs ?? 0)] : []),
  ]
  return over.length === 0
    ? []
    : [`By this estimate, ${listed(over)} will not be enough for all trials: they end there, and can be continued.`]
}

/** `The model “m” takes 60 requests a minute from all runs together: at least 20 min for these trials.` */
function rateText(
  { model, requests, tokens, lanes: own }: RateLimit,
  lanes: LanesEstimate['lanes'],
  runsEach: number,
): string {
  const most = [
    ...(requests === null ? [] : [`${formatNumber(requests)} requests`]),
    ...(tokens === null ? [] : [formatTokens(tokens)]),
  ]
  const sum = (figure: 'modelCalls' | 'tokens') =>
    own.reduce((all, at) => all + (lanes[at]?.[figure] ?? 0), 0) * runsEach
  const minutes = Math.max(
    requests === null ? 0 : sum('modelCalls') / requests,
    tokens === null ? 0 : sum('tokens') / tokens,
  )
  const least = minutes < 1 ? '' : `: at least ${formatDuration(minutes * 60_000)} for these trials`
  return `The model “${model}” takes at most ${listed(most)} a minute, from all runs together${least}.`
}
