import { FailureError } from '../../../src-shared/base/failure.ts'

/** @param what is executed, in the user's words */
export const runningElsewhere = (what: string) =>
  new FailureError({
    kind: 'busy',
    message: `Another Stratagem process is running this ${what}.`,
    advice: 'Stop it where it was started, or wait until it ends.',
  })

export const appIsClosing = {
  kind: 'interrupted',
  message: 'Stratagem is closing.',
  advice: 'Start it again, then retry.',
} as const
