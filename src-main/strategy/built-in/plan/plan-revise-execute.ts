import { z } from 'zod'
import type { Failure } from '../../../../src-shared/base/failure.ts'
import type { Outcome } from '../../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../../src-shared/strategy/task.ts'
import { loopOptions, timesOption } from '../../loop/loop-options.ts'
import { assistantText } from '../../messages.ts'
import { outcomeOf } from '../../outcome.ts'
import { plus } from '../../parts/progress.ts'
import { note, type Routine } from '../../steps.ts'
import { defineStrategy } from '../../strategy.ts'
import { approvals } from './plan-approval.ts'
import {
  doneSteps,
  type Execution,
  executePlan,
  impossible,
  introduced,
  limitBeforeWork,
  newExecution,
} from './plan-execution.ts'
import { approvePlan, makePlan, newPlanning, type PlanningResult, type PlanOptions } from './plan-making.ts'
import { planText, replanRequest, revisePrompts } from './plan-prompts.ts'
import type { Plan } from './plan-tools.ts'

function* planReviseExecuteRun(task: Task, options: PlanOptions): Routine<Outcome> {
  const first = yield* makePlan(task, options, newPlanning, options.prompts.plan(), [])
  let planned = yield* approvePlan(task, options, first, [])
  let execution = newExecution
  for (let replans = 0; ; replans++) {
    const ended = (failure: Failure | null) => ending(task, planned, execution, replans, failure, options)
    if (!planned.ok) return ended(planned.failure)
    if (planned.progress.outOfBudget) return ended(limitBeforeWork)
    const { plan } = planned.best
    const introduction = introduced(introductionTo(plan, replans, options), options)
    const started = { ...execution, progress: plus(execution.progress, { added: [introduction] }) }
    const executed = yield* executePlan(plan, started, task, options, options.prompts.lastStep())
    execution = executed
    if (executed.end === 'done') return ended(null)
    if (executed.end === 'failed') return ended(executed.failure)
    const { step, reason } = executed
    yield* note('step reported impossible', { step: step.goal, reason })
    if (replans >= options.maxReplans) return ended(impossible(step, reason))
    const done = doneSteps(execution)
    const next = yield* makePlan(task, options, planned, replanRequest(options.prompts, step, reason, done), done)
    planned = yield* approvePlan(task, options, next, done)
  }
}

/** The first plan, or a new one after a step was impossible. */
function introductionTo(plan: Plan, replans: number, { prompts }: PlanOptions): string {
  const text = { plan: planText(plan) }
  return replans === 0 ? prompts.introduction(text) : prompts.newIntroduction(text)
}

function ending(
  task: Task,
  planned: PlanningResult,
  execution: Execution,
  replans: number,
  failure: Failure | null,
  options: PlanOptions,
): Outcome {
  const plan = planned.best?.plan ?? null
  const { text, added, calls } = execution.progress
  const outOfBudget = planned.progress.outOfBudget || execution.progress.outOfBudget
  const stopped = !planned.ok && planned.stopped
  const meta = {
    plan: plan === null ? null : plan.steps.map(({ goal, done }) => ({ goal, done })),
    score: planned.best?.evaluation.score ?? null,
    scores: planned.drafts.map(({ evaluation }) => evaluation.score),
    revisions: planned.revisions,
    replans,
    stepsDone: doneSteps(execution).length,
    spent: outOfBudget,
    stopped,
  }
  const work = { text, added, calls: [...planned.progress.calls, ...calls], meta, outOfBudget, stopped }
  if (plan === null || execution.tried.length > 0) return outcomeOf(task, work, failure)
  const introduction = introductionTo(plan, 0, options)
  return outcomeOf(task, { ...work, text: introduction, added: [assistantText(introduction)] }, failure)
}

const options = z.strictObject({
  threshold: z.number().min(0).max(1).default(0.7).describe('Score from 0 to 1 that a plan must reach'),
  maxRevisions: timesOption(0, 20, 2, 'How often a plan below the threshold is revised'),
  belowThreshold: z
    .enum(['ask', 'best'])
    .default('ask')
    .describe('When no revision is left: ask you what to do, or take the best plan'),
  approve: z
    .enum(approvals)
    .default('never')
    .describe('Whether you see the plan, can edit it and approve it before it is carried out. A lane waits for you'),
  maxReplans: timesOption(0, 20, 2, 'How often a step reported impossible leads to a new plan'),
  ...loopOptions('one step'),
})

/** Planner, evaluator and engineer: three roles that can be three models at three endpoints. */
export const planReviseExecute = defineStrategy({
  name: 'plan-revise-execute',
  title: 'Plan, revise, execute',
  summary:
    'Makes a plan, reviews and revises it until it is good enough, then executes it step by step. Can wrap another ' +
    'strategy, which executes it.',
  version: 2,
  wrapper: 'optional',
  options,
  prompts: revisePrompts,
  roles: [
    { name: 'planner', purpose: 'Looks at the project and makes the plan' },
    { name: 'evaluator', purpose: 'Scores the plan' },
    { name: 'engineer', purpose: 'Carries the plan out', inner: true },
  ],
  phases: [
    { name: 'plan', to: ['evaluate'] },
    { name: 'evaluate', to: ['revise', 'execute'], when: { revise: 'score too low', execute: 'good enough' } },
    { name: 'revise', to: ['evaluate'] },
    {
      name: 'execute',
      to: ['execute', 'revise'],
      when: { execute: 'next step', revise: 'step impossible' },
      inner: true,
    },
  ],
  build: (chosen, inner) => (task) => planReviseExecuteRun(task, { ...chosen, inner }),
})
