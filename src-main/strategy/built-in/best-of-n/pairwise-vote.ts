import { z } from 'zod'
import type { CallEntry } from '../../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../../src-shared/strategy/task.ts'
import { askForSubmission } from '../../loop/submission.ts'
import { userText } from '../../messages.ts'
import { roleLoop } from '../../parts/role-loop.ts'
import { all, note, type Routine, StepFailed } from '../../steps.ts'
import { strategyTool } from '../../strategy-tools/strategy-tool.ts'
import type { Candidate } from './candidate.ts'
import type { JudgeOptions, JudgePrompts } from './judge-prompts.ts'

/**
 * A blind pairwise vote by the role `evaluator`: every two candidates are shown side by side without their
 * numbers, once in each order, since judges favor a position. Source: Zheng et al., "Judging LLM-as-a-Judge" (2023).
 * If the judge gives no vote, neither candidate loses a point.
 */
export interface VoteCount {
  /** Points by candidate number: 1 for a comparison won, 0.5 for one without a winner. */
  readonly points: ReadonlyMap<number, number>
  readonly votes: readonly Vote[]
  readonly calls: readonly CallEntry[]
}
interface Vote {
  readonly shownFirst: number
  readonly shownSecond: number
  /** The winner; `tie`, or `none` if the judge gave no vote. */
  readonly better: number | 'tie' | 'none'
  readonly reasoning: string
}

/** What a judge is shown of a candidate. */
export type Solution = Pick<Candidate, 'number' | 'text' | 'check'> & {
  readonly changes: Pick<Candidate['changes'], 'patch'> & { readonly files: readonly unknown[] }
}

/** @param rubric criteria beyond the task; null: only what the user asked for */
export function* pairwiseVote(
  task: Task,
  candidates: readonly Solution[],
  options: JudgeOptions,
  rubric: string | null = null,
): Routine<VoteCount> {
  const pairs = candidates.flatMap((one) =>
    candidates.flatMap((other) => (one.number === other.number ? [] : [[one, other] as const])),
  )
  const votes = yield* all(pairs.map(([first, second]) => vote(task, first, second, { ...options, rubric })))
  const points = new Map(candidates.map(({ number }) => [number, pointsOf(number, votes)]))
  return { points, votes: votes.map(({ calls: _, ...each }) => each), calls: votes.flatMap(({ calls }) => calls) }
}

const pointsOf = (number: number, votes: readonly Vote[]): number =>
  votes
    .filter(({ shownFirst, shownSecond }) => shownFirst === number || shownSecond === number)
    .reduce((sum, { better }) => sum + (better === number ? 1 : better === 'tie' ? 0.5 : 0), 0)

type Counted = Vote & { readonly calls: readonly CallEntry[] }

interface VoteOptions extends JudgeOptions {
  readonly rubric: string | null
}

function* vote(task: Task, first: Solution, second: Solution, options: VoteOptions): Routine<Counted> {
  const shown = { shownFirst: first.number, shownSecond: second.number }
  const cast = yield* askJudge(task, first, second, options)
  const better = cast.better === 'A' ? first.number : cast.better === 'B' ? second.number : cast.better
  const { reasoning, calls } = cast
  yield* note(`${first.number} beside ${second.number}: ${inWords(better)}`, { ...shown, better, reasoning })
  return { ...shown, better, reasoning, calls }
}

const inWords = (better: Vote['better']): string => {
  if (better === 'tie') return 'no difference'
  return better === 'none' ? 'no vote' : `candidate ${better} is better`
}

interface Judgement {
  readonly better: Preference['better'] | 'none'
  readonly reasoning: string
  readonly calls: readonly CallEntry[]
}

/** The candidates are done and paid for: they are not lost if the judge is not available. */
function* askJudge(task: Task, first: Solution, second: Solution, options: VoteOptions): Routine<Judgement> {
  const request = [userText(besideEachOther(first, second, options))]
  try {
    const work = roleLoop(task, 'evaluator', options.prompts.judge(), request, options)
    const submission = yield* askForSubmission(work, submitPreference)
    if (!submission.ok) return { better: 'none', reasoning: submission.failure.message, calls: submission.calls }
    return { ...submission.value, calls: submission.calls }
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    return { better: 'none', reasoning: error.failure.message, calls: [] }
  }
}

const preference = z.object({
  better: z.enum(['A', 'B', 'tie']).describe('The better solution; tie only where neither is'),
  reasoning: z.string().min(1).describe('What decides it'),
})
type Preference = z.infer<typeof preference>

const submitPreference = strategyTool('submit_preference', 'Submits which of the two solutions is better.', preference)

function besideEachOther(first: Solution, second: Solution, { rubric, prompts }: VoteOptions): string {
  const by = rubric === null ? '' : `Judge by this, before all else:\n\n${rubric}\n\n`
  return `${by}${prompts.comparison({ first: solution('A', first, prompts), second: solution('B', second, prompts) })}`
}

function solution(name: 'A' | 'B', { text, changes, check }: Solution, prompts: JudgePrompts): string {
  const checked = check === 'none' ? '' : `\nThe check of this solution ${check}.\n`
  const patch = changes.files.length === 0 ? '(no file was changed)' : shortened(changes.patch, 20_000)
  return prompts.solution({ name, check: checked, answer: shortened(text, 3000), changes: patch })
}

const shortened = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest)}\n… cut off` : text
