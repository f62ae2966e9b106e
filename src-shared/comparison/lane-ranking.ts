import type { Run, Turn } from '../run/conversation.ts'
import type { Check, Comparison, Lane, LaneLabel } from './comparison.ts'
import { isRanked, type LaneOutcome, laneOutcome } from './lane-outcome.ts'

/** What a lane used: ms of work without waiting for the user, tokens in and out, US dollars (null: no price). */
export interface LaneFigures {
  readonly workMs: number
  readonly tokens: number
  readonly cost: number | null
  readonly modelCalls: number
  readonly toolCalls: number
}

/** A lane as it is judged: its result, and what it used. */
export interface JudgedLane {
  readonly label: LaneLabel
  readonly outcome: LaneOutcome
  /** Null before its run began. */
  readonly figures: LaneFigures | null
  /** What the pattern of the check found. */
  readonly score: number | null
}

export function figuresOf({ totals, durationMs }: Pick<Run, 'totals' | 'durationMs'>): LaneFigures {
  return {
    workMs: Math.max(0, durationMs - totals.waitingMs),
    tokens: totals.input + totals.output,
    cost: totals.cost,
    modelCalls: totals.modelCalls,
    toolCalls: totals.toolCalls,
  }
}

export const judgedLane = (lane: Lane, run: Pick<Run, 'status' | 'totals' | 'durationMs'> | null): JudgedLane => ({
  label: lane.label,
  outcome: laneOutcome(lane, run),
  figures: run === null ? null : figuresOf(run),
  score: lane.checkResult?.score ?? null,
})

/** Lanes that may be ranked: those that pass; without a check, those that finished. */
export function rankedLanes<L extends Pick<JudgedLane, 'outcome'>>(lanes: readonly L[]): readonly L[] {
  const passed = lanes.filter(({ outcome }) => outcome.kind === 'passed')
  return passed.length > 0 ? passed : lanes.filter(({ outcome }) => isRanked(outcome))
}

/**
 * The lane to continue from: success first, then the check's score, then what was taken, time and tokens weighing the
 * same. Null when no lane succeeds.
 */
export function betterLane(lanes: readonly JudgedLane[], better: Check['better'] = 'higher'): LaneLabel | null {
  const ranked = bestScored(rankedLanes(lanes), better)
  const [first, ...others] = ranked
  if (first === undefined) return null
  return others.reduce((best, each) => (effort(each) < effort(best) ? each : best), first).label
}

/** Those with the best score; all of them when a score is missing or they are alike. */
export function bestScored(lanes: readonly JudgedLane[], better: Check['better']): readonly JudgedLane[] {
  const scores = lanes.flatMap(({ score }) => score ?? [])
  if (scores.length < lanes.length || scores.length === 0) return lanes
  const best = better === 'higher' ? Math.max(...scores) : Math.min(...scores)
  return lanes.filter(({ score }) => score === best)
}

const effort = ({ figures }: JudgedLane): number =>
  figures === null ? Number.POSITIVE_INFINITY : Math.max(1, figures.workMs) * Math.max(1, figures.tokens)

/** The lanes as they are judged, with the runs that the conversation's turns hold. */
export const judgedLanes = (lanes: readonly Lane[], turns: readonly Turn[]): readonly JudgedLane[] =>
  lanes.map((lane) => judgedLane(lane, runOf(lane, turns)))

const runOf = ({ turnId, runId }: Lane, turns: readonly Turn[]): Run | null =>
  turns.find(({ id }) => id === turnId)?.runs.find(({ id }) => id === runId) ?? null

/**
 * The turn that the conversation continues from after a comparison: that of the lane to keep. Null while lanes are at work, and
 * when no lane succeeds.
 */
export function turnToContinue(comparison: Comparison, turns: readonly Turn[]): string | null {
  const { lanes } = comparison
  const judged = judgedLanes(lanes, turns)
  if (judged.some(({ outcome }) => outcome.kind === 'open')) return null
  const keep = laneToKeep(comparison, judged)
  return lanes.find(({ label }) => label === keep)?.turnId ?? null
}

/**
 * The lane whose result is kept unless the user says otherwise: the one the user chose or judged better, else the one
 * an evaluator found better as long as it does not fail, else `betterLane`.
 */
export function laneToKeep(
  { verdicts, chosen, check }: Pick<Comparison, 'verdicts' | 'chosen' | 'check'>,
  lanes: readonly JudgedLane[],
): LaneLabel | null {
  const own = verdicts.findLast(({ by }) => by === 'user')?.choice ?? 'tie'
  if (chosen !== null) return chosen
  if (own !== 'tie') return own
  const judged = verdicts.findLast(({ by }) => by === 'evaluator')?.choice ?? 'tie'
  if (judged !== 'tie' && rankedLanes(lanes).some(({ label }) => label === judged)) return judged
  return betterLane(lanes, check?.better)
}
