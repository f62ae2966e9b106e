import { type Prompts, prompt } from '../../../../src-shared/strategy/prompts.ts'
import { loopPrompts, submissionPrompts } from '../../loop/loop-prompts.ts'
import type { Plan, PlanStep } from './plan-tools.ts'

/** The prompts of planning and of executing a plan. */
export const planPrompts = {
  planner: prompt(
    'System message of the planner',
    'You plan work that an engineer will carry out later; you change nothing yourself. Look at the project with the ' +
      'tools you have, as far as the plan needs it. Then call submit_plan with few, concrete steps, each with a goal ' +
      'and how to tell that it is done.',
  ),
  engineer: prompt(
    'Follows the system message of the engineer',
    'A plan was made for this task, and you carry it out step by step. Do only the step you are asked for; when it is ' +
      'done, say in a few sentences what you did and how you know that it is done. If the step turns out to be ' +
      'impossible, call report_impossible with the reason.',
  ),
  innerEngineer: prompt(
    'Tells an inner strategy that does the engineer’s work',
    'A plan was made for this task, and you carry it out step by step. Do only the step you are asked for; when it is ' +
      'done, say in a few sentences what you did and how you know that it is done. If the step turns out to be ' +
      'impossible, end with a line that begins with "Impossible:" and says why.',
  ),
  step: prompt('Asks the engineer for a step', 'Carry out step {number} of {count}: {goal}\nDone when: {done}', {
    required: ['goal'],
    optional: ['number', 'count', 'done'],
  }),
  wish: prompt(
    'Asks the planner for what you want changed, if you approve plans',
    'The user read the plan and wants it changed:\n\n{wish}\n\nSubmit the whole of the changed plan with submit_plan.',
    { required: ['wish'] },
  ),
  introduction: prompt('Begins the engineer’s conversation with the plan', 'The plan:\n\n{plan}', {
    required: ['plan'],
  }),
  ...submissionPrompts,
  ...loopPrompts,
}
export type PlanPrompts = Prompts<typeof planPrompts>

const { planner, engineer, innerEngineer, step, introduction, wish, ...others } = planPrompts

/** In the order of their use. */
export const revisePrompts = {
  planner,
  plan: prompt('Asks the planner for the plan', 'Make a plan for the task above and submit it with submit_plan.'),
  evaluator: prompt(
    'System message of the evaluator',
    'You judge plans before they are carried out. Be exacting: would following this plan fully achieve what the user ' +
      'asked for, without needless steps? Call submit_evaluation with a score from 0 to 1 and your reasoning.',
  ),
  evaluation: prompt(
    'Asks the evaluator for a score',
    '{done}This plan was made for the task above:\n\n{plan}\n\nJudge it with submit_evaluation.',
    { required: ['plan'], optional: ['done'] },
  ),
  evaluationDone: prompt(
    'Stands for {done} of the evaluation, if there are such steps',
    'These steps are done already:\n{steps}\n\n',
    { required: ['steps'] },
  ),
  revision: prompt(
    'Asks the planner for a revision',
    'The plan was given a score of {score}. The reasoning:\n\n{reasoning}\n\n' +
      'Revise the plan and submit the whole of it again with submit_plan.',
    { required: ['reasoning'], optional: ['score'] },
  ),
  wish,
  introduction,
  engineer,
  innerEngineer,
  step,
  lastStep: prompt(
    'Follows the request for the last step',
    'This is the last step: when it is done, end with a short summary of the whole work for the user.',
  ),
  replan: prompt(
    'Asks the planner for a new plan after a step was reported impossible',
    'In carrying out the plan, this step was found impossible: {step}\n\nWhat was learned:\n{reason}\n\n' +
      '{done}\n\nSubmit a plan for what remains with submit_plan.',
    { required: ['step', 'reason'], optional: ['done'] },
  ),
  replanDone: prompt('Stands for {done} of that, if there are such steps', 'These steps are done:\n{steps}', {
    required: ['steps'],
  }),
  replanNoneDone: prompt('Stands for {done} of that if there are none', 'No step is done yet.'),
  newIntroduction: prompt('Begins the engineer’s conversation with a new plan', 'The revised plan:\n\n{plan}', {
    required: ['plan'],
  }),
  ...others,
}
export type RevisePrompts = Prompts<typeof revisePrompts>

/** In the order of their use. */
export const executePrompts = {
  planner,
  plan: prompt(
    'Asks the planner for the plan',
    'Make a plan for the task above and submit it with submit_plan. At most {max} steps.',
    { required: ['max'] },
  ),
  wish,
  introduction,
  engineer,
  innerEngineer,
  step,
  summary: prompt(
    'Asks for the summary at the end',
    'All steps are done. Summarise the whole work for the user: what was asked, what was changed and where, how it was ' +
      'checked, and what is left open. Say only what the results above show.',
  ),
  ...others,
}

export function planText(plan: Plan): string {
  return plan.steps.map((step, at) => `${at + 1}. ${step.goal}\n   Done when: ${step.done}`).join('\n')
}

export function evaluationRequest(prompts: RevisePrompts, plan: Plan, done: readonly PlanStep[]): string {
  const before = done.length === 0 ? '' : prompts.evaluationDone({ steps: stepList(done) })
  return prompts.evaluation({ plan: planText(plan), done: before })
}

export function replanRequest(
  prompts: RevisePrompts,
  step: PlanStep,
  reason: string,
  done: readonly PlanStep[],
): string {
  const before = done.length === 0 ? prompts.replanNoneDone() : prompts.replanDone({ steps: stepList(done) })
  return prompts.replan({ step: step.goal, reason, done: before })
}

/** @param lastStep ends the request for the last step, if it is to end with a summary of the whole work */
export function stepRequest(prompts: PlanPrompts, plan: Plan, at: number, lastStep: string | null): string {
  const { goal = '', done = '' } = plan.steps[at] ?? {}
  const head = prompts.step({ number: at + 1, count: plan.steps.length, goal, done })
  return at + 1 < plan.steps.length || lastStep === null ? head : `${head}\n\n${lastStep}`
}

const stepList = (steps: readonly PlanStep[]): string => steps.map((step) => `- ${step.goal}`).join('\n')
