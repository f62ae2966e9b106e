import type { CallEntry } from '../../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../../src-shared/strategy/task.ts'
import { askForSubmission } from '../../loop/submission.ts'
import { userText } from '../../messages.ts'
import { checkReport } from '../../parts/check-report.ts'
import { readingLoop } from '../../parts/role-loop.ts'
import { type CheckResult, changes, check, type Routine } from '../../steps.ts'
import { submitEvaluation } from '../plan/plan-tools.ts'
import type { AnnealingOptions } from './annealing-options.ts'

/** How good a state of the files is. */
export interface FilesScore {
  /** Null if there is no score; such a state is worse than any other. */
  readonly score: number | null
  /** Why the pattern gave no score, for the user. */
  readonly problem: string | null
  /** How it is described to the next proposal. */
  readonly report: string
  /** No score can be better. */
  readonly perfect: boolean
  readonly calls: readonly CallEntry[]
  readonly outOfBudget: boolean
}

/** Scores the present files: with the check command, or by the role `evaluator`, which sees the changes. */
export function* scoreFiles(task: Task, start: string, now: string, options: AnnealingOptions): Routine<FilesScore> {
  return options.score === 'check' ? yield* byCheck(options) : yield* byEvaluator(task, start, now, options)
}

function* byCheck({ check: command, pattern }: AnnealingOptions): Routine<FilesScore> {
  const result = pattern === '' ? yield* check(command) : yield* check(command, pattern)
  const report = checkReport(command, result)
  if (pattern !== '') return { ...noModel, ...numbered(result), report, perfect: false }
  const passed = result.exitCode === 0
  return { ...noModel, score: passed ? 1 : 0, problem: null, report, perfect: passed }
}
const numbered = ({ score, scoreProblem }: CheckResult) => ({ score: score ?? null, problem: scoreProblem ?? null })
const noModel = { calls: [], outOfBudget: false } as const

function* byEvaluator(task: Task, start: string, now: string, options: AnnealingOptions): Routine<FilesScore> {
  const { files, patch } = yield* changes(start, now)
  const { prompts } = options
  const done = files.length === 0 ? prompts.noChanges() : prompts.changes({ patch })
  const request = [userText(prompts.evaluation({ changes: done }))]
  const judged = yield* askForSubmission(
    readingLoop(task, 'evaluator', prompts.evaluator(), request, options),
    submitEvaluation,
  )
  const { calls, outOfBudget } = judged
  if (!judged.ok)
    return { calls, outOfBudget, score: null, problem: null, report: judged.failure.message, perfect: false }
  const { score, reasoning } = judged.value
  const report = prompts.score({ score, reasoning })
  return { calls, outOfBudget, score, problem: null, report, perfect: score >= 1 }
}
