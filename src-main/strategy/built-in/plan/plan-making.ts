import type { Failure } from '../../../../src-shared/base/failure.ts'
import type { Message } from '../../../../src-shared/model/message.ts'
import type { Task } from '../../../../src-shared/strategy/task.ts'
import { askForSubmission, type Submission } from '../../loop/submission.ts'
import { userText } from '../../messages.ts'
import { noProgress, type Progress, plus } from '../../parts/progress.ts'
import { readingLoop, roleLoop } from '../../parts/role-loop.ts'
import { askUser, note, phase, type Routine } from '../../steps.ts'
import { type approvals, askAboutPlan, stoppedAtPlan } from './plan-approval.ts'
import type { ExecutionOptions } from './plan-execution.ts'
import { evaluationRequest, type RevisePrompts } from './plan-prompts.ts'
import { type Evaluation, type Plan, type PlanStep, submitEvaluation, submitPlan } from './plan-tools.ts'

export interface PlanOptions extends ExecutionOptions {
  readonly prompts: RevisePrompts
  readonly threshold: number
  readonly maxRevisions: number
  readonly belowThreshold: 'ask' | 'best'
  readonly approve: (typeof approvals)[number]
  readonly maxReplans: number
}

/** A plan and the evaluator's verdict. */
interface Draft {
  readonly plan: Plan
  readonly evaluation: Evaluation
}

/** All planning so far; replanning continues from it. */
export interface Planning {
  /** `added`: the planner's messages that follow the task's own. */
  readonly progress: Progress
  readonly drafts: readonly Draft[]
  readonly revisions: number
}
export const newPlanning: Planning = { progress: noProgress, drafts: [], revisions: 0 }

/** `best`: of the drafts since planning last began. */
export type PlanningResult = Planning &
  (
    | { readonly ok: true; readonly best: Draft }
    | { readonly ok: false; readonly best: Draft | null; readonly failure: Failure; readonly stopped: boolean }
  )

/** Plans and evaluates; below the threshold, revises with the evaluator's reasons, up to the allowed revisions. */
export function* makePlan(
  task: Task,
  options: PlanOptions,
  before: Planning,
  request: string,
  done: readonly PlanStep[],
): Routine<PlanningResult> {
  let { drafts, revisions } = before
  let progress = plus(before.progress, { added: [userText(request)] })
  let best: Draft | null = null
  for (let allowed = revisions + options.maxRevisions; ; revisions++) {
    const planned = yield* inPlanPhase(drafts.length, submittedPlan(task, progress.added, options))
    progress = plus(progress, { ...planned, failure: null })
    if (!planned.ok) return { progress, drafts, revisions, best, ok: false, failure: planned.failure, stopped: false }
    const judged = yield* evaluated(task, planned.value, done, drafts.length, options)
    progress = plus(progress, { ...judged, added: [], failure: null })
    if (!judged.ok) return { progress, drafts, revisions, best, ok: false, failure: judged.failure, stopped: false }
    const draft = { plan: planned.value, evaluation: judged.value }
    drafts = [...drafts, draft]
    best = betterOf(best, draft)
    const taken = { progress, drafts, revisions, ok: true, best } as const
    if (judged.value.score >= options.threshold || progress.outOfBudget) return taken
    if (revisions >= allowed) {
      const { score } = best.evaluation
      const decision = yield* wishBelowThreshold(revisions, score, options)
      if (decision === 'stop') return { ...taken, ok: false, failure: stoppedBelow(score), stopped: true }
      if (decision === 'take') return taken
      allowed++
    }
    progress = plus(progress, { added: [userText(options.prompts.revision(judged.value))] })
  }
}

/** The later one of equals. */
const betterOf = (best: Draft | null, draft: Draft): Draft =>
  best === null || draft.evaluation.score >= best.evaluation.score ? draft : best

const submittedPlan = (task: Task, added: readonly Message[], options: PlanOptions) =>
  askForSubmission(readingLoop(task, 'planner', options.prompts.planner(), added, options), submitPlan)

/** The first plan is the phase `plan`; every later one is a `revise`. @param at number of plans so far */
const inPlanPhase = <T>(at: number, body: Routine<T>): Routine<T> =>
  at === 0 ? phase('plan', body) : phase('revise', body, `revise ${at}`, at - 1)

function* evaluated(
  task: Task,
  plan: Plan,
  done: readonly PlanStep[],
  at: number,
  options: PlanOptions,
): Routine<Submission<Evaluation>> {
  const request = userText(evaluationRequest(options.prompts, plan, done))
  const evaluator = roleLoop(task, 'evaluator', options.prompts.evaluator(), [request], options)
  const title = at === 0 ? 'evaluate' : `evaluate ${at + 1}`
  const judged = yield* phase('evaluate', askForSubmission(evaluator, submitEvaluation), title, at)
  if (!judged.ok) return judged
  const { score, reasoning } = judged.value
  yield* note(`plan scored ${score}`, { score, threshold: options.threshold, reasoning })
  return judged
}

/** Has the user approve the plan, as often as they want it changed. @param done steps of an earlier plan */
export function* approvePlan(
  task: Task,
  options: PlanOptions,
  planned: PlanningResult,
  done: readonly PlanStep[],
): Routine<PlanningResult> {
  let now = planned
  while (now.ok && !now.progress.outOfBudget) {
    const { plan, evaluation } = now.best
    const { score } = evaluation
    // A user who was asked also sees what became of their wish.
    const asks = now !== planned || options.approve === 'always' || score < options.threshold
    if (options.approve === 'never' || !asks) return now
    const decision = yield* askAboutPlan(plan, `The plan has a score of ${score}. Carry it out?`)
    if (decision.kind === 'execute') return { ...now, best: { plan: decision.plan, evaluation } }
    if (decision.kind === 'stop') return { ...now, ok: false, failure: stoppedAtPlan, stopped: true }
    now = yield* makePlan(task, options, now, options.prompts.wish({ wish: decision.wish }), done)
  }
  return now
}

const takeBest = 'Carry out the best plan'
const reviseAgain = 'Revise once more'
const stopHere = 'Stop here'

function* wishBelowThreshold(
  revisions: number,
  score: number,
  { belowThreshold, threshold, approve }: PlanOptions,
): Routine<'take' | 'revise' | 'stop'> {
  // Who approves plans is shown this one anyway.
  if (belowThreshold === 'best' || approve !== 'never') return 'take'
  const question =
    `After ${revisions} revisions the best plan has a score of ${score}, ` +
    `below the ${threshold} you asked for. What now?`
  const answer = yield* askUser({ question, options: [takeBest, reviseAgain, stopHere], freeText: false })
  if (answer === reviseAgain) return 'revise'
  return answer === stopHere ? 'stop' : 'take'
}

const stoppedBelow = (score: number): Failure => ({
  kind: 'strategy-gave-up',
  message: `You stopped at a plan with a score of ${score}; nothing was carried out.`,
  advice: 'Say more about what you want, or lower the threshold in the strategy options.',
})
