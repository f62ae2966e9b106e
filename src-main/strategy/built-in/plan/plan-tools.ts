import { z } from 'zod'
import { strategyTool } from '../../strategy-tools/strategy-tool.ts'

const planStep = z.object({
  goal: z.string().min(1).describe('What this step achieves'),
  done: z.string().min(1).describe('How to tell that the step is done'),
})
export type PlanStep = z.infer<typeof planStep>

const planOf = (maxSteps: number) =>
  z.object({ steps: z.array(planStep).min(1).max(maxSteps).describe('The steps in their order') })
export type Plan = z.infer<ReturnType<typeof planOf>>

const evaluation = z.object({
  score: z.number().min(0).max(1).describe('0: useless, 1: nothing to improve'),
  reasoning: z.string().min(1).describe('What is good, what is missing or wrong, and what would raise the score'),
})
export type Evaluation = z.infer<typeof evaluation>

/** @param maxSteps a plan with more steps is refused; the result tells the model why */
export const submitPlanOf = (maxSteps: number) =>
  strategyTool('submit_plan', 'Submits the plan. Call it once, when the plan is ready.', planOf(maxSteps))
export const submitPlan = submitPlanOf(40)
export const submitEvaluation = strategyTool('submit_evaluation', 'Submits your judgement.', evaluation)
export const reportImpossible = strategyTool(
  'report_impossible',
  'Reports that the present step of the plan cannot be done, so that the plan is revised. Only after trying.',
  z.object({ reason: z.string().min(1).describe('Why it cannot be done, and what was learned in trying') }),
)
