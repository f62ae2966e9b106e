import { toast } from 'sonner'
import { failureFrom } from '../../src-shared/base/failure.ts'

/** Carries out what the user asked for; where it fails, says so in a toast. Answers whether it went well. */
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
