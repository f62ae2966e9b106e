import { FailureError } from '../../../src-shared/base/failure.ts'

/** @param what is executed, in the user's words */
export const elsewhere = (what: string) =>
  new FailureError({
    kind: 'busy',
    message: `Another Stratagem process carries this ${what} out.`,
    advice: 'Stop it where it was started, or wait for it to end.',
  })

export const appCloses = {
  kind: 'interrupted',
  message: 'Stratagem is being closed.',
  advice: 'Start it again, and try it then.',
} as const
