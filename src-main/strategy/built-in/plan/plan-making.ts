import type { Failure } from '../../../../src-shared/base/failure.ts'
import type { Message } from '../../../../src-shared/model/message.ts'
import type { CallEntry } from '../../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../../src-shared/strategy/task.ts'
import type { Loop } from '../../loop/loop.ts'
import { askForSubmission, type Submission } from '../../loop/submission.ts'
import { userText } from '../../messages.ts'
import { readingLoop, roleLoop } from '../../parts/role-loop.ts'
import { askUser, note, phase, type Routine } from '../../steps.ts'
import { evaluationRequest, evaluatorSystem, plannerSystem, revisionRequest } from './plan-prompts.ts'
import { type Evaluation, type Plan, type PlanStep, submitEvaluation, submitPlan } from './plan-tools.ts'

export interface PlanOptions {
  readonly threshold: number
  readonly maxRevisions: number
  readonly belowThreshold: 'ask' | 'best'
  readonly maxReplans: number
  readonly maxTurns: number
}

/** All that planning has come to so far; replanning goes on from it. */
export interface Planning {
  readonly task: Task
  readonly options: PlanOptions
  /** What the planner has seen and said after the task's own messages. */
  readonly talk: readonly Message[]
  readonly calls: readonly CallEntry[]
  readonly scores: readonly number[]
  readonly revisions: number
  /** Planning and evaluating phases so far: their index on the timeline. */
  readonly planned: number
  readonly evaluated: number
  readonly best: { readonly plan: Plan; readonly evaluation: Evaluation } | null
  readonly spent: boolean
  /** The user wanted no more. */
  readonly stopped: boolean
}
export type Planned =
  | { readonly ok: true; readonly planning: Planning; readonly plan: Plan; readonly score: number }
  | { readonly ok: false; readonly planning: Planning; readonly failure: Failure }

export const newPlanning = (task: Task, options: PlanOptions): Planning => ({
  task,
  options,
  talk: [],
  calls: [],
  scores: [],
  revisions: 0,
  planned: 0,
  evaluated: 0,
  best: null,
  spent: false,
  stopped: false,
})

/** Plan, evaluate, and below the threshold revise with the reasoning, within the allowed revisions. */
export function* makePlan(before: Planning, request: string, done: readonly PlanStep[]): Routine<Planned> {
  let planning: Planning = { ...before, best: null, talk: [...before.talk, userText(request)] }
  for (let allowed = planning.revisions + planning.options.maxRevisions; ; ) {
    const made = yield* proposed(planning, done)
    planning = made.planning
    if (!made.ok) return made
    const { best } = planning
    if (best === null) return made
    if (made.score >= planning.options.threshold || planning.spent) return taken(planning, best)
    if (planning.revisions >= allowed) {
      const wish = yield* wishBelowThreshold(planning, best.evaluation.score)
      if (wish === 'stop')
        return { ok: false, planning: { ...planning, stopped: true }, failure: stoppedBelow(best.evaluation.score) }
      if (wish === 'take') return taken(planning, best)
      allowed++
    }
    planning = revised(planning, made.evaluation)
  }
}

type Proposed = Planned & { readonly evaluation: Evaluation }

function* proposed(planning: Planning, done: readonly PlanStep[]): Routine<Proposed | (Planned & { ok: false })> {
  const asked = yield* inPlanPhase(planning, askForSubmission(plannerWork(planning), submitPlan))
  let after = afterPlanning(planning, asked)
  if (!asked.ok) return { ok: false, planning: after, failure: asked.failure }
  const work = evaluatorWork(after, evaluationRequest(asked.value, done))
  const title = after.evaluated === 0 ? 'evaluate' : `evaluate ${after.evaluated + 1}`
  const judged = yield* phase('evaluate', askForSubmission(work, submitEvaluation), title, after.evaluated)
  after = {
    ...after,
    calls: [...after.calls, ...judged.calls],
    evaluated: after.evaluated + 1,
    spent: after.spent || judged.outOfBudget,
  }
  if (!judged.ok) return { ok: false, planning: after, failure: judged.failure }
  yield* note(`plan scored ${judged.value.score}`, {
    score: judged.value.score,
    threshold: planning.options.threshold,
    reasoning: judged.value.reasoning,
  })
  after = withScore(after, asked.value, judged.value)
  return { ok: true, planning: after, plan: asked.value, score: judged.value.score, evaluation: judged.value }
}

/** The first plan is the phase `plan`; every one after it is a `revise`. */
const inPlanPhase = <T>(planning: Planning, body: Routine<T>): Routine<T> =>
  planning.planned === 0
    ? phase('plan', body)
    : phase('revise', body, `revise ${planning.planned}`, planning.planned - 1)

function afterPlanning(planning: Planning, asked: Submission<Plan>): Planning {
  return {
    ...planning,
    talk: [...planning.talk, ...asked.added],
    calls: [...planning.calls, ...asked.calls],
    planned: planning.planned + 1,
    spent: planning.spent || asked.outOfBudget,
  }
}

function withScore(planning: Planning, plan: Plan, evaluation: Evaluation): Planning {
  const better = planning.best === null || evaluation.score >= planning.best.evaluation.score
  return {
    ...planning,
    scores: [...planning.scores, evaluation.score],
    best: better ? { plan, evaluation } : planning.best,
  }
}

function revised(planning: Planning, evaluated: Evaluation): Planning {
  const talk = [...planning.talk, userText(revisionRequest(evaluated))]
  return { ...planning, talk, revisions: planning.revisions + 1 }
}

const taken = (planning: Planning, best: NonNullable<Planning['best']>): Planned => ({
  ok: true,
  planning,
  plan: best.plan,
  score: best.evaluation.score,
})

const takeBest = 'Carry out the best plan'
const reviseAgain = 'Revise once more'
const stopHere = 'Stop here'

function* wishBelowThreshold(planning: Planning, score: number): Routine<'take' | 'revise' | 'stop'> {
  if (planning.options.belowThreshold === 'best') return 'take'
  const question =
    `After ${planning.revisions} revisions the best plan has a score of ${score}, ` +
    `below the ${planning.options.threshold} you asked for. What now?`
  const answer = yield* askUser({ question, options: [takeBest, reviseAgain, stopHere], freeText: false })
  if (answer === reviseAgain) return 'revise'
  return answer === stopHere ? 'stop' : 'take'
}

const stoppedBelow = (score: number): Failure => ({
  kind: 'strategy-gave-up',
  message: `You stopped at a plan with a score of ${score}; nothing was carried out.`,
  advice: 'Say more about what you want, or lower the threshold in the strategy options.',
})

const plannerWork = ({ task, talk, options }: Planning): Loop =>
  readingLoop(task, 'planner', plannerSystem, talk, options.maxTurns)

const evaluatorWork = ({ task, options }: Planning, request: string): Loop =>
  roleLoop(task, 'evaluator', evaluatorSystem, [userText(request)], options.maxTurns)
