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

/**
 * A line `Score: 0.7`, `7/10` or `70 %`, and the rest of the text as the reasoning. Without such a line, the only
 * amount of a sentence that rates: “I would rate this plan 90%”, “8 out of 10”.
 */
function evaluationIn(text: string): unknown {
  const label = /(?:(?:final|overall|total) )?(?:score|rating|grade|evaluation)/
  const line = labelled(text, label)
  const score = line === null ? ratedIn(text) : amountOf(line)
  if (score === null) return undefined
  const rest = text.split('\n').filter((each) => labelled(each, label) === null)
  return { score, reasoning: rest.join('\n').trim() || text.trim() }
}

/** `0.7`, `7/10`, `7 out of 10` or `70 %`, as 0 to 1. */
function amountOf(text: string): number | null {
  const [, amount, most, percent] =
    /^(\d+(?:\.\d+)?)\s{0,9}(?:(?:\/|out of)\s{0,9}(\d+(?:\.\d+)?)|(%|percent))?[.,;!]?(?:\s.*)?$/i.exec(text) ?? []
  if (amount === undefined) return null
  return Number(amount) / (percent === undefined ? Number(most ?? 1) : 100)
}

/** `0.7`, `70%` or `7 points`. */
function isAmountAlone(text: string): boolean {
  const [first = '', second, third] = text.trim().split(/\s+/, 3)
  return third === undefined && (second === undefined ? /^[\d.]/ : /^[\d.]+$/).test(first)
}

/** A text that rates twice, or that has other shares in it, says nothing for sure. */
function ratedIn(text: string): number | null {
  const share = /(?<!\d)\d+(?:\.\d+)?\s{0,9}(?:%|percent\b|(?:\/|out of)\s{0,9}\d+(?:\.\d+)?)/gi
  const shares = [...text.matchAll(share)]
  const rates = /\b(?:rate|rating|score|grade|give|evaluate)\b/i.test(text) || isAmountAlone(text)
  if (shares.length === 1 && rates) return amountOf(shares[0]?.[0] ?? '')
  if (shares.length > 0) return null
  // `0.9` alone, or `a score of 0.9`.
  const parts = [
    ...text.matchAll(/(?:^|\b(?:score|rating|grade)\s+(?:of|is)\s+)(0?\.\d+|1\.0+)(?=[\s.,;!]*(?:\s|$))/gim),
  ]
  return parts.length === 1 ? Number(parts[0]?.[1]) : null
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
