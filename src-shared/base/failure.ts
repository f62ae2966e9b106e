import { z } from 'zod'

/** All expected failures. Bugs are thrown as plain errors; these are values. */
export const failureKinds = [
  // the model's endpoint
  'model-unreachable',
  'model-key-refused',
  'model-rate-limited',
  'model-overloaded',
  'model-rejected',
  'model-cut-off',
  'model-stalled',
  'model-malformed',
  'model-empty',
  'context-overflow',
  'tools-refused',
  // the strategy and its run
  'strategy-unknown',
  'options-invalid',
  'strategy-broke',
  'strategy-gave-up',
  'strategy-changed',
  'budget-spent',
  'aborted',
  'interrupted',
  // the project, the store, the app
  'workspace-missing',
  'workspace-failed',
  'tool-failed',
  'agent-failed',
  'store-failed',
  'damaged',
  'not-found',
  'invalid-request',
  'busy',
  'internal',
] as const
export type FailureKind = (typeof failureKinds)[number]

export const failure = z.object({
  kind: z.enum(failureKinds),
  /** One sentence: what happened, in the user's words. */
  message: z.string(),
  /** One sentence: what the user can do about it. */
  advice: z.string(),
  /** Details for a log reader: status, the server's message. Never a key. */
  detail: z.string().optional(),
})
export type Failure = z.infer<typeof failure>

/** Carries a failure through code that can only throw. */
export class FailureError extends Error {
  override name = 'FailureError'
  readonly failure: Failure
  constructor(value: Failure) {
    super(`${value.message} ${value.advice}`)
    this.failure = value
  }
}

/** Converts any thrown value to a failure; one that is not a known failure is reported as a bug. */
export function failureFrom(thrown: unknown): Failure {
  if (thrown instanceof FailureError) return thrown.failure
  const detail = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  return {
    kind: 'internal',
    message: `Something in Stratagem broke: ${thrown instanceof Error ? thrown.message : String(thrown)}.`,
    advice: 'Your conversation is saved. Try again. If it happens again, report it with the details.',
    detail,
  }
}
