import { formatCost, formatDuration, formatTokens } from '../../../../src-shared/base/format.ts'
import { toRun } from '../../../run/time-map.ts'
import type { Scale } from './scale.ts'

/** The amount that a range of the axis represents, as text: working time, real time, tokens or money. */
export function rangeAmount({ kind, values }: Scale, from: number, to: number): string {
  const amount = Math.max(0, toRun(values, to) - toRun(values, from))
  if (kind === 'tokens') return formatTokens(amount)
  return kind === 'cost' ? formatCost(amount / 1e6) : formatDuration(amount)
}
