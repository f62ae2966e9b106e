import { type Question, questionJson } from '../../../src-shared/model/question.ts'
import type { Leaf } from '../../strategy/steps.ts'
import { untilHalted } from '../halt.ts'
import type { RunContext } from '../run-context.ts'
import type { LeafWork } from './leaf-work.ts'
import { stepWork } from './step-work.ts'

/** A question of the strategy to the user. */
export const askUserWork = (step: Leaf<'ask-user'>, path: string, context: RunContext): LeafWork =>
  stepWork('ask-user', { question: questionJson(step.question) }, path, context, () =>
    waitForUser(path, step.question, context),
  )

/** Shorter than a step's, so that a question inside a tool call ends before the call does. */
const graceMs = 20

/** Waits for the answer; the time does not count for the run. */
export async function waitForUser(path: string, question: Question, context: RunContext): Promise<string> {
  context.meter.waitBegan()
  try {
    const { halts } = context
    return await untilHalted(context.ports.user.ask(path, question, halts.signal), halts, graceMs)
  } finally {
    context.meter.waitEnded()
  }
}
