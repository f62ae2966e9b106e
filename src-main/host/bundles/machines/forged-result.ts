import type { Failure } from '../../../../src-shared/base/failure.ts'
import { revealHidden } from '../../../../src-shared/base/hidden-characters.ts'
import type { CommandResult } from '../../../../src-shared/comparison/comparison.ts'
import { unwrapConversation } from '../../../../src-shared/strategy/resolve-choice.ts'
import type { StrategyChoice } from '../../../../src-shared/strategy/strategy-info.ts'
import type { JobResult } from '../../../lab/job-result.ts'
import type { TrialJob } from '../../../lab/trial-job.ts'
import type { ReadBundle } from '../read-bundle.ts'

/** What a machine reports is a stranger's: held against the job that it was given, and bounded. */

/** Characters of a failure that are stored. */
const maxText = { message: 2000, advice: 1000, detail: 8000 } as const
/** A score beyond it is a mistake, and would hide all others in a plot. */
const maxScore = 1e15

/**
 * What of a bundle is not the run of the job, in a few words; null if it is. Compared: the number of runs, the message, the
 * strategy with its options, and the models. The figures are those of its log.
 */
export function mismatch({ runs, turns }: ReadBundle, job: TrialJob): string | null {
  const steps = job.task.container?.steps ?? []
  if (runs.length === 0 || runs.length > Math.max(1, steps.length)) return 'another number of runs'
  const messages = new Set([job.task.message, ...steps.map(({ message }) => message)])
  const models = new Set(Object.values(job.lane.models).map(({ model }) => model))
  const wanted = choiceText(job.lane.choice)
  for (const { run } of runs) {
    const turn = turns.find(({ id }) => id === run.turnId)
    if (turn === undefined || !messages.has(turn.message)) return 'the answer to another message'
    if (choiceText(run.strategy) !== wanted) return 'the run of another strategy'
    if (Object.values(run.roles).some(({ model }) => !models.has(model))) return 'the run of another model'
  }
  return null
}

/** The same text for the same content, in whatever order its keys are. */
const choiceText = (choice: StrategyChoice): string =>
  JSON.stringify(unwrapConversation(choice), (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  )

/** The report with its texts bounded and without hidden characters. The command of the check is that of the job. */
export function boundedResult(result: JobResult, job: TrialJob): JobResult {
  const { machine, failure, check } = result
  return {
    ...result,
    machine: bounded(machine, 100),
    failure: failure && boundedFailure(failure),
    check: check && boundedCheck(check, job.task.check?.command ?? check.command),
  }
}

const bounded = (text: string, most: number): string => revealHidden(text.slice(0, most)).slice(0, most)

const boundedFailure = ({ kind, message, advice, detail }: Failure): Failure => ({
  kind,
  message: bounded(message, maxText.message),
  advice: bounded(advice, maxText.advice),
  ...(detail !== undefined && { detail: bounded(detail, maxText.detail) }),
})

function boundedCheck(check: CommandResult, command: string): CommandResult {
  const { score, scoreProblem } = check
  const isScore = score === null || Math.abs(score) <= maxScore
  const problem = isScore ? scoreProblem : 'The score that the machine reported is too large to be one.'
  const { scoreProblem: _, ...rest } = check
  return {
    ...rest,
    command,
    score: isScore ? score : null,
    ...(problem !== undefined && { scoreProblem: bounded(problem, 1000) }),
  }
}
