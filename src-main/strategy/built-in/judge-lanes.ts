import { bindPrompts } from '../../../src-shared/strategy/prompts.ts'
import type { CallEntry } from '../../../src-shared/strategy/strategy-info.ts'
import { loopPrompts, submissionPrompts } from '../loop/loop-prompts.ts'
import { outcomeOf } from '../outcome.ts'
import type { Strategy } from '../steps.ts'
import { type JudgeOptions, judgePrompts } from './best-of-n/judge-prompts.ts'
import { pairwiseVote, type Solution } from './best-of-n/pairwise-vote.ts'

/** Of asking for one vote. */
const options: JudgeOptions = {
  maxTurns: 5,
  context: 'prune-then-summarize',
  prompts: bindPrompts({ ...judgePrompts, ...submissionPrompts, ...loopPrompts }),
}

/**
 * Compares solutions made by other runs, every two in both orders. Not a strategy that users choose: the
 * host runs it to judge a comparison. The votes are in the outcome's facts.
 */
export const judgeLanes =
  (solutions: readonly Solution[], rubric: string): Strategy =>
  (task) =>
    judging(task, solutions, rubric)

function* judging(task: Parameters<Strategy>[0], solutions: readonly Solution[], rubric: string) {
  const { votes, calls } = yield* pairwiseVote(task, solutions, options, rubric)
  const entries: readonly CallEntry[] = calls
  return outcomeOf(task, { text: '', added: [], calls: entries, meta: { votes: votes.map((each) => ({ ...each })) } })
}
