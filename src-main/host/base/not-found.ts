import { FailureError } from '../../../src-shared/base/failure.ts'

/** @param what what was requested, in the user's words, such as `conversation` */
export function notFound(what: string): FailureError {
  return new FailureError({
    kind: 'not-found',
    message: `This ${what} no longer exists.`,
    advice: 'Go back to the list and choose another.',
  })
}

/** @throws FailureError if the value is undefined */
export function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw notFound(what)
  return value
}
