import { z } from 'zod'
import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import type { Failure } from '../../../../src-shared/base/failure.ts'
import type { Message } from '../../../../src-shared/model/message.ts'
import type { Prompts } from '../../../../src-shared/strategy/prompts.ts'
import type { CallEntry, Outcome } from '../../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../../src-shared/strategy/task.ts'
import { textOf } from '../../loop/loop.ts'
import { loopOptions, timesOption } from '../../loop/loop-options.ts'
import { askForSubmission, type Submission } from '../../loop/submission.ts'
import { runLoop } from '../../loop/tool-loop.ts'
import { userText } from '../../messages.ts'
import { outcomeOf } from '../../outcome.ts'
import { innerWork } from '../../parts/inner-work.ts'
import { orFailure } from '../../parts/or-failure.ts'
import { noProgress, type Progress, plus } from '../../parts/progress.ts'
import { readingLoop } from '../../parts/role-loop.ts'
import { note, phase, type Routine } from '../../steps.ts'
import { defineStrategy } from '../../strategy.ts'
import { askAboutPlan, stoppedAtPlan } from './plan-approval.ts'
import {
  doneSteps,
  type Execution,
  type ExecutionOptions,
  engineerLoop,
  executePlan,
  impossible,
  introduced,
  limitBeforeWork,
} from './plan-execution.ts'
import { executePrompts, planText } from './plan-prompts.ts'
import { type Plan, submitPlanOf } from './plan-tools.ts'

interface PlanAndExecuteOptions extends ExecutionOptions {
  readonly prompts: Prompts<typeof executePrompts>
  readonly maxSteps: number
  readonly approve: 'never' | 'always'
}

/** One plan without review; each step in the tool loop; a summary by the engineer who did the work. */
function* planAndExecuteRun(task: Task, options: PlanAndExecuteOptions): Routine<Outcome> {
  const { prompts } = options
  const planned = yield* makePlan(task, options)
  if (!planned.ok) return withoutPlan(task, planned, planned.failure)
  const plan = planned.value
  yield* note(`plan of ${plan.steps.length} steps`, { steps: plan.steps.map((step) => step.goal) })
  const before = plus(noProgress, {
    ...planned,
    added: [introduced(prompts.introduction({ plan: planText(plan) }), options)],
  })
  const execution: Execution = { progress: before, tried: [] }
  const ended = (execution: Execution, failure: Failure | null) => ending(task, plan, execution, failure, options)
  if (before.outOfBudget) return ended(execution, limitBeforeWork)
  const executed = yield* executePlan(plan, execution, task, options, null)
  switch (executed.end) {
    case 'failed':
      return ended(executed, executed.failure)
    case 'impossible': {
      const { step, reason } = executed
      yield* note('step reported impossible', { step: step.goal, reason })
      return ended(executed, impossible(step, reason))
    }
    case 'done': {
      if (executed.progress.outOfBudget) return ended(executed, null)
      const summary = yield* orFailure(phase('summarise', summarizeWork(task, executed.progress, options)))
      return ended({ ...executed, progress: summary.ok ? summary.value : executed.progress }, null)
    }
    default:
      return assertNever(executed)
  }
}

/** The plan that is carried out: the planner's, or what the user made of it. */
function* makePlan(task: Task, options: PlanAndExecuteOptions): Routine<Submission<Plan>> {
  const { prompts, maxSteps, approve } = options
  let request: readonly Message[] = [userText(prompts.plan({ max: maxSteps }))]
  let calls: readonly CallEntry[] = []
  for (let at = 0; ; at++) {
    const planner = readingLoop(task, 'planner', prompts.planner(), request, options)
    const title = at === 0 ? 'plan' : `plan ${at + 1}`
    const made = yield* phase('plan', askForSubmission(planner, submitPlanOf(maxSteps)), title, at)
    const planned = { ...made, calls: [...calls, ...made.calls] }
    if (!planned.ok || planned.outOfBudget || approve === 'never') return planned
    const decision = yield* askAboutPlan(planned.value, 'Carry out this plan?')
    if (decision.kind === 'execute') return { ...planned, value: decision.plan }
    if (decision.kind === 'stop') return { ...planned, ok: false, failure: stoppedAtPlan }
    request = [...request, ...made.added, userText(prompts.wish({ wish: decision.wish }))]
    calls = planned.calls
  }
}

/** The work is done: if only the summary failed, the text of the last step is the answer. */
function* summarizeWork(task: Task, done: Progress, options: PlanAndExecuteOptions): Routine<Progress> {
  const withRequest = plus(done, { added: [userText(options.prompts.summary())] })
  if (options.inner !== null) {
    const summary = yield* innerWork(options.inner, task, withRequest.added)
    return summary.failure === null ? plus(withRequest, summary) : done
  }
  const end = yield* runLoop({ ...engineerLoop(task, withRequest.added, options), tools: [], strategyTools: [] })
  return end.ending === 'failed'
    ? done
    : { ...withRequest, added: [...withRequest.added, ...end.added], text: textOf(end) }
}

function ending(
  task: Task,
  plan: Plan,
  execution: Execution,
  failure: Failure | null,
  { prompts }: PlanAndExecuteOptions,
): Outcome {
  const { progress } = execution
  const meta = {
    plan: plan.steps.map(({ goal, done }) => ({ goal, done })),
    stepsDone: doneSteps(execution).length,
    spent: progress.outOfBudget,
  }
  return outcomeOf(
    task,
    { ...progress, text: progress.text || prompts.introduction({ plan: planText(plan) }), meta },
    failure,
  )
}

const withoutPlan = (task: Task, { added, calls }: Submission<Plan>, failure: Failure): Outcome =>
  outcomeOf(task, { text: '', added, calls, meta: { plan: null, stepsDone: 0 } }, failure)

const options = z.strictObject({
  maxSteps: timesOption(1, 40, 10, 'The plan may have at most so many steps'),
  approve: z
    .enum(['never', 'always'])
    .default('never')
    .describe('Whether you see the plan, can edit it and approve it before it is carried out. A lane waits for you'),
  ...loopOptions('one step'),
})

export const planAndExecute = defineStrategy({
  name: 'plan-and-execute',
  title: 'Plan and execute',
  summary: 'Makes one plan, executes it step by step, and summarizes the result. Can wrap another strategy.',
  version: 2,
  wrapper: 'optional',
  options,
  prompts: executePrompts,
  roles: [
    { name: 'planner', purpose: 'Looks at the project and makes the plan' },
    { name: 'engineer', purpose: 'Carries the plan out and sums up', inner: true },
  ],
  phases: [
    { name: 'plan', to: ['execute', 'plan'], when: { execute: 'made', plan: 'you want changes' } },
    {
      name: 'execute',
      to: ['execute', 'summarise'],
      when: { execute: 'next step', summarise: 'all done' },
      inner: true,
    },
    { name: 'summarise', to: [], inner: true },
  ],
  build: (chosen, inner) => (task) => planAndExecuteRun(task, { ...chosen, inner }),
})
