import { counted } from '../../../../src-shared/base/format.ts'
import type { Json } from '../../../../src-shared/base/json.ts'
import type { Task } from '../../../../src-shared/strategy/task.ts'
import { note, type Routine } from '../../steps.ts'
import type { Candidate } from './candidate.ts'
import type { JudgeOptions } from './judge-prompts.ts'
import { pairwiseVote, type VoteCount } from './pairwise-vote.ts'

/** Which candidate is chosen, and why, as text. */
export interface Choice {
  readonly best: Candidate
  readonly reason: string
  readonly vote: VoteCount | null
}

/** First the check, then a blind vote among those that pass; null if no candidate finished. */
export function* chooseCandidate(
  task: Task,
  made: readonly Candidate[],
  options: JudgeOptions,
): Routine<Choice | null> {
  const whole = made.filter(({ snapshot: id, failure }) => id !== null && failure === null)
  const passing = whole.filter((each) => each.check === 'passed')
  const left = passing.length > 0 ? passing : whole
  const field = distinct(left)
  const [first, ...others] = field
  if (first === undefined) return null
  const vote =
    others.length === 0 || made.some(({ outOfBudget }) => outOfBudget)
      ? null
      : yield* pairwiseVote(task, field, options)
  const best = vote === null ? first : field.reduce((one, other) => (isAhead(other, one, vote) ? other : one))
  const reason = reasonFor(best, made, left, vote)
  yield* note(`chosen: candidate ${best.number}`, { reason, snapshot: best.snapshot, points: pointsIn(vote) })
  return { best, reason, vote }
}

/** The earliest candidate of each distinct state of the files. */
const distinct = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.filter((each, at) => candidates.findIndex((other) => other.snapshot === each.snapshot) === at)

/** By points, then by the smaller change, then the earlier one. */
function isAhead(one: Candidate, other: Candidate, { points }: VoteCount): boolean {
  const lead = (points.get(one.number) ?? 0) - (points.get(other.number) ?? 0)
  return lead > 0 || (lead === 0 && sizeOf(one) < sizeOf(other))
}

const sizeOf = ({ changes }: Candidate): number =>
  changes.files.reduce((sum, { added, removed }) => sum + added + removed, 0)

/** Why it was chosen. Selection is the weak point of sampling many candidates, so it is always reported. */
function reasonFor(best: Candidate, made: readonly Candidate[], left: readonly Candidate[], vote: VoteCount | null) {
  const passing = made.filter((each) => each.check === 'passed').length
  const checked = made.some((each) => each.check !== 'none')
  const first = checked
    ? `${passing} of ${made.length} candidates pass the check`
    : `no check was run on the ${made.length} candidates`
  return `${first}; ${vote === null ? withoutVote(left) : byVote(best, vote)}.`
}

function withoutVote(left: readonly Candidate[]): string {
  if (left.length === 1) return 'it is the only one left to choose'
  if (distinct(left).length === 1) return 'those left to choose from made the same files'
  return 'the limit of the run left no vote between them, so the first was taken'
}

function byVote(best: Candidate, { points }: VoteCount): string {
  const own = points.get(best.number) ?? 0
  const tied = [...points].some(([number, each]) => number !== best.number && each === own)
  const won = `it has ${counted(own, 'point')} of ${2 * (points.size - 1)} blind comparisons`
  return `${won}, ${tied ? 'as has another one, and the smaller or earlier change decided' : 'more than any other'}`
}

const pointsIn = (vote: VoteCount | null): Json =>
  vote === null ? null : [...vote.points].map(([number, points]) => ({ candidate: number, points }))
