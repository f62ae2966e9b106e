import { formatDuration } from '../../base/format.ts'
import { costPerSuccessText, formatScore, medianCostText, medianTokensText, percent } from '../batch-text.ts'
import type { LaneResults } from '../comparison-results.ts'

/** A figure of a lane over its trials. Each table of lanes maps over these, so that a figure is written once. */
export interface LaneColumn {
  readonly key: string
  readonly head: string
  /** What the figure says, as a sentence without a full stop; not there if the head says it. */
  readonly hint?: string
  /** The figure with its unit; a dash if it is not known. */
  readonly text: (lane: LaneResults) => string
  /** The figure as a number, in the unit of `LaneResults`; null if it is not known. */
  readonly value: (lane: LaneResults) => number | null
  /** Null: neither is better. */
  readonly better: 'more' | 'less' | null
}

const unknown = '—'
const median = 'The median of its trials'

const trials: LaneColumn = {
  key: 'trials',
  head: 'Trials',
  text: ({ trials: count, void: left }) => (left === 0 ? String(count) : `${count}, ${left} not counted`),
  value: ({ trials: count }) => count,
  better: null,
}
const success: LaneColumn = {
  key: 'success',
  head: 'Success',
  text: ({ success: rate, successes, trials: count }) => (rate === null ? unknown : `${successes} of ${count}`),
  value: ({ success: rate }) => rate?.value ?? null,
  better: 'more',
}
const interval: LaneColumn = {
  key: 'interval',
  head: 'Rate, 95\u00a0% interval',
  hint: 'Each lane by itself, for these tasks: it counts trials',
  text: ({ success: rate }) =>
    rate === null ? unknown : `${percent(rate.value)} (${percent(rate.from)} to ${percent(rate.to ?? 1)})`,
  value: ({ success: rate }) => rate?.value ?? null,
  better: 'more',
}
const passAt = (k: number): LaneColumn => {
  const value = (lane: LaneResults) => lane.passAt.find((each) => each.k === k)?.value ?? null
  const text = (lane: LaneResults) => {
    const share = value(lane)
    return share === null ? unknown : percent(share)
  }
  return {
    key: `pass@${k}`,
    head: `pass@${k}`,
    hint: `Probability that at least one of ${k} tries succeeds`,
    text,
    value,
    better: 'more',
  }
}
/** The median working time of a trial, ms. */
export const timeColumn: LaneColumn = {
  key: 'time',
  head: 'Working time',
  hint: median,
  text: ({ spread }) => (spread.time === null ? unknown : formatDuration(spread.time.median)),
  value: ({ spread }) => spread.time?.median ?? null,
  better: 'less',
}
const tokens: LaneColumn = {
  key: 'tokens',
  head: 'Tokens',
  hint: median,
  text: medianTokensText,
  value: ({ spread }) => spread.tokens?.median ?? null,
  better: 'less',
}
const cost: LaneColumn = {
  key: 'cost',
  head: 'Cost',
  hint: median,
  text: medianCostText,
  value: ({ spread }) => spread.cost?.median ?? null,
  better: 'less',
}
const costPerSuccess: LaneColumn = {
  key: 'cost-per-success',
  head: 'Cost per success',
  text: costPerSuccessText,
  value: ({ costPerSuccess: estimate }) => estimate?.value ?? null,
  better: 'less',
}
const score: LaneColumn = {
  key: 'score',
  head: 'Score',
  hint: median,
  text: ({ score: spread }) => (spread === null ? unknown : formatScore(spread.median)),
  value: ({ score: spread }) => spread?.median ?? null,
  better: null,
}

/** The columns that tell something of these lanes: pass@k for each number of tries, and a score if a check gives one. */
export function laneColumns(lanes: readonly LaneResults[]): readonly LaneColumn[] {
  const tries = [...new Set(lanes.flatMap((lane) => lane.passAt.map(({ k }) => k)))].sort((a, b) => a - b)
  const isScored = lanes.some((lane) => lane.score !== null)
  return [
    trials,
    success,
    interval,
    ...tries.map(passAt),
    timeColumn,
    tokens,
    cost,
    costPerSuccess,
    ...(isScored ? [score] : []),
  ]
}
