import type { Failure } from '../../../../src-shared/base/failure.ts'
import { askUser, note, type Routine } from '../../steps.ts'
import { readInText } from '../../strategy-tools/read-in-text.ts'
import { type Plan, submitPlan } from './plan-tools.ts'

export const approvals = ['never', 'below-threshold', 'always'] as const

/** What the user said of a plan before it is carried out. */
export type PlanDecision =
  | { readonly kind: 'execute'; readonly plan: Plan }
  | { readonly kind: 'revise'; readonly wish: string }
  | { readonly kind: 'stop' }

const stopHere = 'Stop here'
const carryOut = 'Carry it out'

/**
 * Shows the plan to the user, who has it carried out as it is or edited, asks for another one, or stops. The answer to
 * an edited plan is the plan itself, as JSON or as a list; any other text is what the planner is asked to change.
 */
export function* askAboutPlan(plan: Plan, question: string): Routine<PlanDecision> {
  const answer = yield* askUser({ question, options: [stopHere, carryOut], freeText: true, plan: plan.steps })
  if (answer === carryOut) return { kind: 'execute', plan }
  if (answer === stopHere || answer.trim() === '') return { kind: 'stop' }
  const edited = readInText(submitPlan, answer, 'edited', false)
  if (edited?.valid !== true) return { kind: 'revise', wish: answer }
  yield* note('plan edited', { steps: edited.value.steps.map(({ goal }) => goal) })
  return { kind: 'execute', plan: edited.value }
}

export const stoppedAtPlan: Failure = {
  kind: 'strategy-gave-up',
  message: 'The plan was not approved; nothing was carried out.',
  advice: 'Say what to do otherwise, or send the message again to have it carried out.',
}
