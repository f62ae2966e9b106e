import { type Failure, FailureError, failureFrom } from '../../src-shared/base/failure.ts'
import { StepFailed } from '../strategy/steps.ts'
import { Halt } from './halt.ts'

/** Any error of driving a strategy as a failure: an unknown error is a bug of the strategy. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Halt || thrown instanceof StepFailed) return thrown.failure
  if (thrown instanceof FailureError) return thrown.failure
  return strategyBroke(thrown)
}

function strategyBroke(thrown: unknown): Failure {
  const { message, detail } = failureFrom(thrown)
  const text = thrown instanceof Error ? thrown.message : message
  return {
    kind: 'strategy-broke',
    message: `The strategy broke: ${text}`,
    advice: 'Work done so far is kept. Choose another strategy and send a message to continue, or fix this one.',
    ...(detail === undefined ? {} : { detail }),
  }
}

export const strategyChanged = (detail: string): Failure => ({
  kind: 'strategy-changed',
  message: 'The run can’t be resumed: its strategy has changed, or does not repeat its own steps.',
  advice: 'Work done so far is kept. Send a message to continue the conversation instead.',
  detail,
})
