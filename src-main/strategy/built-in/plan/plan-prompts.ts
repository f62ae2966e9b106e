import type { Evaluation, Plan, PlanStep } from './plan-tools.ts'

/** The texts that plan-revise-execute gives its three roles. */
export const plannerSystem =
  'You plan work that an engineer will carry out later; you change nothing yourself. Look at the project with the ' +
  'tools you have, as far as the plan needs it. Then call submit_plan with few, concrete steps, each with a goal ' +
  'and how to tell that it is done.'

export const evaluatorSystem =
  'You judge plans before they are carried out. Be exacting: would following this plan fully achieve what the user ' +
  'asked for, without needless steps? Call submit_evaluation with a score from 0 to 1 and your reasoning.'

export const engineerSystem =
  'A plan was made for this task, and you carry it out step by step. Do only the step you are asked for; when it is ' +
  'done, say in a few sentences what you did and how you know that it is done. If the step turns out to be ' +
  'impossible, call report_impossible with the reason.'

export const planRequest = 'Make a plan for the task above and submit it with submit_plan.'

export function planText(plan: Plan): string {
  return plan.steps.map((step, at) => `${at + 1}. ${step.goal}\n   Done when: ${step.done}`).join('\n')
}

export function evaluationRequest(plan: Plan, done: readonly PlanStep[]): string {
  const before = done.length === 0 ? '' : `These steps are done already:\n${stepList(done)}\n\n`
  return `${before}This plan was made for the task above:\n\n${planText(plan)}\n\nJudge it with submit_evaluation.`
}

export function revisionRequest(evaluated: Evaluation): string {
  return (
    `The plan was given a score of ${evaluated.score}. The reasoning:\n\n${evaluated.reasoning}\n\n` +
    'Revise the plan and submit the whole of it again with submit_plan.'
  )
}

export function replanRequest(step: PlanStep, reason: string, done: readonly PlanStep[]): string {
  const before = done.length === 0 ? 'No step is done yet.' : `These steps are done:\n${stepList(done)}`
  return (
    `In carrying out the plan, this step was found impossible: ${step.goal}\n\nWhat was learned:\n${reason}\n\n` +
    `${before}\n\nSubmit a plan for what remains with submit_plan.`
  )
}

/** @param closing whether the last step ends with a summary of the whole work */
export function stepRequest(plan: Plan, at: number, closing: boolean): string {
  const step = plan.steps[at]
  const head = `Carry out step ${at + 1} of ${plan.steps.length}: ${step?.goal ?? ''}\nDone when: ${step?.done ?? ''}`
  if (at + 1 < plan.steps.length || !closing) return head
  return `${head}\n\nThis is the last step: when it is done, end with a short summary of the whole work for the user.`
}

export const summaryRequest =
  'All steps are done. Summarise the whole work for the user: what was asked, what was changed and where, how it was ' +
  'checked, and what is left open. Say only what the results above show.'

export function planIntroduction(plan: Plan, replans = 0): string {
  return `${replans === 0 ? 'The plan' : 'The revised plan'}:\n\n${planText(plan)}`
}

const stepList = (steps: readonly PlanStep[]): string => steps.map((step) => `- ${step.goal}`).join('\n')
