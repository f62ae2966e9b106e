import type { Message } from '../../../../src-shared/model/message.ts'
import type { CallEntry } from '../../../../src-shared/strategy/strategy-info.ts'
import type { AnnealingOptions } from './annealing-options.ts'
import type { Scored } from './annealing-score.ts'

/** A state of the files, and what led to it. */
export interface FileState {
  readonly snapshot: string
  readonly score: number | null
  /** What the next proposal is told of it. */
  readonly report: string
  readonly talk: readonly Message[]
  readonly text: string
}

/** A proposal and what became of it. */
export interface Proposal {
  readonly text: string
  readonly score: number | null
  readonly decision: 'better' | 'equal' | 'worse, kept' | 'worse, rejected' | 'no change' | 'failed'
}

/** Where the search stands. */
export interface Annealing {
  readonly start: string
  readonly current: FileState
  readonly best: FileState
  readonly proposals: readonly Proposal[]
  readonly calls: readonly CallEntry[]
  readonly perfect: boolean
  /** A limit was told of: no model call should follow. */
  readonly spent: boolean
  /** Why a pattern gave no score, the last time that it could not be searched for. */
  readonly problem: string | null
}

/** How a scored proposal compares with the current state, and the chance that it is kept. */
export interface Comparison {
  /** Above 0 where it is worse; NaN where neither has a score. */
  readonly worse: number
  readonly temperature: number
  /** 0 to 1. */
  readonly chance: number
}

export function compared(score: number | null, current: FileState, at: number, options: AnnealingOptions): Comparison {
  const worse = costOf(score, options) - costOf(current.score, options)
  const temperature = options.temperature * options.cooling ** at
  return { worse, temperature, chance: chanceOf(worse, temperature) }
}

/** Metropolis' rule. @returns 0 to 1 */
export function chanceOf(worse: number, temperature: number): number {
  if (Number.isNaN(worse)) return 0
  if (worse <= 0) return 1
  return temperature > 0 ? Math.exp(-worse / temperature) : 0
}

const costOf = (score: number | null, { better }: AnnealingOptions): number => {
  if (score === null) return Number.POSITIVE_INFINITY
  return better === 'higher' ? -score : score
}

export function withRejected(state: Annealing, { text }: Pick<FileState, 'text'>, judged: Scored): Annealing {
  const proposal = { text, score: judged.score, decision: 'worse, rejected' } as const
  return { ...withJudgement(state, judged), proposals: [...state.proposals, proposal] }
}

/** The newest of the best remains. */
export function withKept(
  state: Annealing,
  current: FileState,
  judged: Scored,
  { worse }: Comparison,
  options: AnnealingOptions,
): Annealing {
  const decision = worse < 0 ? 'better' : worse === 0 ? 'equal' : 'worse, kept'
  const proposal: Proposal = { text: current.text, score: judged.score, decision }
  const isBest = costOf(current.score, options) <= costOf(state.best.score, options)
  return {
    ...withJudgement(state, judged),
    proposals: [...state.proposals, proposal],
    current,
    best: isBest ? current : state.best,
    perfect: judged.perfect,
  }
}

const withJudgement = (state: Annealing, judged: Scored): Annealing => ({
  ...state,
  calls: [...state.calls, ...judged.calls],
  spent: state.spent || judged.spent,
  problem: judged.problem ?? state.problem,
})
