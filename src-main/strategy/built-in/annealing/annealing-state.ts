import type { Message } from '../../../../src-shared/model/message.ts'
import type { AnnealingOptions } from './annealing-options.ts'

/** A state of the files, and what led to it. */
export interface FileState {
  readonly snapshot: string
  readonly score: number | null
  /** How it is described to the next proposal. */
  readonly report: string
  /** The messages of the proposal that made it. */
  readonly added: readonly Message[]
  readonly text: string
}

/** A proposal, and whether it was kept. */
export interface Proposal {
  readonly text: string
  readonly score: number | null
  readonly decision: 'better' | 'equal' | 'worse, kept' | 'worse, rejected' | 'no change' | 'failed'
}

/** How a scored proposal compares with the current state, and the chance that it is kept. */
export interface ScoreComparison {
  /** Above 0 if it is worse; NaN if neither has a score. */
  readonly worse: number
  readonly temperature: number
  /** 0 to 1. */
  readonly chance: number
}

export function compareScores(
  score: number | null,
  current: FileState,
  at: number,
  options: AnnealingOptions,
): ScoreComparison {
  const worse = costOf(score, options) - costOf(current.score, options)
  const temperature = options.temperature * options.cooling ** at
  return { worse, temperature, chance: acceptanceChance(worse, temperature) }
}

/** Metropolis' rule. @returns 0 to 1 */
export function acceptanceChance(worse: number, temperature: number): number {
  if (Number.isNaN(worse)) return 0
  if (worse <= 0) return 1
  return temperature > 0 ? Math.exp(-worse / temperature) : 0
}

export const costOf = (score: number | null, { better }: AnnealingOptions): number => {
  if (score === null) return Number.POSITIVE_INFINITY
  return better === 'higher' ? -score : score
}
