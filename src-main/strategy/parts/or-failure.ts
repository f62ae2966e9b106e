import type { Failure } from '../../../src-shared/base/failure.ts'
import { type Routine, StepFailed } from '../steps.ts'

/**
 * The value of `body`, or the failure of the step that ended it, such as an endpoint that is down: for work that
 * others only judge or sum up, and that is not lost with them. Stop and the run's limits pass it by.
 */
export function* orFailure<T>(
  body: Routine<T>,
): Routine<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }> {
  try {
    return { ok: true, value: yield* body }
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    return { ok: false, failure: error.failure }
  }
}
