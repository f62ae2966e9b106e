import { z } from 'zod'
import type { Failure } from '../../../../src-shared/base/failure.ts'
import type { JsonObject } from '../../../../src-shared/base/json.ts'
import type { Outcome } from '../../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../../src-shared/strategy/task.ts'
import { timesOption, turnsOption } from '../../loop/turns-option.ts'
import { assistantText } from '../../messages.ts'
import { outcomeOf } from '../../outcome.ts'
import { note, type Routine } from '../../steps.ts'
import { defineStrategy } from '../../strategy.ts'
import { type Execution, executePlan, impossible, limitBeforeWork, newExecution } from './plan-execution.ts'
import { makePlan, newPlanning, type Planned, type Planning, type PlanOptions } from './plan-making.ts'
import { planIntroduction, planRequest, replanRequest } from './plan-prompts.ts'
import type { Plan } from './plan-tools.ts'

function* planReviseExecuteRun(task: Task, options: PlanOptions): Routine<Outcome> {
  let planned = yield* makePlan(newPlanning(task, options), planRequest, [])
  let execution = newExecution
  for (let replans = 0; ; replans++) {
    if (!planned.ok) return ending(task, planned, execution, replans, planned.failure)
    if (planned.planning.spent) return ending(task, planned, execution, replans, limitBeforeWork)
    execution = { ...execution, talk: [...execution.talk, assistantText(planIntroduction(planned.plan, replans))] }
    const executed = yield* executePlan(planned.plan, execution, task, options.maxTurns)
    execution = executed.execution
    if (executed.end === 'done') return ending(task, planned, execution, replans, null)
    if (executed.end === 'failed') return ending(task, planned, execution, replans, executed.failure)
    const learned = { step: executed.step.goal, reason: executed.reason }
    yield* note('step reported impossible', learned)
    if (replans >= options.maxReplans)
      return ending(task, planned, execution, replans, impossible(learned.step, learned.reason))
    const request = replanRequest(executed.step, executed.reason, execution.done)
    planned = yield* makePlan(planned.planning, request, execution.done)
  }
}

function ending(task: Task, planned: Planned, execution: Execution, replans: number, failure: Failure | null): Outcome {
  const { planning } = planned
  const plan = planned.ok ? planned.plan : (planning.best?.plan ?? null)
  const unplayed = execution.phases === 0 && plan !== null
  return outcomeOf(
    task,
    {
      text: unplayed ? planIntroduction(plan) : execution.text,
      added: unplayed ? [assistantText(planIntroduction(plan))] : execution.talk,
      calls: [...planning.calls, ...execution.calls],
      meta: metaOf(planning, plan, execution, replans),
    },
    failure,
  )
}

function metaOf(planning: Planning, plan: Plan | null, execution: Execution, replans: number): JsonObject {
  return {
    plan: plan === null ? null : plan.steps.map(({ goal, done }) => ({ goal, done })),
    score: planning.best?.evaluation.score ?? null,
    scores: planning.scores,
    revisions: planning.revisions,
    replans,
    stepsDone: execution.done.length,
    spent: planning.spent || execution.over,
    stopped: planning.stopped,
  }
}

const options = z.strictObject({
  threshold: z.number().min(0).max(1).default(0.7).describe('Score from 0 to 1 that a plan must reach'),
  maxRevisions: timesOption(0, 20, 2, 'How often a plan below the threshold is revised'),
  belowThreshold: z
    .enum(['ask', 'best'])
    .default('ask')
    .describe('When no revision is left: ask you what to do, or take the best plan'),
  maxReplans: timesOption(0, 20, 2, 'How often a step reported impossible leads to a new plan'),
  maxTurns: turnsOption('one step'),
})

/** Planner, evaluator and engineer: three roles that can be three models at three endpoints. */
export const planReviseExecute = defineStrategy({
  name: 'plan-revise-execute',
  title: 'Plan, revise, execute',
  summary: 'Makes a plan, has it judged and revised until it is good, then carries it out step by step.',
  version: 1,
  wrapper: false,
  options,
  roles: [
    { name: 'planner', purpose: 'Looks at the project and makes the plan' },
    { name: 'evaluator', purpose: 'Scores the plan' },
    { name: 'engineer', purpose: 'Carries the plan out' },
  ],
  phases: [
    { name: 'plan', to: ['evaluate'] },
    { name: 'evaluate', to: ['revise', 'execute'] },
    { name: 'revise', to: ['evaluate'] },
    { name: 'execute', to: ['execute', 'revise'] },
  ],
  build: (chosen) => (task) => planReviseExecuteRun(task, chosen),
})
