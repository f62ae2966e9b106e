import { z } from 'zod'
import { strategyTool } from '../../strategy-tools/strategy-tool.ts'
import { type ListItem, labelled, numberedItems } from '../../strategy-tools/text-answer.ts'

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

/** A numbered list, if it has two steps or says when one is done: a single point may be a question. */
function planIn(text: string): unknown {
  const items = numberedItems(text)
  const steps = items.map((item) => ({ goal: item.text, done: doneIn(item) ?? 'The goal is achieved.' }))
  return steps.length > 1 || items.some((item) => doneIn(item) !== null) ? { steps } : undefined
}

function doneIn({ below }: ListItem): string | null {
  const found = below.map(
    (line) => /^(?:[-*•]\s+)?(?:\*\*)?(?:done(?: when)?|check)(?:\*\*)?:(?:\*\*)?\s*(\S.*)$/i.exec(line)?.[1],
  )
  return found.find((each) => each !== undefined) ?? null
}

/** A line `Score: 0.7`, `7/10` or `70 %`, and the rest of the text as the reasoning. */
function evaluationIn(text: string): unknown {
  const said = labelled(text, /score/)
  const [, amount, most, percent] = /^(\d+(?:\.\d+)?)\s*(?:\/\s*(\d+(?:\.\d+)?)|(%))?\.?$/.exec(said ?? '') ?? []
  if (said === null || amount === undefined) return undefined
  const score = Number(amount) / (percent === undefined ? Number(most ?? 1) : 100)
  const reasoning = text.split('\n').filter((line) => labelled(line, /score/) === null)
  return { score, reasoning: reasoning.join('\n').trim() }
}

/** @param maxSteps a plan with more steps is refused; the result tells the model why */
export const submitPlanOf = (maxSteps: number) =>
  strategyTool('submit_plan', 'Submits the plan. Call it once, when the plan is ready.', planOf(maxSteps), planIn)
export const submitPlan = submitPlanOf(40)
export const submitEvaluation = strategyTool('submit_evaluation', 'Submits your judgement.', evaluation, evaluationIn)
export const reportImpossible = strategyTool(
  'report_impossible',
  'Reports that the present step of the plan cannot be done, so that the plan is revised. Only after trying.',
  z.object({ reason: z.string().min(1).describe('Why it cannot be done, and what was learned in trying') }),
)
