import { FailureError } from '../../src-shared/failure.ts'

/** Stands for a request while it is being built. */
export const notYet = (): never => {
  throw new FailureError({
    kind: 'not-found',
    message: 'This is not built yet.',
    advice: 'It comes with the next version.',
  })
}
