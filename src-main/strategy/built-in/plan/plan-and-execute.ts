import { z } from 'zod'
import type { Failure } from '../../../../src-shared/base/failure.ts'
import type { Outcome } from '../../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../../src-shared/strategy/task.ts'
import { textOf } from '../../loop/loop.ts'
import { askForSubmission, type Submission } from '../../loop/submission.ts'
import { runLoop } from '../../loop/tool-loop.ts'
import { timesOption, turnsOption } from '../../loop/turns-option.ts'
import { assistantText, userText } from '../../messages.ts'
import { outcomeOf } from '../../outcome.ts'
import { readingLoop } from '../../parts/role-loop.ts'
import { note, phase, type Routine } from '../../steps.ts'
import { defineStrategy } from '../../strategy.ts'
import {
  type Executed,
  engineerWork,
  executePlan,
  impossible,
  limitBeforeWork,
  newExecution,
} from './plan-execution.ts'
import { planIntroduction, plannerSystem, planRequest, summaryRequest } from './plan-prompts.ts'
import { type Plan, submitPlanOf } from './plan-tools.ts'

interface PlanAndExecuteOptions {
  readonly maxSteps: number
  readonly maxTurns: number
}

/** One plan, taken as it is; each step through the tool loop; a summary by the one who did the work. */
function* planAndExecuteRun(task: Task, options: PlanAndExecuteOptions): Routine<Outcome> {
  const planned = yield* phase('plan', askForSubmission(plannerWork(task, options), submitPlanOf(options.maxSteps)))
  if (!planned.ok) return withoutPlan(task, planned, planned.failure)
  const plan = planned.value
  yield* note(`plan of ${plan.steps.length} steps`, { steps: plan.steps.map((step) => step.goal) })
  const introduction = assistantText(planIntroduction(plan))
  if (planned.outOfBudget) return ending(task, plan, planned, notBegun([introduction]), limitBeforeWork)
  const before = { ...newExecution, talk: [introduction] }
  const executed = yield* executePlan(plan, before, task, options.maxTurns, false)
  if (executed.end === 'failed') return ending(task, plan, planned, executed, executed.failure)
  if (executed.end === 'impossible') {
    const { goal } = executed.step
    yield* note('step reported impossible', { step: goal, reason: executed.reason })
    return ending(task, plan, planned, executed, impossible(goal, executed.reason))
  }
  return executed.execution.over
    ? ending(task, plan, planned, executed, null)
    : yield* summarised(task, plan, planned, executed, options)
}

const plannerWork = (task: Task, { maxSteps, maxTurns }: PlanAndExecuteOptions) =>
  readingLoop(task, 'planner', plannerSystem, [userText(`${planRequest} At most ${maxSteps} steps.`)], maxTurns)

function* summarised(
  task: Task,
  plan: Plan,
  planned: Submission<Plan>,
  executed: Executed,
  options: PlanAndExecuteOptions,
): Routine<Outcome> {
  const talk = [...executed.execution.talk, userText(summaryRequest)]
  const work = { ...engineerWork(task, talk, options.maxTurns), tools: [], strategyTools: [] }
  const end = yield* phase('summarise', runLoop(work))
  const execution = { ...executed.execution, talk: [...talk, ...end.added], text: textOf(end) }
  // The work is done: where only the summary is missing, the last step's own words stand.
  const told = end.ending !== 'failed' ? execution : executed.execution
  return ending(task, plan, planned, { execution: told }, null)
}

type Told = Pick<Executed, 'execution'>
const notBegun = (talk: Told['execution']['talk']): Told => ({ execution: { ...newExecution, talk } })

function ending(
  task: Task,
  plan: Plan,
  planned: Submission<Plan>,
  { execution }: Told,
  failure: Failure | null,
): Outcome {
  const meta = {
    plan: plan.steps.map(({ goal, done }) => ({ goal, done })),
    stepsDone: execution.done.length,
    spent: planned.outOfBudget || execution.over,
  }
  const text = execution.text === '' ? planIntroduction(plan) : execution.text
  const calls = [...planned.calls, ...execution.calls]
  return outcomeOf(task, { text, added: execution.talk, calls, meta }, failure)
}

const withoutPlan = (task: Task, { added, calls }: Submission<Plan>, failure: Failure): Outcome =>
  outcomeOf(task, { text: '', added, calls, meta: { plan: null, stepsDone: 0 } }, failure)

const options = z.strictObject({
  maxSteps: timesOption(1, 40, 10, 'The plan may have at most so many steps'),
  maxTurns: turnsOption('one step'),
})

export const planAndExecute = defineStrategy({
  name: 'plan-and-execute',
  title: 'Plan and execute',
  summary: 'Makes one plan, carries it out step by step, and sums up at the end.',
  version: 1,
  wrapper: false,
  options,
  roles: [
    { name: 'planner', purpose: 'Looks at the project and makes the plan' },
    { name: 'engineer', purpose: 'Carries the plan out and sums up' },
  ],
  phases: [
    { name: 'plan', to: ['execute'] },
    { name: 'execute', to: ['execute', 'summarise'] },
    { name: 'summarise', to: [] },
  ],
  build: (chosen) => (task) => planAndExecuteRun(task, chosen),
})
