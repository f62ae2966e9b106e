import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import type { Batch, Trial } from '../../../../src-shared/comparison/comparison-batch.ts'

/** How a trial stands. What the end of the app cut off is still kept as running: nobody was there to write it down. */
export function trialWords({ state, result, asks }: Trial, batch: Pick<Batch, 'state'>): string {
  switch (state) {
    case 'waiting':
      return 'waits'
    case 'running':
      if (batch.state !== 'running') return 'interrupted'
      return asks === true ? 'waiting for you' : 'running'
    case 'done':
      return result?.success === true ? 'success' : 'failed'
    case 'void':
      return 'void'
    default:
      return assertNever(state)
  }
}
