import { FailureError } from '../../../src-shared/base/failure.ts'
import { UsageError } from './usage.ts'

/**
 * A strategy or options that are not there were not understood; the host's words name those that are.
 * @throws UsageError instead of the host's failure
 */
export async function asUsageError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (!(thrown instanceof FailureError)) throw thrown
    const { kind, message, advice } = thrown.failure
    if (kind !== 'strategy-unknown' && kind !== 'options-invalid') throw thrown
    throw new UsageError(`${message} ${advice}`)
  }
}
