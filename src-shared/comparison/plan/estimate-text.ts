import { counted, formatCost, formatDuration, formatNumber, formatTokens, listed, plural } from '../../base/format.ts'
import { laneLabelAt } from '../lane-label.ts'
import { type EstimateBasis, estimateBases, type LaneEstimate } from '../run-estimate.ts'

/** What all runs take together. */
interface EstimatedSum {
  /** Null: not known of any lane. */
  readonly value: number | null
  /** How many lanes it is not known of: the value is then the least. */
  readonly unknown: number
  readonly lanes: number
}

type Figure = 'workMs' | 'cost' | 'tokens'

/** @param runsEach how many runs each lane has */
export function estimatedSum(lanes: readonly (LaneEstimate | null)[], figure: Figure, runsEach: number): EstimatedSum {
  const known = lanes.flatMap((lane) => lane?.[figure] ?? [])
  const sum = known.reduce((all, each) => all + each, 0) * runsEach
  return { value: known.length === 0 ? null : sum, unknown: lanes.length - known.length, lanes: lanes.length }
}

/**
 * What all runs are likely to take, and what that rests on, in sentences. What is not known of some lanes is at least
 * that of the others.
 * @param runsEach how many runs each lane has
 * @param parallel how many of all runs work at the same time; null if that is not known
 */
export function estimateText(
  lanes: readonly (LaneEstimate | null)[],
  runsEach: number,
  parallel: number | null = null,
): string {
  if (lanes.every((lane) => lane === null))
    return 'No estimate yet: these strategies and models have no earlier run in this project.'
  const [work, tokens, cost] = (['workMs', 'tokens', 'cost'] as const).map((each) =>
    estimatedSum(lanes, each, runsEach),
  )
  // The last sentence names the others.
  const estimated = lanes.filter((lane) => lane !== null)
  const parts = [
    figureText(
      work,
      estimated,
      'time',
      (ms) => `${formatDuration(ms)} of work${elapsedText(ms, runsEach * lanes.length, parallel)}`,
    ),
    figureText(tokens, estimated, 'number of tokens', formatTokens),
    figureText(cost, estimated, 'cost', formatCost),
  ]
  return `${capital(parts.join(', '))}, ${basesText(lanes)}`
}

/** @param estimated the lanes of which anything is known */
function figureText(
  sum: EstimatedSum | undefined,
  estimated: readonly LaneEstimate[],
  name: string,
  format: (value: number) => string,
): string {
  if (sum === undefined || sum.value === null) return `${name} unknown`
  if (sum.unknown === 0) return `about ${format(sum.value)}`
  const partly = sum.unknown - (sum.lanes - estimated.length)
  const except = partly === 0 ? '' : ` (${name} unknown for ${formatNumber(partly)} of ${counted(sum.lanes, 'lane')})`
  return `at least ${format(sum.value)}${except}`
}

function elapsedText(workMs: number, runs: number, parallel: number | null): string {
  const many = Math.min(parallel ?? 1, runs)
  return many < 2 ? '' : ` (${formatDuration(workMs / many)} with ${many} at once)`
}

const basisTexts: { readonly [B in EstimateBasis]: (runs: string) => string } = {
  'set-up': (runs) => `${runs} of the same set-up`,
  strategy: (runs) => `${runs} of the same strategy and model with other options`,
  tokens: (runs) => `the tokens of ${runs} with other models, at its own price`,
}

/** `by 6 earlier runs of the same set-up in this project.`, and which lanes it says nothing of. */
function basesText(lanes: readonly (LaneEstimate | null)[]): string {
  const found = estimateBases.flatMap((basis) => {
    const own = lanes.filter((lane) => lane?.basis === basis)
    // Lanes share the runs that they are estimated by if not of the same set-up, so their numbers don’t add up.
    const most = own.reduce(
      (all, lane) => (basis === 'set-up' ? all + (lane?.runs ?? 0) : Math.max(all, lane?.runs ?? 0)),
      0,
    )
    return own.length === 0 ? [] : [{ lanes: own.length, text: basisTexts[basis](counted(most, 'earlier run')) }]
  })
  const isOne = found.length === 1
  const texts = found.map(({ lanes: count, text }) => (isOne ? text : `${text} (${counted(count, 'lane')})`))
  const missing = lanes.flatMap((lane, at) => (lane === null ? [laneLabelAt(at)] : []))
  return `by ${listed(texts)} in this project.${missing.length === 0 ? '' : ` ${missingText(missing)} no earlier run there.`}`
}

/** So many lanes are named one by one. */
const maxMissing = 4

const missingText = (missing: readonly string[]): string =>
  missing.length > maxMissing
    ? `${formatNumber(missing.length)} lanes have`
    : `${capital(listed(missing.map((label) => `lane ${label}`)))} ${plural(missing.length, 'has', 'have')}`
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
