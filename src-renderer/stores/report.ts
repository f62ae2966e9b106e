import { toast } from 'sonner'
import { failureFrom } from '../../src-shared/base/failure.ts'

/** Awaits a user action and shows its failure in a toast. Returns whether it succeeded. */
export async function toastOnFailure(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (thrown) {
    const failure = failureFrom(thrown)
    toast.error(failure.message, { description: failure.advice, duration: 10_000 })
    return false
  }
}
